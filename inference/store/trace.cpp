// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/profile_analysis.h"
#include "inference/store/formats.h"
#include "inference/store/output.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

constexpr int device = 1, host = 2;  // processes
// Threads. Their numbers are unique in the whole trace, and none equals a process's number: that would be its
// main thread.
constexpr std::int64_t tokens_thread = 10, stages_thread = 11, lanes_thread = 1000;

// What all events of a kind have in common, computed once.
struct KindText {
  std::string name;  // and category
  std::string args;  // those of the kind
};

KindText text_of(const ProfileKind& kind) {
  KindText text;
  text.name = "\"name\":" + json_text(name_of(kind)) +
              ",\"cat\":" + json_text(kind.stage.empty() ? "none" : kind.stage);
  const char* between = "";
  const auto add = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    text.args += std::string(between) + '"' + name + "\":" + json_text(value);
    between = ",";
  };
  add("op", kind.op);
  add("variant", kind.variant);
  add("part_of", kind.part_of);
  add("stage", kind.stage);
  add("kernel", kind.kernel);
  text.args += between;
  return text;
}

// "8x4x1", or nothing if there is none.
void append_size(std::string& text, const char* name, const std::array<std::uint32_t, 3>& size) {
  if (size[0] == 0) return;
  text += std::string(",\"") + name + "\":\"";
  for (std::size_t i = 0; i < size.size(); ++i) {
    if (i > 0) text += 'x';
    append(text, size[i]);
  }
  text += '"';
}

// The first free one of several tracks, so that overlapping spans get tracks of their own. The last one takes
// what finds none.
std::vector<std::size_t> tracks_of(const std::vector<ProfileSpan>& spans) {
  constexpr std::size_t most_tracks = 200;
  std::vector<std::size_t> track_of;
  std::vector<std::int64_t> free_from;
  for (const ProfileSpan& span : spans) {
    const auto found = std::find_if(free_from.begin(), free_from.end(),
                                    [&](std::int64_t end) { return end <= span.start_ns; });
    const auto track = static_cast<std::size_t>(found - free_from.begin());
    if (track < free_from.size()) {
      *found = span.end_ns();
    } else if (track < most_tracks) {
      free_from.push_back(span.end_ns());
    }
    track_of.push_back(std::min(track, most_tracks - 1));
  }
  return track_of;
}

class TraceWriter {
 public:
  TraceWriter(const ProfileSession& session, Output& out)
      : session_(session),
        out_(out),
        lanes_(profile_lanes(session)),
        span_tracks_(tracks_of(session.spans)),
        origin_(earliest()) {
    for (const ProfileKind& kind : session.kinds) kinds_.push_back(text_of(kind));
  }

  void write() {
    head();
    names();
    // All lists are sorted by time. Always writing the earliest of their next entries sorts the file too.
    std::size_t record = 0, span = 0, token = 0, reading = 0;
    constexpr auto at_end = std::numeric_limits<std::int64_t>::max();
    const auto time_of = [](const auto& list, std::size_t index, auto member) {
      return index < list.size() ? list[index].*member : at_end;
    };
    for (;;) {
      const std::int64_t next_record = time_of(session_.records, record, &ProfileRecord::start_ns);
      const std::int64_t next_span = time_of(session_.spans, span, &ProfileSpan::start_ns);
      const std::int64_t next_token = time_of(session_.tokens, token, &ProfileToken::at_ns);
      const std::int64_t next_reading = time_of(session_.memory, reading, &ProfileMemory::at_ns);
      const std::int64_t next = std::min({next_record, next_span, next_token, next_reading});
      if (next == at_end) break;
      if (next == next_span) {
        write_span(span++);
      } else if (next == next_record) {
        write_record(record++);
      } else if (next == next_token) {
        write_token(session_.tokens[token++]);
      } else {
        write_reading(session_.memory[reading++]);
      }
    }
    out_ << "\n]}\n";
  }

 private:
  // Times before the beginning move all others: readers would drop negative times.
  std::int64_t earliest() const {
    std::int64_t time = 0;
    if (!session_.records.empty()) time = std::min(time, session_.records.front().start_ns);
    if (!session_.spans.empty()) time = std::min(time, session_.spans.front().start_ns);
    if (!session_.tokens.empty()) time = std::min(time, session_.tokens.front().at_ns);
    if (!session_.memory.empty()) time = std::min(time, session_.memory.front().at_ns);
    return time;
  }

  void head() {
    const ProfileSetting& setting = session_.setting;
    number("records", static_cast<std::int64_t>(session_.records.size()));
    number("taken", session_.taken);
    number("dropped", session_.dropped);
    number("lost", session_.lost);
    out_ << "{\"otherData\":{\"program\":" << json_text(setting.program)
         << ",\"engine\":" << json_text(english(setting.engine)) << ",\"model\":" << json_text(setting.model)
         << ",\"audio\":" << json_text(setting.audio) << ",\"source\":" << json_text(setting.source)
         << ",\"began\":" << json_text(setting.began)
         << ",\"tracing_costs_percent\":" << fixed(session_.cost_percent, 3) << line_
         << "},\n\"traceEvents\":[";
  }

