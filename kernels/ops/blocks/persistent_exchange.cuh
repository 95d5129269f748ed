// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/math.cuh"
#include "kernels/device/packet.cuh"
#include "kernels/device/types.h"
#include "kernels/ops/blocks/persistent_blocks.h"

/// How blocks of threads hand each other results through L2: four bytes and a tag, written at once (as in
/// NCCL's protocol LL). Whoever needs them reads until the tag is the one that it expects. So there are no
/// fences, and no barrier of the grid.
/// A place is written again two hand-overs later. By then all have read it: who reads it has tiles in that
/// product, and whatever comes next needs all tiles.
namespace tilescribe::kernels {

/// What is handed over for a block of the decoder, in order.
enum class Handed : int { queries, chunks, attended, gated, block, count };

/// Reads pairs of packets until all have the tag. at(i): the i-th pair; null: it is left as it is.
template <int pairs, class At>
__device__ inline void await_pairs(const At& at, std::uint32_t tag, uint4 (&got)[pairs]) {
  bool all = false;
  while (!all) {
    all = true;
#pragma unroll
    for (int i = 0; i < pairs; ++i) {
      if (const Packet* const from = at(i); from != nullptr) got[i] = ptx::load_packets(from);
    }
#pragma unroll
    for (int i = 0; i < pairs; ++i) {
      if (at(i) != nullptr) all = all && got[i].y == tag && got[i].w == tag;
    }
    if (!all) __nanosleep(100);  // leaves the L2 cache to those who write
  }
}
__device__ inline std::uint32_t await_packet(const Packet* from, std::uint32_t tag) {
  Packet packet = ptx::load_packet(from);
  while (packet.tag != tag) packet = ptx::load_packet(from);
  return packet.bits;
}

/// Where things are handed over, in the workspace. Memory starts as zeros; a tag is never 0.
struct Exchange {
  std::uint32_t* launches;  // the tag before a launch's first
  std::uint32_t* left;      // blocks of threads that have ended; 0 between launches
  std::uint32_t* finished;  // [chunks, kv_heads]: tags of chunks of keys
  float* sums;              // [chunks, heads, dim]: Σ p·v
  float4* weights;          // [chunks, heads]: largest score, Σ p, -, -
  Packet* queries;          // [heads + 2·kv_heads, dim/2]: pairs in bf16; of keys and values the newest
  Packet* x[2];             // [width], f32: after attention, after the MLP
  Packet* gated;            // [hidden/2]: pairs in bf16
};
inline Exchange exchange_of(const PersistentBlocks& op) {
  const PersistentWorkspace at = persistent_workspace(op.sizes(), op.capacity);
  auto* const bytes = static_cast<std::uint8_t*>(op.workspace);
  Exchange exchange = {};
  exchange.launches = reinterpret_cast<std::uint32_t*>(bytes);
  exchange.left = exchange.launches + 1;
  exchange.finished = reinterpret_cast<std::uint32_t*>(bytes + at.finished);
  exchange.sums = reinterpret_cast<float*>(bytes + at.sums);
  exchange.weights = reinterpret_cast<float4*>(bytes + at.weights);
  exchange.queries = reinterpret_cast<Packet*>(bytes + at.queries);
  exchange.x[0] = reinterpret_cast<Packet*>(bytes + at.x);
  exchange.x[1] = exchange.x[0] + op.width;
  exchange.gated = reinterpret_cast<Packet*>(bytes + at.gated);
  return exchange;
}

}  // namespace tilescribe::kernels
