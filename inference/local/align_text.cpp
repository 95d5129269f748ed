// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "inference/align/letter_model.h"
#include "inference/align/word_times.h"
#include "inference/api/align.h"
#include "inference/api/transcriber.h"
#include "inference/audio/pcm_reader.h"
#include "inference/pipeline/engine.h"
#include "inference/pipeline/window_cutter.h"
#include "inference/speakers/survey.h"
#include "inference/weights/checkpoint.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

fs::path side_file_of(const fs::path& model) {
  fs::path file = model / align::LetterHead::file_name;
  if (!fs::is_regular_file(file)) {
    throw Error(
        "Word times need a model with {1}, and {2} has none; without --model the bundled one is used.",
        align::LetterHead::file_name, model.string());
  }
  return file;
}

// What is heard in a track of the audio, and how long it is.
struct Heard {
  align::LetterScores scores;
  double end_s = 0.0, missing_s = 0.0;
};

// `heard`: is told the seconds of this track.
Heard listen(align::LetterModel& letters, audio::PcmReader& reader,
             const std::function<void(double heard_s, double of_s)>& heard, const std::stop_token& stop) {
  Heard track;
  WindowCutter windows(reader, {}, stop);
  while (const std::optional<AudioWindow> window = windows.next()) {
    letters.listen(window->samples, window->start_s(), track.scores);
    track.end_s = window->end_s();
    if (heard) heard(track.end_s, std::max(track.end_s, reader.duration_s()));
  }
  track.missing_s = reader.missing_s();
  return track;
}

std::vector<std::string> speakers_of(const Transcript& text) {
  std::vector<std::string> names;
  for (const Segment& segment : text.segments) {
    if (std::ranges::find(names, segment.speaker) == names.end()) names.push_back(segment.speaker);
  }
  return names;
}

// The correlation of how loud two tracks are, over time. Unlike that of their samples, it does not depend on
// the way of the sound to two microphones.
double likeness(const speakers::Levels& one, const speakers::Levels& other) {
  const auto frames = static_cast<double>(one.size());
  double a = 0.0, b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const double x = std::sqrt(one[i]), y = std::sqrt(other[i]);
    a += x, b += y, aa += x * x, bb += y * y, ab += x * y;
  }
  const double spread = (aa - a * a / frames) * (bb - b * b / frames);
  return spread > 0.0 ? (ab - a * b / frames) / std::sqrt(spread) : 0.0;
}

// Whether each track has sound of its own. Where the same people are heard in two, a word could be found
// where somebody else says it. 0.5 is an echo of -11 dB.
bool are_apart(const std::vector<speakers::Levels>& levels) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k)
      if (likeness(levels[i], levels[k]) > 0.5) return false;
  }
  return true;
}

// Those of the speakers, where several are named and the tracks are apart; else the stream as a whole. What
// is wrong with a file is said when it is opened.
std::vector<audio::Track> tracks_for(const Transcript& text, const fs::path& audio, int stream,
                                     const std::stop_token& stop) {
  try {
    if (speakers_of(text).size() > 1) {
      std::vector<audio::Track> tracks = speakers::tracks_of(audio, stream, stop);
      if (are_apart(speakers::survey_of(audio, tracks, {}, stop).levels)) return tracks;
    }
  } catch (const Error&) {
  }
  return {{.stream = stream, .channel = -1}};
}

// How sure it is that these words are said there: the mean logarithm of their probabilities.
double sureness(const Transcript& text) {
  double sum = 0.0, words = 0.0;
  for (const Segment& segment : text.segments) {
    for (const TimedWord& word : segment.words) {
      sum += std::log(std::max(word.probability, 1e-6F));
      words += 1.0;
    }
  }
  return words > 0.0 ? sum / words : 0.0;
}

// Each speaker's words are looked for in the track where they are heard best. Who is heard in none keeps his
// times; throws Error if nobody is heard.
void add_times_by_speaker(Transcript& text, const std::vector<Heard>& tracks, align::Lateness late,
                          const std::stop_token& stop) {
  std::exception_ptr unheard;
  bool found = false;
  for (const std::string& speaker : speakers_of(text)) {
    Transcript own;
    for (const Segment& segment : text.segments)
      if (segment.speaker == speaker) own.segments.push_back(segment);
    std::optional<Transcript> best;
    for (const Heard& track : tracks) {
      Transcript timed = own;
      try {
        align::add_word_times(timed, track.scores, late, stop);
      } catch (const Error&) {
        unheard = std::current_exception();
        continue;
      }
      if (!best || sureness(timed) > sureness(*best)) best = std::move(timed);
    }
    if (!best) continue;
    found = true;
    auto next = best->segments.begin();
    for (Segment& segment : text.segments)
      if (segment.speaker == speaker) segment = std::move(*next++);
    // A single segment without times was divided.
    std::move(next, best->segments.end(), std::back_inserter(text.segments));
  }
  if (!found) std::rethrow_exception(unheard);
}

}  // namespace

Transcript align_text(Transcript text, const fs::path& audio, const AlignOptions& options,
                      const std::function<void(double heard_s, double of_s)>& heard,
                      const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<audio::Track> tracks = tracks_for(text, audio, options.audio_stream, stop);
  std::unique_ptr<audio::PcmReader> reader = audio::open_audio(audio, tracks.front(), {}, stop);
  const fs::path folder =
      options.engine.model.empty() ? demo_model_directory() : fs::path(options.engine.model);
  const fs::path side_file = side_file_of(folder);
  const std::unique_ptr<weights::Checkpoint> checkpoint = weights::Checkpoint::open(folder);
  const OpenedEngine engine = open_engine(options.engine, 2 * checkpoint->parameters());
  engine.backend->set_stop_token(stop);
  align::LetterModel letters(*engine.backend, checkpoint->config().encoder, *checkpoint, side_file, stop);

  std::vector<Heard> all;
  for (const audio::Track& track : tracks) {
    if (!reader) reader = audio::open_audio(audio, track, {}, stop);
    const auto of_all = [&](double heard_s, double of_s) {
      if (heard)
        heard(heard_s + static_cast<double>(all.size()) * of_s, of_s * static_cast<double>(tracks.size()));
    };
    all.push_back(listen(letters, *reader, of_all, stop));
    reader.reset();
  }
  if (all.size() == 1) {
    align::add_word_times(text, all.front().scores, letters.late(), stop);
  } else {
    add_times_by_speaker(text, all, letters.late(), stop);
  }
  text.source = audio.filename().string();
  text.engine = engine.info.summary();
  text.duration_s = std::ranges::max(all, {}, &Heard::end_s).end_s;
  text.missing_s = std::ranges::max(all, {}, &Heard::missing_s).missing_s;
  text.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return text;
}

}  // namespace tilescribe
