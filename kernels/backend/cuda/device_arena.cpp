// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/device_arena.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <cuda_runtime_api.h>

#include "kernels/core/error.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

constexpr std::size_t unit = 512;
constexpr std::size_t least_chunk = std::size_t{64} << 20;
constexpr std::size_t margin = std::size_t{512} << 20;  // left for the driver, modules and the display

std::size_t round_up(std::size_t bytes) {
  return (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit;
}

std::string mebibytes(std::size_t bytes) {
  return std::to_string((bytes + (std::size_t{1} << 20) - 1) >> 20) + " MiB";
}

}  // namespace

DeviceArena::DeviceArena(int device, std::size_t limit, bool separate)
    : device_(device), limit_(limit), separate_(separate) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), Message("when asked for its free memory"));
  const std::size_t most = free > 2 * margin ? free - margin : free / 2;
  if (limit_ == 0 || limit_ > most) limit_ = most;
}

DeviceArena::~DeviceArena() {
  cudaSetDevice(device_);  // can't fail: it worked when the stream was created
}

void* DeviceArena::take(std::size_t bytes) {
  if (separate_) {
    void* data = nullptr;
    check(cudaMalloc(&data, std::max<std::size_t>(bytes, 1)),
          Message("while allocating {1}", mebibytes(bytes)));
    return data;
  }
  const std::lock_guard lock(mutex_);
  const std::size_t wanted = round_up(bytes);
  auto fitting = free_.lower_bound(wanted);
  if (fitting == free_.end()) {
    grow(wanted);
    fitting = free_.lower_bound(wanted);
  }
  std::byte* const data = fitting->second;
  free_.erase(fitting);
  Block& block = blocks_.at(data);
  block.free = false;
  if (block.bytes > wanted) {
    const std::size_t rest = block.bytes - wanted;
    block.bytes = wanted;
    blocks_.emplace(data + wanted, Block{rest, block.chunk, true});
    free_.emplace(rest, data + wanted);
  }
  used_ += wanted;
  return data;
}

void DeviceArena::give(void* pointer) {
  if (separate_) {
    cudaFree(pointer);  // waits for its users; a later call reports their faults
    return;
  }
  const std::lock_guard lock(mutex_);
  auto block = blocks_.find(static_cast<std::byte*>(pointer));
  used_ -= block->second.bytes;
  block->second.free = true;
  const auto forget = [&](std::map<std::byte*, Block>::iterator gone) {
    const auto range = free_.equal_range(gone->second.bytes);
    free_.erase(std::find_if(range.first, range.second,
                             [&](const auto& entry) { return entry.second == gone->first; }));
  };
  if (const auto next = std::next(block);
      next != blocks_.end() && next->second.free && next->second.chunk == block->second.chunk) {
    forget(next);
    block->second.bytes += next->second.bytes;
    blocks_.erase(next);
  }
  if (block != blocks_.begin()) {
    const auto before = std::prev(block);
    if (before->second.free && before->second.chunk == block->second.chunk) {
      forget(before);
      before->second.bytes += block->second.bytes;
      blocks_.erase(block);
      block = before;
    }
  }
  free_.emplace(block->second.bytes, block->first);
}

void DeviceArena::reserve(std::size_t bytes) {
  if (separate_) return;
  const std::lock_guard lock(mutex_);
  const std::size_t wanted = round_up(bytes);
  if (free_.lower_bound(wanted) == free_.end()) grow(wanted);
}

void DeviceArena::grow(std::size_t bytes) {
  release_empty_chunks();
  const auto refuse = [&](const Message& found) {
    throw DeviceError("GPU {1} would need another {2} of memory, but {3}.", device_, mebibytes(bytes), found);
  };
  const std::size_t left = limit_ - std::min(limit_, taken_);
  if (bytes > left) {
    refuse(Message("of the {1} that the program may take there {2} are in use and {3} are left in one piece",
                   mebibytes(limit_), mebibytes(used_), mebibytes(left)));
  }
  std::size_t size = std::min(std::max(bytes, least_chunk), left);
  DeviceBytes data;
  cudaError_t status = cudaMalloc(Filling(data), size);
  if (status == cudaErrorMemoryAllocation && size > bytes) {
    size = bytes;
    status = cudaMalloc(Filling(data), size);
  }
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // reported here, so the next call does not report it again
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), Message("when asked for its free memory"));
    refuse(Message("{1} of its {2} are free", mebibytes(free), mebibytes(total)));
  }
  check(status, Message("while allocating {1}", mebibytes(size)));
  taken_ += size;
  auto* const first = static_cast<std::byte*>(data.get());
  chunks_.push_back({std::move(data), size});
  blocks_.emplace(first, Block{size, chunks_.size() - 1, true});
  free_.emplace(size, first);
}

// Gives chunks without used blocks back to the driver, so that a larger one can be allocated.
void DeviceArena::release_empty_chunks() {
  for (Chunk& chunk : chunks_) {
    if (chunk.data == nullptr) continue;
    const auto block = blocks_.find(static_cast<std::byte*>(chunk.data.get()));
    if (!block->second.free || block->second.bytes != chunk.bytes) continue;
    check(cudaFree(chunk.data.get()),
          Message("while giving memory back"));  // waits for its users
    chunk.data.release();
    const auto range = free_.equal_range(chunk.bytes);
    free_.erase(std::find_if(range.first, range.second,
                             [&](const auto& entry) { return entry.second == block->first; }));
    blocks_.erase(block);
    taken_ -= chunk.bytes;
    chunk = {};
  }
}

}  // namespace tilescribe::kernels
