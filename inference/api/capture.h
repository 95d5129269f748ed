// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Sound from the machine's sources, recorded to disk. Every object here may be used from any thread.
namespace tilescribe {

/// Where sound comes from: a microphone, or what this computer plays.
struct AudioSource {
  std::string id;        // as --device takes it and settings keep it, the same at every start: "pulse:NAME"
  std::string name;      // for people, as the sound server describes it
  bool monitor = false;  // what this computer plays
  bool is_default = false;
  bool muted = false;   // in the system's sound settings
  int sample_rate = 0;  // Hz; 0 where it is not known before it is opened
  int channels = 0;
};

struct SourceList {
  std::vector<AudioSource> sources;  // microphones first, the default one before all
  std::string problem;               // why there are none, a sentence; empty where there are some
};

/// The sources there are now. A machine without any is no error: `problem` says what was looked for.
SourceList list_sources();

/// Ends the watch when it goes: at once, or within about a second where the sound server hangs.
class SourceWatch {
 public:
  virtual ~SourceWatch() = default;
};
/// Calls `changed` on a thread of its own: soon with the present state, then at every change (plugged,
/// unplugged, muted, another default, the sound server gone or back).
std::unique_ptr<SourceWatch> watch_sources(std::function<void(const SourceList&)> changed);

/// The last 50 ms of a source; 1 is full scale.
struct SoundLevel {
  float peak = 0.0f;
  float rms = 0.0f;
};

/// Listens to a source without keeping anything, for the picker. Ends when it goes, as SourceWatch does.
class LevelProbe {
 public:
  virtual ~LevelProbe() = default;
  virtual SoundLevel level() const = 0;
  virtual std::string problem() const = 0;  // why nothing can be heard, a sentence; else empty
};
std::unique_ptr<LevelProbe> probe_level(const std::string& source_id);

/// A recording on disk that may still grow: mono, 16-bit samples. What the recorder shares with who
/// transcribes it.
class GrowingRecording {
 public:
  virtual ~GrowingRecording() = default;
  virtual const std::filesystem::path& file() const = 0;  // a WAV file, readable at any time
  virtual int sample_rate() const = 0;                    // Hz
  /// Samples that lie on disk. Never falls.
  virtual std::int64_t samples() const = 0;
  virtual bool complete() const = 0;  // nothing will follow
  /// The next samples from `first` on, as many as are on disk and fit; returns how many. Throws Error.
  virtual std::size_t read(std::int64_t first, std::int16_t* out, std::size_t most) const = 0;
};

enum class RecordingState {
  opening,    // the source has not given its first sample
  recording,  //
  paused,     // on request
  waiting,    // the source is gone; goes on by itself when it is back
  stopped,    // on request, or because the disk is nearly full: the file is complete
};

/// What the user must know about a recording.
struct RecordingNotice {
  enum class Kind {
    muted_or_silent,  // only digital zeros come
    overflow,         // sound was lost since the machine, or the sound server, was too slow
    source_lost,
    source_moved,  // the sound server wanted to give another source's sound, which was not taken
    source_back,
    server_lost,
    disk_low,    // less than 10 minutes fit
    disk_full,   // stopped and kept, for this or another failure
    heard_again  // sound comes again after muted_or_silent
  };
  Kind kind = Kind::source_lost;
  std::string sentence = {};  // says what happened, and what the recorder does about it
  double at_s = 0.0;          // place in the recording
  bool trouble = true;        // false: an earlier trouble is over
};

struct RecordingStatus {
  RecordingState state = RecordingState::opening;
  double recorded_s = 0.0;  // on disk
  SoundLevel level;
  std::string trouble;  // the sentence of what is wrong now; empty: nothing
  double lost_s = 0.0;  // sound that overflowed, or came without it being known whose it was; in all
  double disk_s = 0.0;  // how much more fits on the disk
};

struct RecordOptions {
  std::string source = {};            // an AudioSource's id; empty: the default source
  std::filesystem::path folder = {};  // the file is named by the time in it; empty: recordings_folder()
  std::filesystem::path file = {};    // instead: exactly this file, which must not exist
};

/// Records one source until it is stopped or destroyed. The source going away is no end: see RecordingState.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual const AudioSource& source() const = 0;
  virtual std::shared_ptr<const GrowingRecording> recording() const = 0;
  virtual RecordingStatus status() const = 0;
  /// The notices since the start, in order; earlier ones keep their places. After a thousand the next says
  /// that no more are listed, and only that the disk is full still is.
  virtual std::vector<RecordingNotice> notices() const = 0;
  /// While paused nothing is taken from the source, and time in the recording stands still.
  virtual void pause(bool paused) = 0;
  /// The source is let go within 100 ms while the sound server answers, and within about a second where it
  /// hangs (later only where it began to hang while the source was being opened). The file is complete when
  /// this returns.
  virtual void stop() = 0;
};

/// Throws Error with one sentence where there is no such source, no sound server or device at all, or the
/// file can't be made.
std::unique_ptr<Recorder> start_recording(const RecordOptions& options);

/// A kept recording.
struct RecordingFile {
  std::filesystem::path file;
  double duration_s = 0.0;
  std::int64_t started = 0;  // seconds since 1970, UTC
  std::uintmax_t bytes = 0;
  bool unfinished = false;  // its text was never finished: the program or the machine ended before
};

/// Where recordings are kept unless a front end says otherwise: $XDG_DATA_HOME/tilescribe/recordings.
std::filesystem::path recordings_folder();
/// The recordings in a folder, newest first, without those that a living process is recording.
std::vector<RecordingFile> recordings(const std::filesystem::path& folder);
/// Marks a recording as finished: its text is kept, and it is not offered again. A file that never was
/// unfinished stays as it is.
void settle_recording(const std::filesystem::path& file);
/// Removes finished recordings that are older than so many days; returns how many. 0 days: keeps all.
int remove_old_recordings(const std::filesystem::path& folder, int days);

}  // namespace tilescribe
