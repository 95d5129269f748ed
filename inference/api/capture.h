// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "inference/api/message.h"

/// Sound from the machine's sources, recorded to disk. Every object here may be used from any thread.
namespace tilescribe {

/// Where sound comes from: a microphone, or what this computer plays.
struct AudioSource {
  std::string id;        // as --device and the settings have it, the same at every start: "pulse:NAME"
  std::string name;      // for people, as the sound server describes it
  bool monitor = false;  // what this computer plays
  bool is_default = false;
  bool muted = false;   // in the system's sound settings
  int sample_rate = 0;  // Hz; 0 if unknown before the source is opened
  int channels = 0;
};

struct SourceList {
  std::vector<AudioSource> sources;  // microphones first, and the default one before all others
  Message problem;                   // why there are none; else empty
};

/// The sources that exist now. A machine without sources is not an error: `problem` says what was looked for.
SourceList list_sources();

/// Destroying it ends the watch: at once, or within about a second if the sound server hangs.
class SourceWatch {
 public:
  virtual ~SourceWatch() = default;
};
/// Calls `changed` on a thread of its own: soon with the present state, then after every change (plugged in,
/// unplugged, muted, another default, the sound server gone or back).
std::unique_ptr<SourceWatch> watch_sources(std::function<void(const SourceList&)> changed);

/// The last 50 ms of a source; 1 is full scale.
struct SoundLevel {
  float peak = 0.0f;
  float rms = 0.0f;
};

/// Listens to a source without keeping anything, for the picker. Destroying it ends it, as with SourceWatch.
class LevelProbe {
 public:
  virtual ~LevelProbe() = default;
  virtual SoundLevel level() const = 0;
  virtual Message problem() const = 0;  // why nothing can be heard; else empty
};
std::unique_ptr<LevelProbe> probe_level(const std::string& source_id);

/// A recording on disk that may still grow: mono, 16-bit samples. The recorder shares it with the code that
/// transcribes it.
class GrowingRecording {
 public:
  virtual ~GrowingRecording() = default;
  virtual const std::filesystem::path& file() const = 0;  // a WAV file, readable at any time
  virtual int sample_rate() const = 0;                    // Hz
  /// Samples on disk. Never decreases.
  virtual std::int64_t samples() const = 0;
  virtual bool complete() const = 0;  // nothing will follow
  /// Reads samples from `first` on, as many as are on disk and fit; returns how many. Throws Error.
  virtual std::size_t read(std::int64_t first, std::int16_t* out, std::size_t most) const = 0;
};

enum class RecordingState {
  opening,    // the source has not given its first sample
  recording,  //
  paused,     // on request
  waiting,    // the source is gone; continues by itself when the source is back
  stopped,    // on request, or because it can't go on: the file is complete
};

/// Something that the user must know about a recording.
struct RecordingNotice {
  enum class Kind {
    muted_or_silent,  // all samples are digital zeros
    overflow,         // sound was lost because the machine or the sound server was too slow
    source_lost,
    source_moved,  // the sound server tried to switch to another source; its sound was not recorded
    source_back,
    server_lost,
    disk_low,    // there is room for less than 10 minutes
    disk_full,   // stopped and kept, because of this or another failure
    heard_again  // sound is back after muted_or_silent
  };
  Kind kind = Kind::source_lost;
  Message message = {};  // says what happened, and what the recorder does about it
  double at_s = 0.0;     // place in the recording
  bool trouble = true;   // false: an earlier problem is over
};

struct RecordingStatus {
  RecordingState state = RecordingState::opening;
  double recorded_s = 0.0;  // on disk
  SoundLevel level;
  Message trouble;      // what is wrong now; empty: nothing
  double lost_s = 0.0;  // lost in total, by overflow or because its source was uncertain
  double disk_s = 0.0;  // seconds that still fit on the disk
};

/// Stands for an AudioSource's id: what this computer plays by its default output at the time.
inline constexpr const char* played_source = "pulse:@DEFAULT_MONITOR@";

struct RecordOptions {
  std::string source = {};            // an AudioSource's id; empty: the default source
  std::filesystem::path folder = {};  // the file is named after the time in it; empty: recordings_folder()
  std::filesystem::path file = {};    // use exactly this file instead; it must not exist
};

/// Records one source until it is stopped or destroyed. It does not end when the source disappears: see
/// RecordingState.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual const AudioSource& source() const = 0;
  virtual std::shared_ptr<const GrowingRecording> recording() const = 0;
  virtual RecordingStatus status() const = 0;
  /// The notices since the start, in order; earlier ones keep their places. After a thousand, the next one
  /// says that no more are listed; after that only a full disk is still reported.
  virtual std::vector<RecordingNotice> notices() const = 0;
  /// While paused nothing is taken from the source, and the time in the recording does not advance.
  virtual void pause(bool paused) = 0;
  /// Releases the source within 100 ms if the sound server answers, within about a second if it hangs, and
  /// later only if it hung while the source was being opened. The file is complete when this returns.
  virtual void stop() = 0;
};

/// Throws Error with one sentence if there is no such source, no sound server or device at all, or if the
/// file can't be created.
std::unique_ptr<Recorder> start_recording(const RecordOptions& options);

/// A kept recording.
struct RecordingFile {
  std::filesystem::path file;
  double duration_s = 0.0;
  std::int64_t started = 0;  // seconds since 1970, UTC
  std::uintmax_t bytes = 0;
  bool unfinished = false;  // its text was never finished, because the program or the machine stopped first
};

/// Where recordings are kept by default: $XDG_DATA_HOME/tilescribe/recordings.
std::filesystem::path recordings_folder();
/// The recordings in a folder, newest first, except those that a running process is still recording.
std::vector<RecordingFile> recordings(const std::filesystem::path& folder);
/// Marks a recording as finished: its text is kept, and it is not offered again. Does nothing to a file that
/// was not unfinished.
void settle_recording(const std::filesystem::path& file);
/// Removes finished recordings older than this many days; returns how many. 0 days: removes none.
int remove_old_recordings(const std::filesystem::path& folder, int days);

}  // namespace tilescribe
