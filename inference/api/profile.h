// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "inference/api/bench.h"

/// What a transcription cost, kernel by kernel, as plain values. All times are nanoseconds since the profile
/// began, unless a name says otherwise.
namespace tilescribe {

/// What a record measured.
enum class ProfileActivity : std::uint8_t {
  kernel,  // a kernel on the device
  memory,  // a copy or a fill on the device
  op,      // an op as a whole, by a clock around it
  replay,  // a recorded step as a whole, by a clock around it
};

/// What ran: all that records of the same code in the same role have in common. Records name it by its place
/// in ProfileSession::kinds.
struct ProfileKind {
  ProfileActivity activity = ProfileActivity::op;
  std::string stage;        // features, encoder, projector, prefill, decode; empty: none was said
  std::string op, variant;  // as registered; an empty op: outside all ops, such as a copy
  std::string part_of;      // the op that the model ran, where this one is a part of it; empty: it is itself
  std::string kernel;       // the full name of a kernel; of memory "copy" or "fill"; empty: the op as a whole
  std::string short_name;   // of the kernel without types, arguments and namespaces; else the op's
  bool operator==(const ProfileKind&) const = default;
};

/// One thing that took time.
struct ProfileRecord {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::int64_t inner_ns = 0;      // of the duration, in ops inside that have records of their own
  std::int64_t flops = 0;         // counted from the op's contract; an op of several kernels has its count on
  std::int64_t bytes = 0;         // the first one, an op with ops inside on these. 0: not counted
  std::int64_t step = -1;         // of a token loop; -1: in none
  std::int64_t shared_bytes = 0;  // of a kernel's block; of memory: bytes moved
  std::uint32_t kind = 0;         // in ProfileSession::kinds
  std::uint32_t stream = 0;       // 0 on the CPU
  std::int32_t layer = -1;        // from 0; -1: in none
  std::int32_t windows = 0;       // sequences computed together; 0: not said
  std::array<std::uint32_t, 3> grid{}, block{};  // of a kernel: blocks and threads in x, y, z
  std::uint32_t registers = 0;                   // a thread
  std::int32_t threads = 0;                      // of an op on the CPU
  bool replayed = false;                         // came from a recorded step

  std::int64_t end_ns() const { return start_ns + duration_ns; }
  std::int64_t own_ns() const { return duration_ns - inner_ns; }
};

/// Durations counted in buckets that are 1/8 of an octave wide, so that a median and a percentile cost no
/// memory.
struct DurationHistogram {
  static constexpr int per_octave = 8;
  static constexpr int buckets =
      40 * per_octave;  // from 1 ns to 18 minutes; what lasts longer is in the last
  std::array<std::uint32_t, buckets> counts{};

