// SPDX-License-Identifier: Apache-2.0
// soak_hour [MINUTES]: the demo model at work for so long in real time (60 if nothing is said), on files,
// live text and recordings in turn. Rounds differ in what they do and hold, so each cycle of 40 rounds is
// compared with the first one after a tenth of the time, by its highest figures: memory must stay within 2 %,
// handles and processes must not become more. Each file must have the text that it had in the beginning and
// has in a fresh scheduler.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "inference/api/transcriber.h"
#include "kernels/core/error.h"
#include "tests/app/soak/soak.h"
#include "tests/inference/audio/recording/recording_checks.h"

namespace {

using namespace tilescribe;
using test::Held;

constexpr int cycle = 40;  // rounds, after which Soak::round() does the same again

void print(int round, const Held& held) {
  std::cout << "round " << round << ": " << held.bytes / 1024 << " KiB allocated, "
            << held.resident_bytes / 1024 << " KiB resident, " << held.handles << " handles; "
            << held.processes << " process(es) with " << held.started_bytes / 1024 << " KiB resident"
            << std::endl;
}

// By more than 2 %, or than 1 MiB of a small process, whose pages the system counts roughly.
bool grew(std::size_t now, std::size_t first) {
  return now > first + std::max(first / 50, std::size_t{1} << 20);
}

// What is held now. Where that is more than at first, other threads get some seconds to give back what they
// no longer need.
Held held_after_a_while(const std::optional<Held>& first) {
  Held now = test::held_now();
  for (int look = 0; look < 10 && first; ++look) {
    if (!grew(now.bytes, first->bytes) && !grew(now.resident_bytes, first->resident_bytes) &&
        !grew(now.started_bytes, first->started_bytes))
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    now = test::held_now();
  }
  return now;
}

Held highest(const Held& one, const Held& other) {
  return {.bytes = std::max(one.bytes, other.bytes),
          .resident_bytes = std::max(one.resident_bytes, other.resident_bytes),
          .started_bytes = std::max(one.started_bytes, other.started_bytes),
          .handles = std::max(one.handles, other.handles),
          .processes = std::max(one.processes, other.processes)};
}

void check(const char* what, std::size_t now, std::size_t first) {
  if (!grew(now, first)) return;
  throw std::runtime_error(std::string(what) + " grew from " + std::to_string(first) + " to " +
                           std::to_string(now));
}

void soak_for(std::chrono::steady_clock::duration all) {
  const std::filesystem::path data = TILESCRIBE_TEST_DATA "/audio",
                              samples = TILESCRIBE_SOURCE_DIR "/resources/audio";
  const std::string demo = demo_model_directory().string();
  LocalEngines engines;
  const test::SoakPlan plan{
      .files = {data / "speech.m4a", data / "speech.opus", samples / "short.wav", samples / "sample.wav"},
      .broken_files = {data / "silent-film.mp4", data / "nothing.wav"},
      .device_file = data / "speech.mp3",
      .model = {.model = demo, .engine = Engine::cpu, .compute = Compute::f32},
      .other_model = {.model = demo,
                      .engine = Engine::cpu,
                      .compute = Compute::f32,
                      .weights = Weights::int8},
      .failing_model = {.model = demo,
                        .engine = Engine::cpu,
                        .compute = Compute::f32,
                        .inject_fault = InjectedFault::lost},
      .spoken_s = 60.0,
      .speech = std::make_shared<const std::vector<std::int16_t>>(test::samples_of(samples / "sample.wav")),
      .same_live_text = false};
  test::Soak soak(engines, plan);
  const auto begin = std::chrono::steady_clock::now();
  std::optional<Held> first;
  int compared = 0;
  for (int number = 0; std::chrono::steady_clock::now() - begin < all; ++number) {
    Held held;
    for (int round = number * cycle; round < (number + 1) * cycle; ++round) {
      soak.round(round);
      const Held now = held_after_a_while(first);
      print(round, now);
      held = highest(held, now);
    }
    // Not before each trouble was there.
    if (number == 0 || std::chrono::steady_clock::now() - begin < all / 10) continue;
    if (!first) {
      first = held;
      continue;
    }
    check("Allocated memory", held.bytes, first->bytes);
    check("Resident memory", held.resident_bytes, first->resident_bytes);
    check("Resident memory of the decoder", held.started_bytes, first->started_bytes);
    if (held.handles > first->handles) throw std::runtime_error("A handle was leaked.");
    if (held.processes > first->processes) throw std::runtime_error("A process was left behind.");
    ++compared;
  }
  if (compared == 0) throw std::runtime_error("Too few rounds to compare.");
  test::Soak(engines, plan).compare_with(soak);
}

}  // namespace

int main(int argc, char** argv) {
  const int minutes = argc > 1 ? std::atoi(argv[1]) : 60;
  try {
    soak_for(std::chrono::minutes(minutes));
  } catch (const std::exception& failure) {
    std::cout << "failed: " << failure.what() << '\n';
    return 1;
  }
  std::cout << minutes << " minutes: nothing grew, and the texts stayed\n";
  return 0;
}
