// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "app/machine/services.h"
#include "inference/api/error.h"

/// The commands. Each returns an exit code. Failures that end the whole command are thrown.
namespace tilescribe::cli {

int transcribe(const TranscribeCommand& command, const Services& services, Console& console, bool verbose);
int align(const AlignCommand& command, const Services& services, Console& console, bool verbose);
int live(const LiveCommand& command, const Services& services, Console& console, bool verbose);
int verify(const VerifyCommand& command, const Services& services, Console& console);
int check(const CheckCommand& command, const Services& services, Console& console);
int list_devices(const Services& services, Console& console);
int tokenize_text(const TokenizeCommand& command, const Services& services, Console& console);
int detokenize_ids(const DetokenizeCommand& command, const Services& services, Console& console);

/// "tilescribe-cli: sentence" on standard error.
void say(Console& console, const Message& message);
/// The same for a failure and, with `verbose`, its indented details.
void report(Console& console, const Failure& failure, bool verbose);

}  // namespace tilescribe::cli
