// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/lab.h"

namespace tilescribe::ui {

/// What an engine offers for the lab.
struct LabCatalogue {
  std::vector<std::string> ops;
  std::vector<VariantRow> variants;
  std::vector<ShapeRow> shapes;
};

/// What is to be checked or timed.
struct LabRequest {
  EngineOptions engine = {};  // its engine, GPU and arithmetic
  std::string op = {};
  std::string variant = {};  // its name; empty: all
  std::string shape = {};    // as OpsOptions::shape; empty: all
  bool configs = false;      // all configurations are timed; a check always has all

  bool operator==(const LabRequest&) const = default;
};

/// How the work of the lab stands.
enum class LabPhase {
  looking,  // for what there is
  idle,
  checking,
  timing,
  compiling,
  reporting,
  comparing,
  measuring,
  transcribing,  // with a kernel of the user's
  writing,
  stopping,
};

}  // namespace tilescribe::ui
