// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/console.h"
#include "app/machine/services.h"

namespace tilescribe::test {

/// Services without a model. What a file says depends on the start of its name:
///   bad…    throws an Error with details
///   crash…  throws something that is no Error
///   slow…   says one sentence, then waits until it is cancelled
///   stuck…  says one sentence, then, and says so, hears no cancellation for half a minute
///   mute…   waits until it is cancelled, and has said nothing
///   empty…  no text at all
///   long…   says a hundred thousand sentences
///   dies…   says one sentence, then the GPU is lost, where it runs on one
/// anything else says two sentences, "First of NAME." and "Second of NAME.".
/// The options "model" of "nosuch" fail to open; "big" opens on a GPU unless the engine is the CPU, and that
/// of "deaf" fails in the middle of a live session; "alone" opens once on a GPU, and never again or on the
/// CPU. fake_cli_lab() is the lab.
Services fake_services();
/// How many files have come so far to where they wait until they are cancelled.
int files_that_waited();

/// Keeps what is written.
class StringConsole : public cli::Console {
 public:
  std::string output;
  std::string errors;
  std::string text_to_read;
  bool out_terminal = false;
  bool err_terminal = false;
  bool closed = false;  // the reader went away
  bool full = false;    // so is the disk
  std::stop_source interrupt;

  std::string input() override { return text_to_read; }
  bool out_is_terminal() const override { return out_terminal; }
  bool err_is_terminal() const override { return err_terminal; }
  int columns() const override { return 60; }
  std::stop_token interrupts() override { return interrupt.get_token(); }

 protected:
  void write_out(std::string_view bytes) override;
  void write_err(std::string_view bytes) noexcept override { errors += bytes; }
};

}  // namespace tilescribe::test
