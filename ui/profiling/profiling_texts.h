// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

namespace tilescribe::ui {

/// The translation context of the profiler's texts that belong to no widget: ProfilingTexts::tr("Host").
struct ProfilingTexts {
  Q_DECLARE_TR_FUNCTIONS(Profiling)
};

}  // namespace tilescribe::ui
