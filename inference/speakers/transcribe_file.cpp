// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/speakers.h"
#include "inference/audio/decoder.h"
#include "inference/speakers/crosstalk.h"
#include "inference/speakers/merge.h"
#include "inference/speakers/survey.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

// Whoever listens to others is silent for long, and a model that hears much silence forgets what comes
// behind.
constexpr double longest_pause_s = 2.0;

using Numbers = std::vector<std::size_t>;

std::string numbered(const Numbers& tracks) {
  std::string text;
  for (const std::size_t one : tracks) text += (text.empty() ? "" : ", ") + std::to_string(one + 1);
  return text;
}

// The number of the track that is loudest over all.
std::size_t loudest_of(const Numbers& tracks, const speakers::Survey& survey) {
  const auto power = [&](std::size_t track) {
    double sum = 0.0;
    for (const float level : survey.levels[track]) sum += static_cast<double>(level);
    return sum;
  };
  return *std::ranges::max_element(tracks, {}, power);
}

// Why the tracks are fewer speakers than they are, in sentences.
std::vector<Message> why_fewer(const std::vector<Numbers>& sounds, std::size_t tracks) {
  if (tracks == 1) return {Message("The audio has one channel, so nobody is told apart.")};
  if (sounds.empty()) return {Message("No channel has sound.")};
  std::vector<Message> why;
  if (sounds.size() == 1) {
    if (sounds.front().size() == 1) {
      why.push_back(
          Message("Only channel {1} has sound, so nobody is told apart.", sounds.front().front() + 1));
    } else {
      why.push_back(
          Message("The channels are alike, so they are transcribed as one and nobody is told apart."));
    }
    return why;
  }
  std::size_t heard = 0;
  for (const Numbers& sound : sounds) {
    heard += sound.size();
    if (sound.size() > 1)
      why.push_back(Message("Channels {1} are alike and are transcribed as one.", numbered(sound)));
  }
  if (heard < tracks) why.push_back(Message("{1} of {2} channels are silent.", tracks - heard, tracks));
  return why;
}

// The transcription of several tracks, one after the other.
class SpeakersRun {
 public:
  SpeakersRun(Transcriber& transcriber, const std::filesystem::path& file, const TranscribeOptions& options,
              const TranscribeEvents& events, std::stop_token stop)
      : transcriber_(transcriber), file_(file), options_(options), events_(events), stop_(std::move(stop)) {
    options_.speakers = Speakers::none;
  }

  Transcript run() {
    const std::vector<audio::Track> tracks = speakers::tracks_of(file_, options_.audio_stream, stop_);
    speakers::Survey survey;
    std::vector<Numbers> sounds(1, Numbers{0});
    if (tracks.size() > 1) {
      const auto lasts = [this](double seconds) {
        if (events_.progress) events_.progress({.audio_total_s = seconds});
      };
      survey = speakers::survey_of(file_, tracks, lasts, stop_);
      sounds = speakers::sounds_of(survey);
    }
    if (events_.notice) {
      for (const Message& why : why_fewer(sounds, tracks.size())) events_.notice(why);
    }
    if (sounds.size() < 2) return run_as_one(tracks, sounds, survey);

    Numbers voices;
    for (const Numbers& sound : sounds) voices.push_back(loudest_of(sound, survey));
    std::vector<speakers::TrackText> texts;
    Transcript all;
    for (std::size_t i = 0; i < voices.size() && !all.cancelled; ++i) {
      const std::size_t track = voices[i];
      speakers_ = {i, voices.size(), name_of(sounds[i].front())};
      std::vector<const speakers::Levels*> others;
      for (const std::size_t other : voices) {
        if (other != track) others.push_back(&survey.levels[other]);
      }
      options_.silenced_s = speakers::echoes_in(survey.levels[track], others);
      Transcript one = run_track(tracks[track]);
      texts.push_back({std::move(one.segments), &survey.levels[track]});
      one.segments.clear();
      if (i == 0) {
        all = std::move(one);
      } else {
        all.duration_s = std::max(all.duration_s, one.duration_s);
        all.missing_s = std::max(all.missing_s, one.missing_s);
        all.elapsed_s += one.elapsed_s;
        all.cancelled = one.cancelled;
      }
    }
    all.segments = speakers::merged(texts);
    // What follows the last word belongs to the audio, too.
    if (!all.cancelled)
      all.duration_s =
          std::max(all.duration_s, static_cast<double>(survey.levels.front().size()) * speakers::frame_s);
    return all;
  }

