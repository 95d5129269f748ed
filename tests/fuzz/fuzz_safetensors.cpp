// SPDX-License-Identifier: Apache-2.0
// Any bytes as a safetensors file: refused with an Error, or every tensor lies inside the file by itself.

#include <cstddef>
#include <cstdint>
#include <span>

#include "inference/weights/safetensors_header.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe::weights;
  SafetensorsHeader header;
  try {
    header = parse_safetensors_header(std::as_bytes(std::span(data, size)), "fuzz");
  } catch (const tilescribe::Error&) {
    return 0;
  }
  std::uint64_t free_from = 0;  // where the next tensor may begin
  for (const SafetensorsEntry& tensor : header.tensors) {
    std::uint64_t bytes = safetensors_element_size(tensor.dtype).value();
    for (const std::int64_t dim : tensor.shape) bytes *= static_cast<std::uint64_t>(dim);
    tilescribe::fuzz::require(tensor.begin <= tensor.end && tensor.end <= size, "a tensor leaves the file");
    tilescribe::fuzz::require(tensor.end - tensor.begin == bytes, "a tensor's bytes differ from its shape's");
    if (bytes == 0) continue;
    tilescribe::fuzz::require(tensor.begin >= free_from, "two tensors overlap");
    free_from = tensor.end;
  }
  return 0;
}
