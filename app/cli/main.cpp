// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <optional>

#include "app/cli/interrupts.h"
#include "app/cli/run.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  // A closed pipe and a file size limit are errors of the write that meets them; they must not end the
  // program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);

  std::optional<cli::Interrupts> interrupts;
  const cli::Services services{
      .open_transcriber = open_transcriber,
      .list_sources = list_sources,
      .start_recording = start_recording,
      .settle_recording = settle_recording,
      .verify_model = verify_model,
      .check_ops = check_ops,
      .op_names = op_names,
      .bench_stages = bench_stages,
      .bench_ops = bench_ops,
      .bench_trace = bench_trace,
      .bench_transcription = bench_transcription,
      .save_profile = save_profile,
      .devices = devices,
      .tokenize = tokenize,
      .detokenize = detokenize,
      .describe_failure = describe_failure,
      .is_cancellation = is_cancellation,
      .stop_on_interrupt =
          [&interrupts] {
            if (!interrupts) interrupts.emplace();
            return interrupts->token();
          },
  };
  cli::ProcessConsole console;
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return cli::run(arguments, services, console);
}
