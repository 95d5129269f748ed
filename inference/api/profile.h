// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/message.h"

/// What a transcription cost, kernel by kernel, as plain values. All times are nanoseconds since the start of
/// the profile unless a name says otherwise.
namespace tilescribe {

/// What a record measured.
enum class ProfileActivity : std::uint8_t {
  kernel,  // a kernel on the device
  memory,  // a copy or a fill on the device
  op,      // an op as a whole, timed by a clock
  replay,  // a recorded step as a whole, timed by a clock
};

/// What ran: everything that records of the same code in the same role have in common. A record refers to it
/// by its index in ProfileSession::kinds.
struct ProfileKind {
  ProfileActivity activity = ProfileActivity::op;
  std::string stage;        // features, encoder, projector, prefill, decode; empty: unknown
  std::string op, variant;  // as registered; empty op: outside all ops, such as a copy
  std::string part_of;      // the op that the model ran, if this op is a part of it; else empty
  std::string kernel;       // the kernel's full name; for memory "copy" or "fill"; empty: the op as a whole
  std::string short_name;   // the kernel's name without types, arguments and namespaces; else the op's
  bool operator==(const ProfileKind&) const = default;
};

/// One thing that took time.
struct ProfileRecord {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::int64_t inner_ns = 0;      // part of the duration spent in ops inside that have records of their own
  std::int64_t flops = 0;         // counted from the op's contract, on an op's first kernel; 0: not counted
  std::int64_t bytes = 0;         // the same; both stand at the inner ops if an op contains ops
  std::int64_t step = -1;         // of a token loop; -1: none
  std::int64_t shared_bytes = 0;  // per block of a kernel; for memory: bytes moved
  std::uint32_t kind = 0;         // in ProfileSession::kinds
  std::uint32_t stream = 0;       // 0 on the CPU
  std::int32_t layer = -1;        // from 0; -1: none
  std::int32_t windows = 0;       // sequences computed together; 0: unknown
  std::array<std::uint32_t, 3> grid{}, block{};  // for a kernel: blocks and threads in x, y, z
  std::uint32_t registers = 0;                   // per thread
  std::int32_t threads = 0;                      // for an op on the CPU
  bool replayed = false;                         // comes from a recorded step

  std::int64_t end_ns() const { return start_ns + duration_ns; }
  std::int64_t own_ns() const { return duration_ns - inner_ns; }
};

/// Counts of durations in buckets of 1/8 octave, so that a median and a percentile need no memory.
struct DurationHistogram {
  static constexpr int per_octave = 8;
  static constexpr int buckets =
      40 * per_octave;  // from 1 ns to 18 minutes; what lasts longer is in the last
  std::array<std::uint32_t, buckets> counts{};

