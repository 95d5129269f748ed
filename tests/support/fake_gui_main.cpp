// SPDX-License-Identifier: Apache-2.0
// The desktop program on a fake transcriber: for pictures of its states, and for tests of the whole program.
// What a file does is told by its name: "bad…" fails, "slow…" never ends, "noengine…" as --model fails to
// open.
#include <utility>

#include "app/gui/run_gui.h"
#include "kernels/core/error.h"
#include "tests/support/fake_transcriber.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  test::FakeWorld world;
  world.script_all({.audio_s = 92.0, .segments = 16, .step = std::chrono::microseconds(3000), .looped = 5});
  world.script("bad.mp3", {.fail_after = 0});
  world.script("half.mp3", {.fail_after = 4});
  world.script(
      "slow.wav",
      {.audio_s = 723.0, .segments = 100, .step = std::chrono::microseconds(3000), .hold_after = 12});
  const TranscriberFactory good = world.factory();
  const TranscriberFactory open = [good](const EngineOptions& options, std::stop_token stop) {
    if (options.model == "noengine") {
      throw Error("Expected tokenizer.json in the checkpoint folder /home/me/models/noengine, found none.",
                  "files found: config.json, model.safetensors");
    }
    return good(options, std::move(stop));
  };
  return run_gui(
      argc, argv, open, [] { return std::filesystem::path("sample.wav"); }, test::fake_devices);
}
