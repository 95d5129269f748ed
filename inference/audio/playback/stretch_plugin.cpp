// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/stretch_plugin.h"

#include <algorithm>
#include <memory>
#include <new>

#include <SoundTouch.h>

#include "kernels/core/export.h"

namespace tilescribe::audio {
namespace {

soundtouch::SoundTouch& of(void* touch) {
  return *static_cast<soundtouch::SoundTouch*>(touch);
}

// SoundTouch takes no higher rate, in Hz. The pieces of such sound are shorter than asked for.
constexpr unsigned most_rate = 192'000;

constexpr StretchPlugin plugin{
    .make = [](unsigned sample_rate) -> void* {
      try {
        auto touch = std::make_unique<soundtouch::SoundTouch>();
        touch->setSampleRate(std::min(sample_rate, most_rate));
        touch->setChannels(1);
        touch->setSetting(SETTING_SEEKWINDOW_MS, 15);
        touch->setSetting(SETTING_OVERLAP_MS, 8);
        return touch.release();
      } catch (const std::bad_alloc&) {
        return nullptr;
      }
    },
    .destroy = [](void* touch) { delete static_cast<soundtouch::SoundTouch*>(touch); },
    .restart =
        [](void* touch, double tempo, int sequence_ms) {
          of(touch).clear();
          of(touch).setTempo(tempo);
          of(touch).setSetting(SETTING_SEQUENCE_MS, sequence_ms);
        },
    .put = [](void* touch, const float* samples, unsigned count) { of(touch).putSamples(samples, count); },
    .flush = [](void* touch) { of(touch).flush(); },
    .take = [](void* touch, float* out, unsigned most) { return of(touch).receiveSamples(out, most); }};

}  // namespace
}  // namespace tilescribe::audio

extern "C" TILESCRIBE_EXPORT const tilescribe::audio::StretchPlugin* tilescribe_stretch_plugin(
    std::uint32_t abi) {
  return abi == tilescribe::audio::stretch_plugin.abi ? &tilescribe::audio::plugin : nullptr;
}
