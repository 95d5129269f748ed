// SPDX-License-Identifier: Apache-2.0
// Any bytes as the pickle of a state dict: refused with an Error, or every tensor lies inside its storage.

#include <cstddef>
#include <cstdint>
#include <span>

#include "inference/weights/pickle.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  try {
    for (const weights::PickledTensor& tensor :
         weights::parse_state_dict(std::as_bytes(std::span(data, size)), "fuzz")) {
      std::int64_t values = 1;
      for (const std::int64_t dim : tensor.shape) {
        fuzz::require(dim >= 0, "a size is negative");
        fuzz::require(!__builtin_mul_overflow(values, dim, &values), "a tensor has too many values");
      }
      fuzz::require(tensor.first >= 0 && tensor.first <= tensor.storage_values, "a tensor begins outside");
      fuzz::require(values <= tensor.storage_values - tensor.first, "a tensor leaves its storage");
    }
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
