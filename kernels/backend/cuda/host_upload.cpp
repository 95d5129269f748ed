// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/host_upload.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "kernels/core/error.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16;  // values per task

template <class From, class To, class Convert>
void convert(const void* from, void* to, std::size_t count, Convert one) {
  std::transform(static_cast<const From*>(from), static_cast<const From*>(from) + count, static_cast<To*>(to),
                 one);
}

void convert(const void* from, DType from_type, void* to, DType to_type, std::size_t count) {
  if (from_type == to_type) {
    std::memcpy(to, from, count * size_of(to_type));
  } else if (from_type == DType::bf16) {
    convert<BFloat16, float>(from, to, count, [](BFloat16 v) { return to_float(v); });
  } else if (from_type == DType::f16 && to_type == DType::f32) {
    convert<Float16, float>(from, to, count, [](Float16 v) { return to_float(v); });
  } else if (from_type == DType::f16) {
    convert<Float16, BFloat16>(from, to, count, [](Float16 v) { return to_bfloat16(to_float(v)); });
  } else {
    convert<float, BFloat16>(from, to, count, [](float v) { return to_bfloat16(v); });
  }
}

}  // namespace

HostUpload::HostUpload(cudaStream_t stream, const Sizes& sizes)
    : stream_(stream),
      pool_(std::min(available_cores(), sizes.threads)),
      buffers_(sizes.buffers),
      buffer_bytes_(sizes.buffer_bytes) {
  for (Buffer& buffer : buffers_) {
    check(cudaMallocHost(Filling(buffer.data), buffer_bytes_), Message("while pinning a buffer for copies"));
    check(cudaEventCreateWithFlags(Filling(buffer.sent), cudaEventDisableTiming),
          Message("while making an event"));
  }
}

HostUpload::~HostUpload() {
  for (const Buffer& buffer : buffers_) cudaEventSynchronize(buffer.sent.get());  // transfers may still run
}

void HostUpload::copy(void* to, DType to_type, const void* from, DType from_type, std::size_t count) {
  const auto* const source = static_cast<const std::byte*>(from);
  const std::size_t in = size_of(from_type);
  make(to, size_of(to_type), count, piece, [=](std::size_t first, std::size_t values, std::byte* pinned) {
    convert(source + first * in, from_type, pinned, to_type, values);
  });
}

void HostUpload::make(void* to, std::size_t row_bytes, std::size_t count, const Fill& fill) {
  make(to, row_bytes, count, std::max<std::size_t>(1, piece / row_bytes), fill);
}

void HostUpload::make(void* to, std::size_t row_bytes, std::size_t count, std::size_t rows_a_task,
                      const Fill& fill) {
  const std::size_t most = buffer_bytes_ / row_bytes;
  if (most == 0) throw Error("A row of {1} bytes does not fit a buffer of {2}.", row_bytes, buffer_bytes_);
  for (std::size_t first = 0; first < count; first += most) {
    Buffer& buffer = buffers_[next_++ % buffers_.size()];
    check(cudaEventSynchronize(buffer.sent.get()), Message("while copying to it"));
    const std::size_t rows = std::min(most, count - first);
    auto* const pinned = static_cast<std::byte*>(buffer.data.get());
    pool_.parallel_for(static_cast<std::int64_t>((rows + rows_a_task - 1) / rows_a_task),
                       [&](std::int64_t task, int) {
                         const std::size_t begin = static_cast<std::size_t>(task) * rows_a_task;
                         fill(first + begin, std::min(rows_a_task, rows - begin), pinned + begin * row_bytes);
                       });
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + first * row_bytes, pinned, rows * row_bytes,
                          cudaMemcpyHostToDevice, stream_),
          Message("while copying to it"));
    check(cudaEventRecord(buffer.sent.get(), stream_), Message("while copying to it"));
  }
}

}  // namespace tilescribe::kernels
