// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/scheduler/events.h"
#include "app/scheduler/work_queue.h"

namespace tilescribe {

/// What a job is about to do. Checks whether the text in its options can be continued: the same model and
/// arithmetic must continue it, and the file must not have changed. A missing file counts as unchanged;
/// transcribing it will report that.
JobBegins beginning_of(const JobTask& job, const EngineInfo& engine, const ModelInfo& model);

}  // namespace tilescribe
