// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "inference/api/transcriber.h"
#include "tests/support/fake_transcriber.h"

namespace tilescribe::test {

/// A live session as FakeLiveScript says, from a checkpoint on. `gpu`: it runs on one; `stop`: gives it up.
std::unique_ptr<LiveSession> fake_live_session(std::shared_ptr<const GrowingRecording> recording,
                                               LiveEvents events, LiveCheckpoint from,
                                               const FakeLiveScript& script, bool gpu, std::stop_token stop);

}  // namespace tilescribe::test
