// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of torch.save: refused with an Error, or every value of each tensor can be read.
#include <cstddef>
#include <cstdint>

#include "inference/weights/torch_archive.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refused_or.h"

namespace {

using namespace tilescribe;

void read_all(const weights::StoredWeight& weight) {
  const weights::SourceTensor tensor = weight.read();
  std::size_t bytes = kernels::size_of(tensor.dtype);
  for (const std::int64_t dim : tensor.shape) bytes *= static_cast<std::size_t>(dim);
  const auto* at = static_cast<const volatile std::byte*>(tensor.data);
  for (std::size_t i = 0; i < bytes; ++i) static_cast<void>(at[i]);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFolder folder;
  const auto file = folder.write("model.pt", fuzz::characters(data, size));
  fuzz::refused_or([&] {
    for (const auto& named : weights::stored_in_torch_archive(file)) {
      const weights::StoredWeight& weight = named.second;
      // Where one storage is damaged, the others need not be.
      if (weight.dtype == "F32" || weight.dtype == "F16" || weight.dtype == "BF16")
        fuzz::refused_or([&] { read_all(weight); });
    }
  });
  return 0;
}
