// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/machine/capture.h"
#include "app/machine/lab.h"
#include "app/machine/models.h"
#include "app/scheduler/engines.h"

namespace tilescribe {

/// What both programs use to do their work. It outlives them.
struct Services {
  Engines& engines;
  Capture& capture;
  Lab& lab;
  Models& models;
};

}  // namespace tilescribe
