// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

/// libFuzzer's entry: runs one input and gives 0. An input is bad news when this aborts, throws, hangs or
/// makes a sanitizer speak; refusals (tilescribe::Error) are caught inside.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tilescribe::fuzz {

/// The input as characters.
inline std::string_view characters(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Aborts with a sentence when something that always holds does not.
inline void require(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", sentence);
  std::abort();
}

/// A folder of this process, for readers that want a file. It goes when the program ends.
class InputFolder {
 public:
  InputFolder()
      : path_((std::filesystem::temp_directory_path() / "tilescribe_fuzz_").string() + std::string(6, 'X')) {
    require(::mkdtemp(path_.data()) != nullptr, "no temporary folder could be made");
  }
  ~InputFolder() {
    std::error_code kept;
    std::filesystem::remove_all(path_, kept);
  }
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;

  std::filesystem::path path() const { return path_; }
  /// The input as a file of this name.
  std::filesystem::path write(const char* name, std::string_view input) const {
    std::filesystem::path file = path() / name;
    std::ofstream(file, std::ios::binary) << input;
    return file;
  }

 private:
  std::string path_;
};

}  // namespace tilescribe::fuzz
