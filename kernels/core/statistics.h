// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "kernels/core/export.h"

namespace tilescribe {

/// The mean of repeated measurements, and how well it is known.
struct Estimate {
  double mean = 0.0;
  double half_width = 0.0;  // of its 95 % confidence interval; infinite for fewer than two measurements
  std::size_t count = 0;

  double least() const { return mean - half_width; }
  double most() const { return mean + half_width; }
  /// Whether the interval lies on one side of `value`.
  bool differs_from(double value) const { return least() > value || most() < value; }
};

/// The mean ± t·s/√n: s is the standard deviation of the sample, t Student's quantile for its n − 1 degrees
/// of freedom (Student, "The probable error of a mean", Biometrika 6, 1908).
TILESCRIBE_EXPORT Estimate estimate(std::span<const double> measurements);

/// The 97.5 % quantile of Student's distribution, within 0.005 of its value; the normal one's beyond a
/// hundred degrees of freedom. Infinite for none.
TILESCRIBE_EXPORT double student_quantile(std::size_t degrees_of_freedom);

}  // namespace tilescribe
