// SPDX-License-Identifier: Apache-2.0
// decoder_cost FILE...: what it costs to decode a file in a process of its own. Opens and reads each file in
// this process and in tilescribe-decoder, in turn, 21 times, and prints the medians: milliseconds to the
// first samples and to the last. The first start of tilescribe-decoder is measured by itself.
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"
#include "inference/audio/helper/decoder_helper.h"
#include "inference/audio/helper/program/libraries.h"
#include "kernels/core/error.h"
#include "tests/support/median.h"

namespace {

using namespace tilescribe;
using test::median;
using Clock = std::chrono::steady_clock;
using Open = std::unique_ptr<audio::Decoder> (*)(std::shared_ptr<audio::AudioFile>, const audio::Track&);

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct Times {
  std::vector<double> first_ms, all_ms;
};

std::unique_ptr<audio::Decoder> open_here(std::shared_ptr<audio::AudioFile> file, const audio::Track& track) {
  return audio::open_with_libraries(std::move(file), track, {.work_s = 0, .header_s = 0});
}

void read(Open open, const char* path, Times& times) {
  std::vector<float> block(16'000);
  const auto begin = Clock::now();
  const auto decoder = open(std::make_shared<audio::AudioFile>(path, std::stop_token()), {});
  std::size_t count = decoder->read(block);
  times.first_ms.push_back(ms_since(begin));
  while (count > 0) count = decoder->read(block);
  times.all_ms.push_back(ms_since(begin));
}

}  // namespace

int main(int count, char** paths) {
  constexpr int rounds = 21;
  try {
    if (count > 1) {
      Times first;
      read(audio::open_with_helper, paths[1], first);
      std::printf("first samples of the first file, for which tilescribe-decoder starts: %.1f ms\n",
                  first.first_ms.front());
    }
    for (int i = 1; i < count; ++i) {
      Times here, apart;
      for (int round = 0; round < rounds; ++round) {
        read(open_here, paths[i], here);
        read(audio::open_with_helper, paths[i], apart);
      }
      std::printf(
          "%s: first samples %.2f ms here, %.2f ms apart; all %.1f ms here, %.1f ms apart (%.3f times)\n",
          paths[i], median(here.first_ms), median(apart.first_ms), median(here.all_ms), median(apart.all_ms),
          median(apart.all_ms) / median(here.all_ms));
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
