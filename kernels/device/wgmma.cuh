// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/copy.cuh"

/// Warpgroup matrix products (wgmma) of bf16 or TF32 operands with float32 accumulation, and other
/// instructions of sm_90a. Used only inside `#if defined(TILESCRIBE_SM90A)`, so a source also compiles for
/// other architectures: its kernels are empty there, and the host does not choose them. Source: PTX ISA,
/// chapter 9.7.15. An accumulator of 64 rows and N columns is float d[N/2] in each of the warpgroup's 128
/// threads. Thread t (lane l = t%32, warp w = t/32) holds row 16w + l/4, columns 8i + 2(l%4) and the next, in
/// d[4i] and d[4i + 1], and the same columns of row 16w + l/4 + 8 in d[4i + 2] and d[4i + 3].
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define TILESCRIBE_SM90A 1
#endif

namespace tilescribe::kernels::ptx {

/// True in one thread of a converged warp, always the same one.
__device__ inline bool elect_one() {
  unsigned chosen = 0;
  asm volatile(
      "{\n.reg .pred p;\n"
      "elect.sync _|p, 0xffffffff;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(chosen));
  return chosen != 0;
}

/// Moves registers between warpgroups; all warps of one call it. Per thread: a multiple of 8 from 24 to 256.
template <int Registers>
__device__ void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}

/// Describes a tile in shared memory, as TMA writes it with 128-byte swizzle: rows of 128 bytes (64 bf16
/// values or 32 of TF32), groups of 8 rows 1024 bytes apart, the tile at a multiple of 1024 bytes. It is read
/// along its rows, the direction of the sum (A as [m, k], B as [n, k]). One product's values of k are 32
/// bytes.
__device__ inline unsigned long long tile_descriptor(const void* tile) {
  constexpr unsigned long long swizzle_128 = 1ull << 62;
  constexpr unsigned long long group_stride = (1024ull >> 4) << 32, leading = 1ull << 16;
  return swizzle_128 | group_stride | leading | ((shared_address(tile) & 0x3ffff) >> 4);
}

/// The same tile read across its rows (TransposedB = 1, B as [k, n]). Tiles of 64 columns are `tile_bytes`
/// apart. A step of 16 rows of k is +2048 bytes.
__device__ inline unsigned long long transposed_tile_descriptor(const void* tile, unsigned tile_bytes) {
  constexpr unsigned long long swizzle_128 = 1ull << 62;
  constexpr unsigned long long group_stride = (1024ull >> 4) << 32;
  return swizzle_128 | group_stride | (static_cast<unsigned long long>(tile_bytes >> 4) << 16) |
         ((shared_address(tile) & 0x3ffff) >> 4);
}

/// The descriptor moved by `bytes`.
__device__ inline unsigned long long advance(unsigned long long descriptor, unsigned bytes) {
  return descriptor + (bytes >> 4);
}

/// Needed before the first product of a batch, and after registers of an accumulator or of A were written.
__device__ inline void wgmma_fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
/// Closes a group: the products so far.
__device__ inline void wgmma_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits until at most `Pending` groups still run.
template <int Pending>
__device__ void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

/// Keeps the compiler from moving uses of a product's registers before the wait for it.
template <int Values>
__device__ void settle(float (&tile)[Values]) {
#pragma unroll
  for (int i = 0; i < Values; ++i) asm volatile("" : "+f"(tile[i])::"memory");
}

// clang-format off
// The names of an accumulator's registers in the instruction, 16 at a time, and their bindings to d.
#define TS_R0 "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15"
#define TS_R1 ",%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define TS_R2 ",%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47"
#define TS_R3 ",%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
#define TS_R4 ",%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79"
#define TS_R5 ",%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95"
#define TS_R6 ",%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111"
#define TS_R7 ",%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"
#define TS_F4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define TS_F16(i) TS_F4(i), TS_F4(i + 4), TS_F4(i + 8), TS_F4(i + 12)

// d += a·bᵀ for one step of 16 values of k, both operands in shared memory. accumulate = 0 starts a new sum.
// TransposedB: b's descriptor is transposed. REGISTERS to TRANSPOSED name the instruction's operands.
#define TS_WGMMA_SHARED(N, REGISTERS, A, B, ACCUMULATE, TRANSPOSED, ...)                        \
  template <int TransposedB = 0>                                                                \
  __device__ void wgmma(float (&d)[N / 2], unsigned long long a, unsigned long long b, int accumulate) {  \
    asm volatile(                                                                               \
        "{\n.reg .pred p;\nsetp.ne.b32 p, " ACCUMULATE ", 0;\n"                                 \
        "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.bf16.bf16 {" REGISTERS "}, "            \
        A ", " B ", p, 1, 1, 0, " TRANSPOSED ";\n}"                                             \
        : __VA_ARGS__                                                                           \
        : "l"(a), "l"(b), "r"(accumulate), "n"(TransposedB));                                   \
  }
// The same in another type, untransposed: FUNCTION, and the instruction's depth and types.
#define TS_WGMMA_OF(FUNCTION, TYPES, N, REGISTERS, A, B, ACCUMULATE, ...)                       \
  __device__ inline void FUNCTION(float (&d)[N / 2], unsigned long long a,                      \
                                  unsigned long long b, int accumulate) {                       \
    asm volatile(                                                                               \
        "{\n.reg .pred p;\nsetp.ne.b32 p, " ACCUMULATE ", 0;\n"                                 \
        "wgmma.mma_async.sync.aligned.m64n" #N TYPES " {" REGISTERS "}, "                       \
        A ", " B ", p, 1, 1;\n}"                                                                \
        : __VA_ARGS__                                                                           \
        : "l"(a), "l"(b), "r"(accumulate));                                                     \
  }
// 8 values of k that are rounded to TF32, and 32 in E4M3.
#define TS_WGMMA_TF32(...) TS_WGMMA_OF(wgmma_tf32, "k8.f32.tf32.tf32", __VA_ARGS__)
#define TS_WGMMA_FLOAT8(...) TS_WGMMA_OF(wgmma_float8, "k32.f32.e4m3.e4m3", __VA_ARGS__)
// As wgmma, with a in registers: 64 rows of 16 values of k, four words of two bf16 as mma.m16n8k16 takes A.
#define TS_WGMMA_REGISTERS(N, REGISTERS, A0, A1, A2, A3, B, ACCUMULATE, TRANSPOSED, ...)        \
  template <int TransposedB = 0>                                                                \
  __device__ void wgmma(float (&d)[N / 2], const unsigned (&a)[4], unsigned long long b,        \
                        int accumulate) {                                                       \
    asm volatile(                                                                               \
        "{\n.reg .pred p;\nsetp.ne.b32 p, " ACCUMULATE ", 0;\n"                                 \
        "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.bf16.bf16 {" REGISTERS "}, "            \
        "{" A0 "," A1 "," A2 "," A3 "}, " B ", p, 1, 1, " TRANSPOSED ";\n}"                     \
        : __VA_ARGS__                                                                           \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(accumulate), "n"(TransposedB)); \
  }

TS_WGMMA_SHARED(64, TS_R0 TS_R1, "%32", "%33", "%34", "%35",
                TS_F16(0), TS_F16(16))
TS_WGMMA_SHARED(56, TS_R0 ",%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27", "%28", "%29", "%30", "%31",
                TS_F16(0), TS_F4(16), TS_F4(20), TS_F4(24))
TS_WGMMA_SHARED(80, TS_R0 TS_R1 ",%32,%33,%34,%35,%36,%37,%38,%39", "%40", "%41", "%42", "%43",
                TS_F16(0), TS_F16(16), TS_F4(32), TS_F4(36))
TS_WGMMA_SHARED(96, TS_R0 TS_R1 TS_R2, "%48", "%49", "%50", "%51",
                TS_F16(0), TS_F16(16), TS_F16(32))
TS_WGMMA_SHARED(104, TS_R0 TS_R1 TS_R2 ",%48,%49,%50,%51", "%52", "%53", "%54", "%55",
                TS_F16(0), TS_F16(16), TS_F16(32), TS_F4(48))
TS_WGMMA_SHARED(128, TS_R0 TS_R1 TS_R2 TS_R3, "%64", "%65", "%66", "%67",
                TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48))
