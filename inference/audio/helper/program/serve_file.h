// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"
#include "inference/audio/helper/packet.h"
#include "inference/audio/helper/program/confine.h"
#include "inference/audio/helper/protocol.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {

/// What is answered where this failed.
PacketWriter failed_answer(const Error& error);

/// Answers all that a program asks about one file, until it hangs up.
void serve_file(int socket, const std::shared_ptr<AudioFile>& file, Job job, const Track& track,
                const Limits& limits, const Message& not_confined);

}  // namespace tilescribe::audio
