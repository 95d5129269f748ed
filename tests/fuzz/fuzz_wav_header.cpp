// SPDX-License-Identifier: Apache-2.0
// Any bytes as a recording that a crash left behind: a header of ours is mended, so that it promises what the
// file holds; any other file stays as it is.
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "inference/audio/recording/wav_header.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  const auto file = folder.write("recording.wav", fuzz::characters(data, size));
  try {
    const bool mended = audio::mend_wav_header(file);
    std::array<char, audio::wav_header_bytes> header{};
    std::ifstream(file, std::ios::binary).read(header.data(), std::ssize(header));
    fuzz::require(std::filesystem::file_size(file) == size, "mending changed the length");
    if (!mended) {
      fuzz::require(std::memcmp(header.data(), data, std::min(size, header.size())) == 0,
                    "a file that needs no mending was changed");
      return 0;
    }
    const audio::WavHeader found = audio::parse_wav_header(header);
    fuzz::require(found.sample_rate > 0, "a mended header is not ours");
    fuzz::require(found.samples == (static_cast<std::int64_t>(size) - audio::wav_header_bytes) / 2,
                  "a mended header does not promise what the file holds");
  } catch (const Error&) {
  }
  return 0;
}