TS_WGMMA_SHARED(192, TS_R0 TS_R1 TS_R2 TS_R3 TS_R4 TS_R5, "%96", "%97", "%98", "%99",
                TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48), TS_F16(64), TS_F16(80))
TS_WGMMA_SHARED(200, TS_R0 TS_R1 TS_R2 TS_R3 TS_R4 TS_R5 ",%96,%97,%98,%99", "%100", "%101", "%102", "%103",
                TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48), TS_F16(64), TS_F16(80), TS_F4(96))
TS_WGMMA_SHARED(256, TS_R0 TS_R1 TS_R2 TS_R3 TS_R4 TS_R5 TS_R6 TS_R7, "%128", "%129", "%130", "%131",
                TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48),
                TS_F16(64), TS_F16(80), TS_F16(96), TS_F16(112))
TS_WGMMA_TF32(64, TS_R0 TS_R1, "%32", "%33", "%34", TS_F16(0), TS_F16(16))
TS_WGMMA_TF32(128, TS_R0 TS_R1 TS_R2 TS_R3, "%64", "%65", "%66", TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48))
TS_WGMMA_TF32(256, TS_R0 TS_R1 TS_R2 TS_R3 TS_R4 TS_R5 TS_R6 TS_R7, "%128", "%129", "%130",
              TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48), TS_F16(64), TS_F16(80), TS_F16(96), TS_F16(112))
