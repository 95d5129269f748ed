// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/statistics.h"

#include <array>
#include <cmath>
#include <limits>

namespace tilescribe {

double student_quantile(std::size_t degrees_of_freedom) {
  constexpr std::array few = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                              2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
  constexpr double normal = 1.959964;
  if (degrees_of_freedom == 0) return std::numeric_limits<double>::infinity();
  if (degrees_of_freedom <= few.size()) return few.at(degrees_of_freedom - 1);
  if (degrees_of_freedom > 100) return normal;
  // The first two terms of its expansion around the normal quantile z (Abramowitz and Stegun, 26.7.5).
  const double z = normal, n = static_cast<double>(degrees_of_freedom);
  return z + (z * z * z + z) / (4.0 * n) +
         (5.0 * std::pow(z, 5) + 16.0 * z * z * z + 3.0 * z) / (96.0 * n * n);
}

Estimate estimate(std::span<const double> measurements) {
  Estimate found;
  found.count = measurements.size();
  found.half_width = std::numeric_limits<double>::infinity();
  if (measurements.empty()) return found;
  const auto n = static_cast<double>(found.count);
  for (const double one : measurements) found.mean += one / n;
  if (found.count < 2) return found;
  double squares = 0.0;
  for (const double one : measurements) squares += (one - found.mean) * (one - found.mean);
  found.half_width = student_quantile(found.count - 1) * std::sqrt(squares / (n - 1.0) / n);
  return found;
}

}  // namespace tilescribe