 private:
  struct Turn {
    std::size_t done = 0, of = 1;  // tracks
    std::string speaker = {};
  };

  std::string name_of(std::size_t track) const {
    const std::vector<std::string>& names = options_.speaker_names;
    if (track < names.size() && !names[track].empty()) return names[track];
    return "Speaker " + std::to_string(track + 1);
  }

  Transcript run_as_one(const std::vector<audio::Track>& tracks, const std::vector<Numbers>& sounds,
                        const speakers::Survey& survey) {
    if (tracks.size() > 1 && !sounds.empty()) {
      const audio::Track& track = tracks[loudest_of(sounds.front(), survey)];
      options_.audio_stream = track.stream;
      options_.audio_channel = track.channel;
      options_.turn_pause_s = longest_pause_s;
    }
    return transcriber_.transcribe(file_, options_, events_, stop_);
  }

  Transcript run_track(const audio::Track& track) {
    options_.audio_stream = track.stream;
    options_.audio_channel = track.channel;
    options_.from = {};
    options_.turn_pause_s = longest_pause_s;
    TranscribeEvents events = events_;
    events.reached = {};
    int windows = windows_;  // of the tracks before
    const auto place = [&](Segment& segment) {
      segment.window += windows_;
      segment.speaker = speakers_.speaker;
      windows = std::max(windows, segment.window + 1);
    };
    if (events_.progress) {
      events.progress = [this](const Progress& progress) { events_.progress(of_all(progress)); };
    }
    if (events_.segment) {
      events.segment = [&](Segment segment) {
        place(segment);
        events_.segment(segment);
      };
    }
    if (events_.partial) {
      events.partial = [this](PartialText partial) {
        partial.window += windows_;
        events_.partial(partial);
      };
    }
    Transcript transcript = transcriber_.transcribe(file_, options_, events, stop_);
    for (Segment& segment : transcript.segments) place(segment);
    windows_ = windows;
    return transcript;
  }

  Progress of_all(Progress progress) const {
    const auto done = static_cast<double>(speakers_.done), of = static_cast<double>(speakers_.of);
    progress.audio_done_s = (done * progress.audio_total_s + progress.audio_done_s) / of;
    progress.fraction = (done + progress.fraction) / of;
    progress.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const bool ended = speakers_.done + 1 == speakers_.of;
    if (progress.stage == Stage::finished && !ended) progress.stage = Stage::decode;
    constexpr double least = 0.02;  // before that an estimate would be none
    progress.remaining_s = progress.fraction >= least
                               ? progress.elapsed_s * (1.0 - progress.fraction) / progress.fraction
                               : -1.0;
    return progress;
  }

  Transcriber& transcriber_;
  const std::filesystem::path& file_;
  TranscribeOptions options_;
  const TranscribeEvents& events_;
  std::stop_token stop_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Turn speakers_;
  int windows_ = 0;  // of the tracks that are done
};

Transcript in_one_or_more_runs(Transcriber& transcriber, const std::filesystem::path& file,
                               const TranscribeOptions& options, const TranscribeEvents& events,
                               const std::stop_token& stop) {
  if (options.speakers == Speakers::none) return transcriber.transcribe(file, options, events, stop);
  try {
    return SpeakersRun(transcriber, file, options, events, stop).run();
  } catch (const Cancelled&) {  // before anything was transcribed: nor does it now
    return transcriber.transcribe(file, options, events, stop);
  }
}

}  // namespace

Transcript transcribe_file(Transcriber& transcriber, const std::filesystem::path& file,
                           const TranscribeOptions& options, const TranscribeEvents& events,
                           const std::stop_token& stop) {
  Transcript transcript = in_one_or_more_runs(transcriber, file, options, events, stop);
  if (!events.notice) return transcript;
  if (const Message notice = audio::take_decoding_notice(); !notice.empty()) events.notice(notice);
  return transcript;
}

}  // namespace tilescribe