TS_WGMMA_FLOAT8(64, TS_R0 TS_R1, "%32", "%33", "%34", TS_F16(0), TS_F16(16))
TS_WGMMA_FLOAT8(56, TS_R0 ",%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27", "%28", "%29", "%30", TS_F16(0), TS_F4(16), TS_F4(20), TS_F4(24))
TS_WGMMA_FLOAT8(80, TS_R0 TS_R1 ",%32,%33,%34,%35,%36,%37,%38,%39", "%40", "%41", "%42", TS_F16(0), TS_F16(16), TS_F4(32), TS_F4(36))
TS_WGMMA_FLOAT8(96, TS_R0 TS_R1 TS_R2, "%48", "%49", "%50", TS_F16(0), TS_F16(16), TS_F16(32))
TS_WGMMA_FLOAT8(104, TS_R0 TS_R1 TS_R2 ",%48,%49,%50,%51", "%52", "%53", "%54", TS_F16(0), TS_F16(16), TS_F16(32), TS_F4(48))
TS_WGMMA_FLOAT8(128, TS_R0 TS_R1 TS_R2 TS_R3, "%64", "%65", "%66", TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48))
TS_WGMMA_FLOAT8(192, TS_R0 TS_R1 TS_R2 TS_R3 TS_R4 TS_R5, "%96", "%97", "%98", TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48), TS_F16(64), TS_F16(80))
TS_WGMMA_FLOAT8(200, TS_R0 TS_R1 TS_R2 TS_R3 TS_R4 TS_R5 ",%96,%97,%98,%99", "%100", "%101", "%102", TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48), TS_F16(64), TS_F16(80), TS_F4(96))
TS_WGMMA_FLOAT8(256, TS_R0 TS_R1 TS_R2 TS_R3 TS_R4 TS_R5 TS_R6 TS_R7, "%128", "%129", "%130", TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48), TS_F16(64), TS_F16(80), TS_F16(96), TS_F16(112))
TS_WGMMA_REGISTERS(32, TS_R0, "%16", "%17", "%18", "%19", "%20", "%21", "%22",
                   TS_F16(0))
TS_WGMMA_REGISTERS(64, TS_R0 TS_R1, "%32", "%33", "%34", "%35", "%36", "%37", "%38",
                   TS_F16(0), TS_F16(16))
TS_WGMMA_REGISTERS(128, TS_R0 TS_R1 TS_R2 TS_R3, "%64", "%65", "%66", "%67", "%68", "%69", "%70",
                   TS_F16(0), TS_F16(16), TS_F16(32), TS_F16(48))

#undef TS_R0
#undef TS_R1
#undef TS_R2
#undef TS_R3
#undef TS_R4
#undef TS_R5
#undef TS_R6
#undef TS_R7
#undef TS_F4
#undef TS_F16
#undef TS_WGMMA_SHARED
#undef TS_WGMMA_OF
#undef TS_WGMMA_TF32
#undef TS_WGMMA_FLOAT8
#undef TS_WGMMA_REGISTERS
// clang-format on

}  // namespace tilescribe::kernels::ptx
