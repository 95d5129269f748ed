// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "inference/api/engine_names.h"

namespace tilescribe::ui {

/// Text on its background.
enum class CaptionColors { white_on_black, yellow_on_black, black_on_white };
inline constexpr auto caption_colors_names =
    std::to_array<Named<CaptionColors>>({{CaptionColors::white_on_black, "white-on-black"},
                                         {CaptionColors::yellow_on_black, "yellow-on-black"},
                                         {CaptionColors::black_on_white, "black-on-white"}});

/// Where the sound of captions comes from.
enum class CaptionSource { played, chosen };  // what this computer plays; what the record page has chosen
inline constexpr auto caption_source_names = std::to_array<Named<CaptionSource>>(
    {{CaptionSource::played, "played"}, {CaptionSource::chosen, "chosen"}});

/// How captions look.
struct CaptionStyle {
  int size = 32;  // of the letters, logical pixels
  int lines = 2;
  CaptionColors colors = CaptionColors::white_on_black;
  int opacity = 85;  // of the background, percent

  bool operator==(const CaptionStyle&) const = default;
};

/// What can be chosen.
struct CaptionLimits {
  static constexpr int least_size = 16, overlay_size = 96, audience_size = 240;
  static constexpr int least_lines = 2, overlay_lines = 4, audience_lines = 8;
  static constexpr int least_opacity = 60;
  static constexpr int clear_after_s = 60;
};

struct CaptionSettings {
  CaptionSource source = CaptionSource::played;
  int clear_after_s = 8;       // a pause that clears what is shown, seconds; 0: nothing is cleared
  bool click_through = false;  // the mouse reaches what lies below the overlay
  CaptionStyle overlay = {};
  CaptionStyle audience = {.size = 72, .lines = 4, .opacity = 100};

  bool operator==(const CaptionSettings&) const = default;
};

}  // namespace tilescribe::ui
