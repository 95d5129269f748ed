// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/profile_colors.h"

#include <array>
#include <string>

#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

struct StageColors {
  QRgb light, dark;
};

// In the order of stage_names. The hues are Okabe and Ito's. Their lightness maximises the smallest
// distance in OKLab over normal sight, protanopia, deuteranopia and tritanopia, at a contrast of at least 3.
constexpr std::array<StageColors, stage_names.size()> colors_of_stages{{
    {0x7d62c0, 0xc89fec},  // audio
    {0x2f8a60, 0x74cd9a},  // features
    {0x1f4f9c, 0x3f86e0},  // encoder
    {0x6e1f40, 0xb55479},  // projector
    {0xab850e, 0xf4b427},  // prefill
    {0xb2481a, 0xe6722f},  // decode
    {0x585e64, 0xd8dee5},  // other
    {0x878d95, 0x8f969d},  // idle
}};

}  // namespace

QColor stage_color(std::string_view stage, bool dark) {
  const StageColors& colors = colors_of_stages[stage_place(stage)];
  return QColor(dark ? colors.dark : colors.light);
}

QBrush stage_brush(std::string_view stage, bool dark) {
  const bool hatched = stage == stage_names[idle_stage];
  return {stage_color(stage, dark), hatched ? Qt::BDiagPattern : Qt::SolidPattern};
}

QString stage_label(std::string_view stage) {
  return profile_name(std::string(stage.empty() ? stage_names[other_stage] : stage));
}

QColor label_on(const QColor& fill) {
  return contrast(fill, Qt::white) >= contrast(fill, Qt::black) ? Qt::white : Qt::black;
}

QString bound_label(ProfileBound bound) {
  constexpr std::array labels{
      QT_TRANSLATE_NOOP("Profiling", "unknown"), QT_TRANSLATE_NOOP("Profiling", "memory"),
      QT_TRANSLATE_NOOP("Profiling", "compute"), QT_TRANSLATE_NOOP("Profiling", "neither")};
  return ProfilingTexts::tr(labels[static_cast<std::size_t>(bound)]);
}

}  // namespace tilescribe::ui