  /// The bucket of a duration, and the shortest duration in a bucket, ns.
  static int bucket_of(std::int64_t ns);
  static double lower_bound_ns(int bucket);
  void add(std::int64_t ns) { ++counts[static_cast<std::size_t>(bucket_of(ns))]; }
  void add(const DurationHistogram& other);
  /// The duration that a part `q` (0…1) of all durations does not exceed, to 1/16 of an octave; 0 if there
  /// are none.
  double quantile_ns(double q) const;
};

/// All records of one kind in one layer, added up. Records that were not kept are included.
struct ProfileTotal {
  std::uint32_t kind = 0;  // in ProfileSession::kinds
  std::int32_t layer = -1;
  std::int64_t calls = 0;
  std::int64_t own_ns = 0;     // durations without the time spent in ops inside
  std::int64_t busy_ns = 0;    // what they add to the time in which anything ran: less if kernels overlap
  std::int64_t shared_ns = 0;  // part of own_ns in records that overlap another one on their stream; it
                               // includes waiting, so no rate can be given
  std::int64_t composed = 0;   // calls that contained ops; their cost is counted in those ops
  std::int64_t flops = 0, bytes = 0;
  std::int64_t least_ns = 0, most_ns = 0;  // of own times
  double squares = 0.0;                    // sum of squared own times, ns²
  DurationHistogram histogram;             // of own times
};

/// Time that the host spent in a stage of the work, by its own clock, independent of the records.
struct ProfileSpan {
  std::int64_t start_ns = 0, duration_ns = 0;
  std::string stage;  // "audio": reading, resampling and cutting, and waiting for them
  std::int64_t step = -1;
  std::int32_t windows = 0;
  std::int64_t end_ns() const { return start_ns + duration_ns; }
};

/// A token, at the time when the host knew it.
struct ProfileToken {
  static constexpr std::int32_t no_window = -1;
  std::int64_t at_ns = 0;
  std::int32_t window = 0;  // ProfileWindow::index; no_window: from live text
  std::string text;         // its bytes; not always a whole character
};

/// A window of audio on its way to text.
struct ProfileWindow {
  std::int32_t index = 0;  // in the audio, from 0
  double audio_start_s = 0.0, audio_end_s = 0.0;
  std::int64_t begin_ns = 0, end_ns = 0;  // from its first work to its last token; end 0: not finished
  std::vector<float> peaks;               // the largest magnitude, 0…1, in equal parts of its audio
};

/// Memory use of the device at one time.
struct ProfileMemory {
  std::int64_t at_ns = 0;
  std::int64_t used_bytes = 0;
};

/// What was measured, on which device, and how.
struct ProfileSetting {
  Message engine;       // "CPU, bf16, 2 threads"
  std::string compute;  // "bf16", "tf32" or "f32": the rates are compared with this arithmetic's ceiling
  std::string model;
  std::string audio;        // file name
  std::string source;       // how: "CUPTI", "CUDA events", "clock of the CPU"
  Message fallback_reason;  // why the better source was not used, a sentence; empty: this is the best
  std::string began;        // local time, ISO 8601 to the second
  std::string program;      // "Tilescribe 0.1.0"
  bool full = true;         // every step in full; else one step in `detail_every`
  BenchCeilings ceilings;   // measured on this device
};

/// A whole profile.
struct ProfileSession {
  ProfileSetting setting;
  std::vector<ProfileKind> kinds;
  std::vector<ProfileRecord> records;  // by start; only the last ones if there were too many to keep
  std::vector<ProfileTotal> totals;    // of all records
  std::vector<ProfileSpan> spans;      // by start
  std::vector<ProfileToken> tokens;    // by time
  std::vector<ProfileWindow> windows;  // by index
  std::vector<ProfileMemory> memory;   // by time; empty: unknown
  std::int64_t duration_ns = 0;
  double audio_s = 0.0;             // audio transcribed
  std::int64_t draft_tokens = 0;    // expected tokens that steps checked
  std::int64_t draft_accepted = 0;  // those of them that were right, and so took no step of their own
  std::int64_t taken = 0;           // records received
  std::int64_t lost = 0;            // records that the source lost for lack of memory
  std::int64_t dropped = 0;         // records that only the totals include
  double cost_percent = 0.0;        // cost of tracing, in percent of the duration; negative: unknown
  int detail_every = 1;             // one step in this many was recorded in full, at the end
};

/// The current state of a profile, for a live view: sent 20 times per second. Sums are since the beginning.
struct ProfileFrame {
  struct StageTime {
    std::string stage;
    std::int64_t busy_ns = 0;  // time in which anything of the stage ran; for "audio": the host's
  };
  struct Kernel {
    std::string name, op, stage;  // short name
    std::int64_t calls = 0, own_ns = 0;
  };
  std::int64_t at_ns = 0;
  std::vector<StageTime> stages;  // in the order of the work
  std::int64_t waiting_ns = 0;    // idle: gaps of 20 µs and longer, in which the device waits for the host
  std::int64_t launch_ns = 0;     // idle: shorter gaps, between a launch and the next
  std::vector<Kernel> top;        // longest first, at most 12
  std::int64_t tokens = 0;
  double audio_done_s = 0.0;      // audio of files whose text is finished, also from before the profile began
  double transcribing_s = 0.0;    // time since that audio was opened, until now or until its file ended
  std::int64_t memory_bytes = 0;  // device memory in use; 0: unknown
  std::int64_t memory_limit_bytes = 0;
  std::int64_t records = 0, lost = 0;
  double cost_percent = 0.0;  // as in ProfileSession
  int detail_every = 1;
  std::string source;
};

struct ProfileOptions {
  bool full = false;                     // record every step in full, whatever the cost
  double most_cost_percent = 3.0;        // limit for the cost of live tracing
  std::size_t most_records = 1'000'000;  // kept in full; the oldest are dropped first
  double keep_s = 600.0;                 // at most this long, seconds
};

/// Measures everything that a transcriber does, from the profiler's creation to finish(). Destroy it before
/// the transcriber.
class Profiler {
 public:
  virtual ~Profiler() = default;
  /// The current state. Any thread, at any time.
  virtual ProfileFrame frame() = 0;
  /// Stops measuring and returns everything. Call once, on the transcriber's thread.
  virtual ProfileSession finish() = 0;
};

}  // namespace tilescribe