  void metadata(const char* what, int process, std::int64_t thread, const std::string& args) {
    begin();
    line_ += "{\"ph\":\"M\",\"pid\":";
    append(line_, process);
    line_ += ",\"tid\":";
    append(line_, thread);
    line_ += std::string(",\"name\":\"") + what + "\",\"args\":{" + args + "}}";
    end();
  }

  void thread(int process, std::int64_t number, const std::string& name, std::size_t place) {
    metadata("thread_name", process, number, "\"name\":" + json_text(name));
    metadata("thread_sort_index", process, number, "\"sort_index\":" + std::to_string(place));
  }

  void names() {
    metadata("process_name", host, 0, "\"name\":\"host\"");
    metadata("process_name", device, 0, "\"name\":\"device\"");
    std::size_t tracks = 0;
    for (const std::size_t track : span_tracks_) tracks = std::max(tracks, track + 1);
    if (!session_.tokens.empty()) thread(host, tokens_thread, "tokens", 0);
    for (std::size_t i = 0; i < tracks; ++i) {
      thread(host, stages_thread + static_cast<std::int64_t>(i),
             i == 0 ? "stages" : "stages, beside " + std::to_string(i), i + 1);
    }
    for (std::size_t i = 0; i < lanes_.lanes.size(); ++i) {
      thread(device, lanes_thread + static_cast<std::int64_t>(i), lanes_.lanes[i].name, i);
    }
  }

  void begin() { line_ = std::exchange(first_, false) ? "\n" : ",\n"; }
  void end() { out_ << line_; }

  void place(const char* phase, int process, std::int64_t thread, std::int64_t at_ns) {
    begin();
    line_ += "{\"ph\":\"";
    line_ += phase;
    line_ += "\",\"pid\":";
    append(line_, process);
    line_ += ",\"tid\":";
    append(line_, thread);
    line_ += ",\"ts\":";
    append_us(line_, at_ns - origin_);
    line_ += ',';
  }

  void number(const char* name, std::int64_t value) {
    line_ += ",\"";
    line_ += name;
    line_ += "\":";
    append(line_, value);
  }

  void write_record(std::size_t index) {
    const ProfileRecord& record = session_.records[index];
    const KindText& kind = kinds_[record.kind];
    place("X", device, lanes_thread + lanes_.lane_of[index], record.start_ns);
    line_ += "\"dur\":";
    append_us(line_, record.duration_ns);
    line_ += ',';
    line_ += kind.name;
    line_ += ",\"args\":{";
    line_ += kind.args;
    line_ += "\"own_us\":";
    append_us(line_, record.own_ns());
    if (record.layer >= 0) number("layer", record.layer);
    if (record.step >= 0) number("step", record.step);
    if (record.windows > 0) number("windows", record.windows);
    append_size(line_, "grid", record.grid);
    append_size(line_, "block", record.block);
    if (record.registers > 0) number("registers", record.registers);
    if (record.threads > 0) number("threads", record.threads);
    if (record.shared_bytes > 0) {
      const bool moved = session_.kinds[record.kind].activity == ProfileActivity::memory;
      number(moved ? "moved_bytes" : "shared_bytes", record.shared_bytes);
    }
    if (record.flops > 0) number("flops", record.flops);
    if (record.bytes > 0) number("bytes", record.bytes);
    line_ += "}}";
    end();
  }

  void write_span(std::size_t index) {
    const ProfileSpan& span = session_.spans[index];
    const std::string stage = json_text(span.stage.empty() ? "none" : span.stage);
    place("X", host, stages_thread + static_cast<std::int64_t>(span_tracks_[index]), span.start_ns);
    line_ += "\"dur\":";
    append_us(line_, span.duration_ns);
    line_ += ",\"name\":" + stage + ",\"cat\":\"stage\",\"args\":{\"stage\":" + stage;
    if (span.step >= 0) number("step", span.step);
    if (span.windows > 0) number("windows", span.windows);
    line_ += "}}";
    end();
  }

  void write_token(const ProfileToken& token) {
    place("i", host, tokens_thread, token.at_ns);
    line_ += "\"s\":\"t\",\"name\":" + json_text(token.text.empty() ? "(nothing)" : token.text) +
             ",\"cat\":\"token\",\"args\":{\"window\":";
    append(line_, token.window);
    line_ += "}}";
    end();
  }

  void write_reading(const ProfileMemory& reading) {
    place("C", device, 0, reading.at_ns);
    line_ += "\"name\":\"memory\",\"args\":{\"used_bytes\":";
    append(line_, reading.used_bytes);
    line_ += "}}";
    end();
  }

  const ProfileSession& session_;
  Output& out_;
  ProfileLanes lanes_;
  std::vector<std::size_t> span_tracks_;
  std::vector<KindText> kinds_;
  std::int64_t origin_ = 0;
  std::string line_;
  bool first_ = true;
};

}  // namespace

void write_trace(const ProfileSession& session, Output& out) {
  TraceWriter(session, out).write();
}

}  // namespace tilescribe::store
