// SPDX-License-Identifier: Apache-2.0
// Any bytes as an entry of the cache of compiled kernels: not found, or what was kept under that name.
#include <filesystem>
#include <string>

#include "kernels/jit/binary_cache.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  static const kernels::BinaryCache cache(folder.path() / "kernels");
  static const std::string key(64, 'a'), kept = "what was compiled";
  cache.keep(key, kept);
  for (const auto& entry : std::filesystem::directory_iterator(cache.folder()))
    folder.write(("kernels/" + entry.path().filename().string()).c_str(), fuzz::characters(data, size));
  const auto found = cache.find(key);
  fuzz::require(!found || *found == kept, "the cache gives what was not kept");
  return 0;
}
