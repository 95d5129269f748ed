// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/transformers_peer.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "inference/api/spacing.h"
#include "inference/api/transcriber.h"
#include "inference/audio/pcm_reader.h"
#include "inference/measure/transformers_script.h"
#include "inference/pipeline/windows_ahead.h"
#include "kernels/core/error.h"
#include "kernels/jit/program.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

constexpr double most_audio_s = 3600.0;  // 230 MB of samples
constexpr double most_s = 3600.0;        // a large model on a CPU takes minutes for a window

fs::path program_of(const std::string& python) {
  if (python.find('/') != std::string::npos) return python;
  fs::path found = kernels::found_in_path({python});
  if (found.empty())
    throw Error("Expected a Python with torch and transformers, found no {1} in PATH.", python);
  return found;
}

void write_file(const fs::path& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw Error("{1} can't be written: {2}.", file.string(), std::generic_category().message(errno));
}

/// A recording as the script reads it.
struct Windows {
  double audio_s = 0.0;
  std::vector<float> samples;  // of all windows in which somebody speaks, at 16 kHz
  std::string lines;           // where each of them begins, and its number of samples
};

/// Cuts the recording as our engines do, which skip the same windows.
Windows windows_of(const fs::path& audio, const std::stop_token& stop) {
  Windows windows;
  WindowsAhead ahead(audio::open_audio(audio, -1, stop), {}, stop, {}, 2);
  while (const std::optional<ReadyWindow> next = ahead.next()) {
    windows.audio_s = next->window.end_s();
    if (windows.audio_s > most_audio_s)
      throw Error("transformers is compared on recordings of at most {1} min, and this one is longer.",
                  Real{most_audio_s / 60.0, 0});
    if (next->audio_tokens == 0 || next->voiced_s.empty()) continue;
    const std::vector<float>& samples = next->window.samples;
    windows.lines += std::to_string(windows.samples.size()) + ' ' + std::to_string(samples.size()) + '\n';
    windows.samples.insert(windows.samples.end(), samples.begin(), samples.end());
  }
  return windows;
}

double number(std::string_view text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// What the script says: lines of "tilescribe", a key and a value, between what libraries print.
void read_lines(const std::string& output, const std::string& python, SideBySideRow& row) {
  std::istringstream lines(output);
  bool said_text = false;
  JoinedText text;
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    std::array<std::string, 4> words;
    std::istringstream parts(line);
    for (std::string& word : words) std::getline(parts, word, '\t');
    const auto& [mark, key, value, more] = words;
    if (mark != "tilescribe") {
      if (!line.empty()) last = line;
      continue;
    }
    if (key == "failure")
      throw Error("{1} could not hear the recording with transformers: {2}.", python, value);
    if (key == "engine") row.description = Message::verbatim(value);
    if (key == "seconds") row.seconds = number(value);
    if (key == "stage") row.stages.push_back({value, number(more)});
    if (key == "text") {
      text.add(value);
      said_text = true;
    }
  }
  if (!said_text && last.empty()) throw Error("{1} ended without a word about the recording.", python);
  if (!said_text) throw Error("{1} could not hear the recording with transformers: {2}.", python, last);
  row.text = std::move(text).take();
}

}  // namespace

void hear_with_transformers(const std::string& python, const std::string& model, const fs::path& audio,
                            SideBySideRow& row, const std::stop_token& stop) {
  const fs::path program = program_of(python);
  const kernels::WorkFolder folder;
  const Windows windows = windows_of(audio, stop);
  row.audio_s = windows.audio_s;
  if (windows.lines.empty()) throw Error("Nobody speaks in {1}.", audio.string());
  write_file(folder.path() / "samples",
             {reinterpret_cast<const char*>(windows.samples.data()), windows.samples.size() * sizeof(float)});
  write_file(folder.path() / "windows", windows.lines);
  const std::string directory = model.empty() ? demo_model_directory().string() : model;
  const kernels::Ran ran =
      kernels::run_program({program.string(), "-c", transformers_script, directory, "samples", "windows"},
                           folder.path(), most_s, stop);
  if (stop.stop_requested()) throw Cancelled();
  if (ran.ended)
    throw Error("{1} did not hear the recording with transformers within {2} s, and was ended.", python,
                Real{most_s, 0});
  read_lines(ran.output, python, row);
}

}  // namespace tilescribe
