// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/roofline_scale.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/format.h"
#include "ui/profile/profiling_texts.h"

namespace tilescribe::ui {

namespace {

constexpr double least_diameter = 9.0, most_diameter = 52.0;  // for a share of nothing, and of everything
constexpr double reach = 4.0;                                 // distance from a dot at which it is still hit

void add_roofs(Roofline& roofline, const ProfileSetting& setting) {
  const BenchCeilings& known = setting.ceilings;
  if (known.read_gb_s) {
    roofline.roofs.push_back({.label = ProfilingTexts::tr("reading %1").arg(nice_rate(*known.read_gb_s)),
                              .gb_s = *known.read_gb_s,
                              .counts = true});
  }
  const auto level = [&](const char* name, const std::optional<double>& rate) {
    if (!rate) return;
    roofline.roofs.push_back(
        {.label = QStringLiteral("%1 %2").arg(QLatin1String(name), nice_flop_rate(*rate)),
         .tflop_s = *rate,
         .counts = setting.compute == name});
  };
  level("f32", known.f32_tflop_s);
  level("tf32", known.tf32_tflop_s);
  level("bf16", known.bf16_tflop_s);
  level("fp8", known.fp8_tflop_s);
}

/// Makes room for all dots, and for the ridges where the bandwidth meets the horizontal roofs.
void set_limits(Roofline& roofline) {
  double left = HUGE_VAL, right = 0.0, bottom = HUGE_VAL, top = 0.0;
  const auto hold = [&](double intensity, double rate) {
    left = std::min(left, intensity);
    right = std::max(right, intensity);
    bottom = std::min(bottom, rate);
    top = std::max(top, rate);
  };
  for (const RooflineDot& dot : roofline.dots) hold(dot.intensity, dot.tflop_s);
  for (const RooflineRoof& slope : roofline.roofs) {
    if (slope.gb_s <= 0.0) continue;
    for (const RooflineRoof& roof : roofline.roofs) {
      if (roof.gb_s <= 0.0) hold(1e3 * roof.tflop_s / slope.gb_s, roof.tflop_s);
    }
  }
  for (const RooflineRoof& roof : roofline.roofs) {
    if (roof.gb_s <= 0.0) top = std::max(top, roof.tflop_s);
  }
  if (right <= 0.0) return;
  roofline.least_intensity = left / 3.0;
  roofline.most_intensity = right * 4.0;
  roofline.least_tflop_s = bottom / 3.0;
  roofline.most_tflop_s = top * 3.0;
}

}  // namespace

Roofline make_roofline(const std::vector<ProfileRow>& rows, const ProfileSetting& setting) {
  Roofline roofline;
  bool overlapped = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ProfileRow& row = rows[i];
    overlapped = overlapped || row.overlapped;
    if (!row.intensity || !row.tflop_s || *row.intensity <= 0.0 || *row.tflop_s <= 0.0) continue;
    const double share = std::clamp(row.share, 0.0, 1.0);
    roofline.dots.push_back(
        {.row = i,
         .intensity = *row.intensity,
         .tflop_s = *row.tflop_s,
         .diameter = least_diameter + (most_diameter - least_diameter) * std::sqrt(share)});
  }
  std::ranges::stable_sort(roofline.dots, std::greater(), &RooflineDot::diameter);
  constexpr std::size_t most_dots = 1000;  // the largest ones: a million makes the plot slow
  if (roofline.dots.size() > most_dots) roofline.dots.resize(most_dots);
  add_roofs(roofline, setting);
  set_limits(roofline);
  if (rows.empty()) {
    roofline.missing = ProfilingTexts::tr("Nothing in the selection ran.");
  } else if (roofline.dots.empty() && overlapped) {
    roofline.missing = ProfilingTexts::tr(
        "The kernels overlap, so their times include waiting and no rates are given. The "
        "times in the table are still correct.");
  } else if (roofline.dots.empty()) {
    roofline.missing =
        ProfilingTexts::tr("Operations and bytes were not counted for anything that ran here.");
  } else if (roofline.roofs.empty()) {
    roofline.missing = ProfilingTexts::tr(
        "The device's ceilings were not measured with this profile, so there is no roof to draw.");
  }
  return roofline;
}

std::optional<std::size_t> dot_at(const Roofline& roofline, const std::vector<QPointF>& centres,
                                  const QPointF& point) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < std::min(centres.size(), roofline.dots.size()); ++i) {
    const double radius = 0.5 * roofline.dots[i].diameter + reach;
    const QPointF away = point - centres[i];
    if (QPointF::dotProduct(away, away) <= radius * radius) best = i;  // later ones are smaller
  }
  return best;
}

}  // namespace tilescribe::ui
