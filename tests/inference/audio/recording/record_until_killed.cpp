// SPDX-License-Identifier: Apache-2.0
// Records a source into a folder until it is killed, and says on its standard output how many samples are
// kept: record_until_killed SOURCE FOLDER
#include <chrono>
#include <cstdio>
#include <thread>

#include "inference/api/capture.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto recorder = tilescribe::start_recording({.source = argv[1], .folder = argv[2]});
  while (true) {
    std::printf("%lld\n", static_cast<long long>(recorder->recording()->samples()));
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}