  /// The bucket of a duration, and the shortest duration in a bucket.
  static int bucket_of(std::int64_t ns);
  static double lower_bound_ns(int bucket);
  void add(std::int64_t ns) { ++counts[static_cast<std::size_t>(bucket_of(ns))]; }
  void add(const DurationHistogram& other);
  /// The duration that a part `q` (0…1) of all does not exceed, to 1/16 of an octave; 0 of none.
  double quantile_ns(double q) const;
};

/// All records of one kind in one layer, added up: they are all in, also where the records are gone.
struct ProfileTotal {
  std::uint32_t kind = 0;  // in ProfileSession::kinds
  std::int32_t layer = -1;
  std::int64_t calls = 0;
  std::int64_t own_ns = 0;     // durations without what ops inside took
  std::int64_t busy_ns = 0;    // what they add to the time in which anything ran: less where kernels overlap
  std::int64_t shared_ns = 0;  // of own_ns, in records that overlap another one of their stream: it includes
                               // waiting, so no rate can be claimed
  std::int64_t composed = 0;   // calls that had ops inside, whose cost is theirs
  std::int64_t flops = 0, bytes = 0;
  std::int64_t least_ns = 0, most_ns = 0;  // of own times
  double squares = 0.0;                    // sum of squared own times, ns²
  DurationHistogram histogram;             // of own times
};

/// Time that the host spent in a stage of the work, by a clock of its own beside the records'.
struct ProfileSpan {
  std::int64_t start_ns = 0, duration_ns = 0;
  std::string stage;  // "audio" is reading, resampling and cutting, and waiting for it
  std::int64_t step = -1;
  std::int32_t windows = 0;
  std::int64_t end_ns() const { return start_ns + duration_ns; }
};

/// A token when it became known to the host.
struct ProfileToken {
  static constexpr std::int32_t no_window = -1;
  std::int64_t at_ns = 0;
  std::int32_t window = 0;  // ProfileWindow::index; no_window: of live text
  std::string text;         // its bytes; not always a whole character
};

/// A window of audio on its way to text.
struct ProfileWindow {
  std::int32_t index = 0;  // in the audio, from 0
  double audio_start_s = 0.0, audio_end_s = 0.0;
  std::int64_t begin_ns = 0, end_ns = 0;  // from its first work to its last token; end 0: not there yet
  std::vector<float> peaks;               // the largest magnitude, 0…1, in equal parts of its audio
};

/// Memory of the device at a moment.
struct ProfileMemory {
  std::int64_t at_ns = 0;
  std::int64_t used_bytes = 0;
};

/// What was measured, on what, how.
struct ProfileSetting {
  std::string engine;   // "CPU, bf16, 2 threads"
  std::string compute;  // "bf16", "tf32" or "f32": whose ceiling the rates are held against
  std::string model;
  std::string audio;            // file name
  std::string source;           // how: "CUPTI", "CUDA events", "clock of the CPU"
  std::string fallback_reason;  // why not by the better source, a sentence; empty: it is the best
  std::string began;            // local time, ISO 8601 to the second
  std::string program;          // "Tilescribe 0.1.0"
  bool full = true;             // every step in full; else one in `detail_every`
  BenchCeilings ceilings;       // measured on this device
};

/// A profile from beginning to end.
struct ProfileSession {
  ProfileSetting setting;
  std::vector<ProfileKind> kinds;
  std::vector<ProfileRecord> records;  // by start; the last ones where there were too many to keep
  std::vector<ProfileTotal> totals;    // of all records
  std::vector<ProfileSpan> spans;      // by start
  std::vector<ProfileToken> tokens;    // by time
  std::vector<ProfileWindow> windows;  // by index
  std::vector<ProfileMemory> memory;   // by time; empty: not known
  std::int64_t duration_ns = 0;
  double audio_s = 0.0;       // audio transcribed
  std::int64_t taken = 0;     // records that came
  std::int64_t lost = 0;      // records that the source lost for want of memory
  std::int64_t dropped = 0;   // records that are in the totals alone
  double cost_percent = 0.0;  // what tracing cost, of the duration; negative: not known
  int detail_every = 1;       // steps of the token loop a fully recorded one, at the end
};

/// Where a profile stands: what a live view shows, sent 20 times a second. Sums are since the beginning.
struct ProfileFrame {
  struct StageTime {
    std::string stage;
    std::int64_t busy_ns = 0;  // time in which anything of the stage ran; of "audio": the host's
  };
  struct Kernel {
    std::string name, op, stage;  // short name
    std::int64_t calls = 0, own_ns = 0;
  };
  std::int64_t at_ns = 0;
  std::vector<StageTime> stages;  // in the order of the work
  std::int64_t waiting_ns = 0;    // idle: gaps of 20 µs and longer, in which the device waits for the host
  std::int64_t launch_ns = 0;     // idle: shorter gaps, between a launch and the next
  std::vector<Kernel> top;        // the longest first, at most 12
  std::int64_t tokens = 0;
  double audio_done_s = 0.0;      // audio of files whose text is there, also from before the profile began
  double transcribing_s = 0.0;    // time since that audio was opened, until now or the end of its file
  std::int64_t memory_bytes = 0;  // of the device, in use; 0: not known
  std::int64_t memory_limit_bytes = 0;
  std::int64_t records = 0, lost = 0;
  double cost_percent = 0.0;  // as in ProfileSession
  int detail_every = 1;
  std::string source;
};

struct ProfileOptions {
  bool full = false;                     // record every step in full, whatever it costs
  double most_cost_percent = 3.0;        // what live tracing may cost
  std::size_t most_records = 1'000'000;  // kept in full; the oldest go first
  double keep_s = 600.0;                 // and for how long
};

/// Measures all that a transcriber does from its making to finish(). Goes before the transcriber.
class Profiler {
 public:
  virtual ~Profiler() = default;
  /// Where it stands. Any thread, at any time.
  virtual ProfileFrame frame() = 0;
  /// Ends the measuring and gives everything; called on the transcriber's thread, once.
  virtual ProfileSession finish() = 0;
};

}  // namespace tilescribe
