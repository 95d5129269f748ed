// SPDX-License-Identifier: Apache-2.0
// A plugin that knows no version of the interface but its own.

#include <cstdint>

extern "C" __attribute__((visibility("default"))) const void* tilescribe_ffmpeg_plugin(std::uint32_t) {
  return nullptr;
}
