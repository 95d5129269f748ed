// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <string>

namespace tilescribe::ui {

/// The translation context of the profiler's texts that belong to no widget: ProfilingTexts::tr("Host").
struct ProfilingTexts {
  Q_DECLARE_TR_FUNCTIONS(Profiling)
};

/// A name in a profile for people: a stage, a layer, a stream in the user's language; names of kernels, ops
/// and variants as they are.
QString profile_name(const std::string& name);

}  // namespace tilescribe::ui
