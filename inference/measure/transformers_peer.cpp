// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/transformers_peer.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "inference/api/transcriber.h"
#include "inference/audio/pcm_reader.h"
#include "inference/measure/transformers_script.h"
#include "kernels/core/error.h"
#include "kernels/jit/program.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

constexpr double most_audio_s = 30.0;  // a window; our engines cut what is longer, transformers does not
constexpr double most_s = 1200.0;      // a large model on a CPU takes minutes

fs::path program_of(const std::string& python) {
  if (python.find('/') != std::string::npos) return python;
  const fs::path found = kernels::found_in_path({python});
  if (found.empty())
    throw Error("Expected a Python with torch and transformers, found no {1} in PATH.", python);
  return found;
}

/// Writes the recording as float32 samples at 16 kHz, and returns its length in seconds.
double write_samples(const fs::path& audio, const fs::path& file, const std::stop_token& stop) {
  const auto reader = audio::open_audio(audio, -1, stop);
  std::vector<float> samples, part(audio::sample_rate);
  while (const std::size_t count = reader->read(part)) {
    samples.insert(samples.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
    if (static_cast<double>(samples.size()) > most_audio_s * audio::sample_rate)
      throw Error("transformers is compared on recordings of at most {1} s, and this one is longer.",
                  Real{most_audio_s, 0});
  }
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(samples.data()),
            static_cast<std::streamsize>(samples.size() * sizeof(float)));
  out.close();
  if (!out) throw Error("{1} can't be written: {2}.", file.string(), std::generic_category().message(errno));
  return static_cast<double>(samples.size()) / audio::sample_rate;
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
      row.text = value;
      said_text = true;
    }
  }
  if (!said_text && last.empty()) throw Error("{1} ended without a word about the recording.", python);
  if (!said_text) throw Error("{1} could not hear the recording with transformers: {2}.", python, last);
}

}  // namespace

void hear_with_transformers(const std::string& python, const std::string& model, const fs::path& audio,
                            SideBySideRow& row, const std::stop_token& stop) {
  const fs::path program = program_of(python);
  const kernels::WorkFolder folder;
  row.audio_s = write_samples(audio, folder.path() / "samples", stop);
  const std::string directory = model.empty() ? demo_model_directory().string() : model;
  const kernels::Ran ran = kernels::run_program(
      {program.string(), "-c", transformers_script, directory, "samples"}, folder.path(), most_s, stop);
  if (stop.stop_requested()) throw Cancelled();
  if (ran.ended)
    throw Error("{1} did not hear the recording with transformers within {2} s, and was ended.", python,
                Real{most_s, 0});
  read_lines(ran.output, python, row);
}

}  // namespace tilescribe
