// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QString>
#include <optional>
#include <vector>

#include "inference/api/profile_analysis.h"

/// The contents of a roofline, without a widget. After Williams, Waterman and Patterson (2009): "Roofline: an
/// insightful visual performance model for multicore architectures".
namespace tilescribe::ui {

/// A row of the table as a dot.
struct RooflineDot {
  std::size_t row = 0;     // in the table that it was made from
  double intensity = 0.0;  // operations per byte
  double tflop_s = 0.0;
  double diameter = 0.0;  // logical pixels; the area is proportional to the share
};

/// A ceiling: bandwidth rises with the intensity; a rate of products is horizontal.
struct RooflineRoof {
  QString label;
  double gb_s = 0.0;     // bandwidth; 0: horizontal
  double tflop_s = 0.0;  // rate of products
  bool counts = false;   // this run's rates are compared with it
  /// 10¹² operations per second at an intensity.
  double at(double intensity) const { return gb_s > 0.0 ? intensity * gb_s / 1e3 : tflop_s; }
};

struct Roofline {
  std::vector<RooflineDot> dots;  // largest first, so that small ones are painted over them
  std::vector<RooflineRoof> roofs;
  double least_intensity = 0.01, most_intensity = 1000.0;
  double least_tflop_s = 1e-4, most_tflop_s = 10.0;
  QString missing;  // a sentence that says why nothing is shown; else empty
};

/// Dots for the rows that have rates, for the thousand largest at most, and the measured ceilings.
Roofline make_roofline(const std::vector<ProfileRow>& rows, const ProfileSetting& setting);

/// The smallest dot whose disc, slightly enlarged, contains a point. `centres`: in the order of the dots,
/// logical pixels.
std::optional<std::size_t> dot_at(const Roofline& roofline, const std::vector<QPointF>& centres,
                                  const QPointF& point);

}  // namespace tilescribe::ui
