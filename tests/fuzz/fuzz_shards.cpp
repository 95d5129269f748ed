// SPDX-License-Identifier: Apache-2.0
// Any bytes as the index of a checkpoint in several files, with two of them beside it: refused with an Error,
// or every tensor is one of theirs.
#include <cstdint>
#include <string>
#include <string_view>

#include "inference/weights/shards.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refused_or.h"

namespace {

using namespace tilescribe;

// A safetensors file with one tensor of four bytes.
std::string shard_of(std::string_view tensor) {
  const std::string header =
      "{\"" + std::string(tensor) + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(header.size());  // little endian, and less than 128
  return bytes + header + std::string(4, '\0');
}

class Checkpoint : public fuzz::InputFolder {
 public:
  Checkpoint() {
    write("one.safetensors", shard_of("first"));
    write("two.safetensors", shard_of("second"));
  }
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Checkpoint checkpoint;
  checkpoint.write("model.safetensors.index.json", fuzz::characters(data, size));
  fuzz::refused_or([] {
    for (const auto& [name, weight] : weights::stored_in_safetensors(checkpoint.path())) {
      fuzz::require(name == "first" || name == "second", "a tensor is in neither of the files");
      fuzz::require(weight.read().shape.size() == 1, "a tensor has another shape");
    }
  });
  return 0;
}
