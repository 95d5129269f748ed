// SPDX-License-Identifier: Apache-2.0
// audio_dump FILE [UID]: reads a file through open_audio, as user UID where one is given, and prints
// "SAMPLES samples, peak memory grew by N KiB" and what take_decoding_notice says, or the Error's sentence
// and exit code 1. Tests run it where they need a process of their own: one without rights, without a
// decoder, or whose memory nobody else fills.

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

#include "inference/audio/decoder.h"
#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"

namespace {

// The largest resident memory that this process ever had, KiB.
long peak_memory() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  }
  return -1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) return 2;
  if (argc == 3) {
    const auto user = static_cast<uid_t>(std::stoul(argv[2]));
    if (setgid(user) != 0 || setuid(user) != 0) return 3;
  }
  try {
    std::vector<float> block(16'000);
    const long before = peak_memory();
    const auto reader = tilescribe::audio::open_audio(argv[1]);
    std::uint64_t samples = 0;
    while (const std::size_t count = reader->read(block)) samples += count;
    std::cout << samples << " samples, peak memory grew by " << peak_memory() - before << " KiB\n";
    if (const tilescribe::Message notice = tilescribe::audio::take_decoding_notice(); !notice.empty())
      std::cout << english(notice) << '\n';
  } catch (const tilescribe::Error& error) {
    std::cout << error.what() << '\n';
    return 1;
  }
  return 0;
}
