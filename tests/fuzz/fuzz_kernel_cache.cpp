// SPDX-License-Identifier: Apache-2.0
// Any bytes as compiled code that is kept, found again, and damaged; and as a whole entry of the cache: not
// found, or what keeping it writes.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "kernels/jit/binary_cache.h"
#include "kernels/jit/fingerprint.h"
#include "tests/fuzz/fuzz.h"

namespace {

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  static const kernels::BinaryCache cache(folder.path() / "kernels");
  static const std::string key = kernels::Fingerprint().add("a kernel").hex();
  static const std::string name = "kernels/" + key + ".kernel";
  const std::string input(fuzz::characters(data, size));

  cache.keep(key, input);
  fuzz::require(cache.find(key) == input, "what was kept is not found");

  std::string damaged = read(folder.path() / name);
  const std::size_t place = (size < 2 ? size : data[0] * 256u + data[1]) % damaged.size();
  damaged[place] = static_cast<char>(damaged[place] ^ (1 + (size < 3 ? 0 : data[2] % 255)));
  const auto file = folder.write(name.c_str(), damaged);
  fuzz::require(!cache.find(key), "a damaged entry is found");
  fuzz::require(!std::filesystem::exists(file), "a damaged entry stays");

  folder.write(name.c_str(), input);
  if (const auto found = cache.find(key)) {
    cache.keep(key, *found);
    fuzz::require(read(file) == input, "an entry is found that keeping does not write");
  }
  return 0;
}
