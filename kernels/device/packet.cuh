// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Handing results from block to block of one kernel through L2. Source: PTX ISA, chapters 8 and 9.7.9.
namespace tilescribe::kernels {

/// Four bytes and a tag, written and read at once.
struct Packet {
  std::uint32_t bits, tag;
};

namespace ptx {

__device__ inline void store_packet(Packet* to, Packet packet) {
  asm volatile("st.relaxed.gpu.global.v2.u32 [%0], {%1, %2};" ::"l"(to), "r"(packet.bits), "r"(packet.tag)
               : "memory");
}
__device__ inline Packet load_packet(const Packet* from) {
  Packet packet;
  asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];"
               : "=r"(packet.bits), "=r"(packet.tag)
               : "l"(from)
               : "memory");
  return packet;
}
/// Two, 16-byte aligned: x and z are their bits, y and w their tags.
__device__ inline uint4 load_packets(const Packet* from) {
  uint4 v;
  asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from)
               : "memory");
  return v;
}
/// Stores a tag. Who reads it with load_flag also sees what this thread, or one that met with it, wrote
/// before.
__device__ inline void store_flag(std::uint32_t* to, std::uint32_t tag) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(tag) : "memory");
}
__device__ inline std::uint32_t load_flag(const std::uint32_t* from) {
  std::uint32_t tag;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(tag) : "l"(from) : "memory");
  return tag;
}

}  // namespace ptx
}  // namespace tilescribe::kernels
