// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include "kernels/core/config.h"
#include "kernels/device/gpu.h"

/// GPUs for which plans are made, and what a plan proposes.
namespace tilescribe::test {

using kernels::Config;
using kernels::Configs;
using kernels::Gpu;

inline constexpr Gpu h200{0, 132, 9, 227 * 1024, true};
inline constexpr Gpu a100{0, 108, 8, 163 * 1024};
inline constexpr Gpu small_gpu{0, 20, 8, 99 * 1024};

inline QString first(const Configs& configs) {
  if (configs.empty()) return "none";
  return QString::fromUtf8(configs.front().name.data(), static_cast<qsizetype>(configs.front().name.size()));
}

/// All of them, separated by "; ".
inline QString names(const Configs& configs) {
  QStringList list;
  for (const Config& config : configs) list += first({config});
  return list.join("; ");
}

}  // namespace tilescribe::test
