// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Loads and stores that C++ cannot express, each instruction once: asynchronous copies (cp.async), small
/// matrices (ldmatrix, stmatrix), loads with cache hints. Source: PTX ISA, chapter 9.7.9. Includes nothing,
/// because the tile layer also compiles it under NVRTC.
namespace tilescribe::kernels::ptx {

/// The address of shared memory as PTX takes it: 32 bits, within this block.
__device__ inline unsigned shared_address(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

/// Copies 16 bytes from device to shared memory, bypassing L1, as part of the thread's next copy group. Only
/// the first `bytes` of them are read; the rest become 0. `whole_line`: L2 fetches all 128 bytes around them.
template <bool whole_line = false>
__device__ inline void copy_async(unsigned to, const void* from, int bytes) {
  if constexpr (whole_line) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
  } else {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
  }
}
__device__ inline void copy_async(void* to, const void* from, int bytes) {
  copy_async(shared_address(to), from, bytes);
}
__device__ inline void close_copy_group() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
/// Waits until all but the newest `pending` copy groups of this thread have arrived.
template <int pending>
__device__ inline void await_copy_group() {
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}

/// Loads four 8×8 matrices of 16-bit values; lane l gives the shared address of row l%8 of matrix l/8.
__device__ inline void load_matrices(unsigned (&m)[4], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(row)
               : "memory");
}
/// The same, with each matrix transposed. For two matrices, lanes 0 to 15 give the addresses.
__device__ inline void load_matrices_transposed(unsigned (&m)[4], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(row)
               : "memory");
}
__device__ inline void load_matrices_transposed(unsigned (&m)[2], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(m[0]), "=r"(m[1])
               : "r"(row)
               : "memory");
}
/// Stores four such matrices from registers to shared memory. From sm_90 on.
__device__ inline void store_matrices(void* row, unsigned a, unsigned b, unsigned c, unsigned d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(row)),
               "r"(a), "r"(b), "r"(c), "r"(d)
               : "memory");
}

/// Stores one or two of them transposed; lanes 0 to 7, or 0 to 15, give the addresses of the rows in memory.
__device__ inline void store_matrices_transposed(void* row, unsigned a) {
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(shared_address(row)), "r"(a)
               : "memory");
}
__device__ inline void store_matrices_transposed(void* row, unsigned a, unsigned b) {
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(shared_address(row)),
               "r"(a), "r"(b)
               : "memory");
}

__device__ inline uint4 load_shared(unsigned address) {
  uint4 v;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "r"(address)
               : "memory");
  return v;
}

/// Loads 16 bytes, or 8, bypassing L1. The compiler does not move it across a wait.
__device__ inline uint4 load_l2(const void* from) {
  uint4 v;
  asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from)
               : "memory");
  return v;
}

__device__ inline uint2 load_l2_8(const void* from) {
  uint2 v;
  asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(from) : "memory");
  return v;
}
/// Loads 16 bytes, 8 or 4 likewise where `there` says so, without a branch; elsewhere `v` stays as it is.
template <int bytes>
__device__ inline void load_l2_where(bool there, const void* from, unsigned (&v)[4]) {
  if constexpr (bytes == 16) {
    asm volatile(
        "{ .reg .pred there;\n"
        "setp.ne.s32 there, %5, 0;\n"
        "@there ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4]; }"
        : "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3])
        : "l"(from), "r"(static_cast<int>(there))
        : "memory");
  } else if constexpr (bytes == 8) {
    asm volatile(
        "{ .reg .pred there;\n"
        "setp.ne.s32 there, %3, 0;\n"
        "@there ld.global.cg.v2.u32 {%0, %1}, [%2]; }"
        : "+r"(v[0]), "+r"(v[1])
        : "l"(from), "r"(static_cast<int>(there))
        : "memory");
  } else {
    asm volatile(
        "{ .reg .pred there;\n"
        "setp.ne.s32 there, %2, 0;\n"
        "@there ld.global.cg.u32 %0, [%1]; }"
        : "+r"(v[0])
        : "l"(from), "r"(static_cast<int>(there))
        : "memory");
  }
}

/// Loads 16 bytes that no kernel is writing. It is issued where it stands, so it overlaps with other work.
__device__ inline float4 load_constant(const float* from) {
  float4 v;
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(from));
  return v;
}
/// The same for data that is read only once: L1 does not keep it.
__device__ inline uint4 load_once(const uint4* from) {
  uint4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from));
  return v;
}

/// A store with release order: when the host sees it, it also sees everything this thread saw before.
__device__ inline void store_release_system(int* to, int value) {
  asm volatile("st.release.sys.s32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

}  // namespace tilescribe::kernels::ptx
