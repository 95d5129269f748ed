// SPDX-License-Identifier: Apache-2.0
// Results of a kernel lab that are made up.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/side_by_side.h"
#include "tests/support/fake_lab.h"

namespace tilescribe::test {

/// Sizes, variants and problems as the registry names them, or as signs that no language translates.
struct LabNames {
  std::string first = "linear", second = "rms_norm";
  std::string fast = "highway", slow = "portable";
  std::string shape = "rows=1 out=6144 in=2048", other = "rows=1500 out=3840 in=1280";
  Message why = Message("Uses the vector instructions of this CPU, for any sizes.");
};

inline BenchSetting lab_setting() {
  BenchSetting setting;
  setting.engine = "CPU, f32, 2 threads";
  setting.compute = "f32";
  setting.ceilings.read_gb_s = 21.4;
  setting.ceilings.f32_tflop_s = 0.163;
  return setting;
}

inline OpRow timed(const std::string& op, const std::string& variant, const std::string& problem, double ms,
                   double tflop_s, double gb_s) {
  OpRow row;
  row.op = op;
  row.problem = problem;
  row.variant = variant;
  row.time = {ms, 0.94 * ms, 1.2 * ms};
  row.rates = {tflop_s, gb_s, 100.0 * tflop_s / 0.163, 100.0 * gb_s / 21.4};
  row.error = 3.1e-7;
  row.against = "reference";
  return row;
}

/// The lab times two variants and one that complains, and checks two, one of which has a wrong element.
inline void fill_lab(FakeLab& lab, const LabNames& names = {}) {
  lab.variants = {{names.first, "cpu/" + names.fast, names.why},
                  {names.first, "cpu/" + names.slow, names.why},
                  {names.second, "cpu/" + names.fast, names.why}};
  lab.shapes = {{names.first, names.shape}, {names.first, names.other}, {names.second, names.shape}};
  lab.timing = [names](const OpsOptions& options, const Lab::Setting& setting, const Lab::OpRows& row,
                       const std::stop_token&) {
    setting(lab_setting());
    OpRow used = timed(options.op, names.fast, names.shape, 0.9, 0.14, 14.2);
    used.chosen = true;
    row(used);
    row(timed(options.op, names.slow, names.shape, 7.5, 0.0168, 1.7));
    OpRow wrong = timed(options.op, names.fast + "/64x16", names.shape, 0.8, 0.157, 16.0);
    wrong.error = 0.25;
    wrong.complaint =
        Message("{1} at index {2} was not written, or is not finite.", Message("Output {1} of {2}", 1, 1), 7);
    row(wrong);
  };
  lab.checking_ops = [names](const CheckOptions& options, const Lab::CheckRows& row,
                             const std::stop_token&) -> std::uint64_t {
    for (int size = 1; size <= 3; ++size)
      row({options.op,
           "cpu f32/" + names.fast,
           "rows=" + std::to_string(size) + " out=17 in=5 f32",
           2e-7,
           2e-5,
           true,
           {}});
    row({options.op, "cpu f32/" + names.slow, "rows=17 out=33 in=65 f32", 0.5, 2e-5, false,
         Message("Output {1} of {2} at row {3}, column {4} is {5}, but must be {6}: beyond the tolerance.", 1,
                 1, 3, 9, "1.5", "1.25")});
    return 1234;
  };
}

/// Speeds that grow with the batch and fall with the length.
inline std::vector<GridCell> grid_cells() {
  std::vector<GridCell> cells;
  for (const int windows : {1, 2, 4, 8}) {
    for (const int seconds : {5, 10, 20, 30}) {
      const double times = 90.0 * windows / (windows + 2.0) - 0.7 * seconds;
      const double ms = 1000.0 * windows * seconds / times;
      cells.push_back({windows, seconds, {ms, 0.97 * ms, 1.1 * ms}, times});
    }
  }
  return cells;
}

/// Where a text stands after `at_s` seconds that a GPU writes at 400 tokens a second.
inline ProfileFrame writing_frame(double at_s) {
  const auto ns = [](double seconds) { return static_cast<std::int64_t>(seconds * 1e9); };
  ProfileFrame frame;
  frame.at_ns = ns(at_s);
  frame.tokens = static_cast<std::int64_t>(400.0 * at_s);
  const double busy_s = (0.82 + 0.03 * std::sin(3.0 * at_s)) * at_s;
  frame.stages = {{"prefill", 2'000'000}, {"decode", ns(busy_s)}};
  const std::vector<std::pair<const char*, double>> kernels = {{"gemv_sm90_norm_gated_mlp_split", 0.39},
                                                               {"gemv_sm90", 0.24},
                                                               {"decode_attention", 0.17},
                                                               {"logits_rows", 0.12},
                                                               {"argmax_stop", 0.05}};
  for (const auto& [name, share] : kernels)
    frame.top.push_back({name, "linear", "decode", 12 * frame.tokens, ns(share * busy_s)});
  frame.top.push_back({"gemm_sm90", "linear", "prefill", 48, 1'400'000});
  frame.source = "CUPTI";
  return frame;
}

/// Writes such a text in two pieces, as if on this engine.
inline auto fake_writing(const EngineInfo& engine, const std::string& text) {
  return [engine, text](const GenerateOptions& options, const WriteEvents& events, const std::stop_token&) {
    events.opened(engine, {});
    const std::size_t half = text.find(' ');
    events.written(0, text.substr(0, half));
    for (int frame = 0; frame < 80; ++frame) events.measured(writing_frame(0.05 * frame));
    events.written(0, text.substr(half));
    GeneratedTexts result{.engine = engine, .model = {}, .texts = {{}}, .first_token_s = 0.25};
    result.texts[0].ids.assign(static_cast<std::size_t>(options.max_new_tokens), 7);
    result.other_tokens_s = (options.max_new_tokens - 1) / 400.0;
    return result;
  };
}

/// Two engines that heard a recording, and one that could not.
inline std::vector<SideBySideRow> side_by_side(const std::string& text, const std::string& other,
                                               const Message& complaint) {
  SideBySideRow first{
      .engine = "cpu",
      .description = Message::verbatim("CPU, f32, 2 threads"),
      .text = text,
      .audio_s = 24.8,
      .seconds = 1.31,
      .stages = {
          {"features", 18.2}, {"encoder", 604.0}, {"projector", 3.1}, {"prefill", 21.6}, {"decode", 540.0}}};
  SideBySideRow last = first;
  last.engine = "transformers";
  last.description = Message::verbatim("transformers 5.2.0");
  last.text = other;
  last.seconds = 1.74;
  last.word_error_rate = 0.021;
  last.times_as_fast = 1.31 / 1.74;
  return {first, {.engine = "cuda", .complaint = complaint}, last};
}

}  // namespace tilescribe::test
