// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/run.h"
#include "inference/api/error.h"
#include "inference/api/kernel_lab.h"

/// The commands. Each returns an exit code. Failures that end the whole command are thrown.
namespace tilescribe::cli {

struct Context {
  const Services& services;
  Console& console;
  bool verbose = false;    // show the details of errors, and what runs
  std::string typed = {};  // the command line, as a shell would read it again
  bool messages = false;   // messages are for a program of ours, which words them (app/message_text.h)
  std::vector<std::string> words = {};  // the arguments as they came
};

int execute(const TranscribeCommand& command, const Context& context);
int execute(const AlignCommand& command, const Context& context);
int execute(const CuesCommand& command, const Context& context);
int execute(const CompareCommand& command, const Context& context);
int execute(const LiveCommand& command, const Context& context);
int execute(const ServeCommand& command, const Context& context);
int execute(const ArchivePlanCommand& command, const Context& context);
int execute(const ArchiveRunCommand& command, const Context& context);
int execute(const ArchiveStatusCommand& command, const Context& context);
int execute(const ArchiveMergeCommand& command, const Context& context);
int execute(const ArchiveRetryCommand& command, const Context& context);
int execute(const ArchiveSubmitCommand& command, const Context& context);
int execute(const VerifyCommand& command, const Context& context);
int execute(const CheckCommand& command, const Context& context);
int execute(const DevicesCommand& command, const Context& context);
int execute(const ModelsCommand& command, const Context& context);
int execute(const GetModelCommand& command, const Context& context);
int execute(const AddModelCommand& command, const Context& context);
int execute(const RemoveModelCommand& command, const Context& context);
int execute(const TokenizeCommand& command, const Context& context);
int execute(const DetokenizeCommand& command, const Context& context);
int execute(const GenerateCommand& command, const Context& context);
int execute(const LabCommand& command, const Context& context);
int execute(const LabNewCommand& command, const Context& context);
int execute(const LabCheckCommand& command, const Context& context);
int execute(const LabTimeCommand& command, const Context& context);
int execute(const LabModelCommand& command, const Context& context);
int execute(const LabCompileCommand& command, const Context& context);
int execute(const BenchCommand& command, const Context& context);
int execute(const TuneCommand& command, const Context& context);
int execute(const ReportCommand& command, const Context& context);

/// "tilescribe-cli: sentence" on standard error.
void say(const Context& context, const Message& message);
/// The same for a failure; its details too, indented, if they are to be shown.
void report(const Context& context, const Failure& failure);
/// Runs a command of this program's in a process that is watched, and says what ended it. Returns its exit
/// code.
int watch(std::vector<std::string> words, const KernelProcess& process, const Context& context);
/// Says how a kernel of the user's own was compiled.
ToldCompiled tell_compiled(const Context& context);

}  // namespace tilescribe::cli
