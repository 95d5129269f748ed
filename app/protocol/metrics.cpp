// SPDX-License-Identifier: Apache-2.0
#include "app/protocol/metrics.h"

#include <locale>
#include <sstream>

namespace tilescribe::protocol {
namespace {

void describe(std::ostream& out, const char* name, const char* kind, const char* help) {
  out << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << kind << '\n';
}

template <class Number>
void write(std::ostream& out, const char* name, const char* kind, const char* help, Number value) {
  describe(out, name, kind, help);
  out << name << ' ' << value << '\n';
}

}  // namespace

void Metrics::finished(double audio, double took_s) {
  ++transcribed;
  audio_s += audio;
  seconds += took_s;
  for (std::size_t i = 0; i < bounds_s.size(); ++i) {
    if (took_s <= bounds_s.at(i)) ++within.at(i);
  }
}

std::string prometheus_text(const Metrics& metrics) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(15);
  describe(out, "tilescribe_http_responses_total", "counter", "Answers to requests, by HTTP status.");
  for (const auto& [status, count] : metrics.answers)
    out << "tilescribe_http_responses_total{code=\"" << status << "\"} " << count << '\n';
  write(out, "tilescribe_audio_seconds_total", "counter", "Seconds of audio that were transcribed.",
        metrics.audio_s);
  write(out, "tilescribe_transcriptions_failed_total", "counter", "Transcriptions that failed.",
        metrics.failed);
  write(out, "tilescribe_transcriptions_cancelled_total", "counter", "Transcriptions whose client hung up.",
        metrics.cancelled);
  write(out, "tilescribe_model_reopenings_total", "counter",
        "Attempts to open the model again after its device failed.", metrics.reopenings);
  write(out, "tilescribe_transcriptions_in_progress", "gauge", "Transcriptions that wait or are at work.",
        metrics.running);
  write(out, "tilescribe_connections", "gauge", "Open connections.", metrics.connections);
  write(out, "tilescribe_ready", "gauge", "1 if a model is open.", metrics.ready ? 1 : 0);
  const char* seconds = "tilescribe_transcription_seconds";
  describe(out, seconds, "histogram", "Seconds from a complete request to its transcript.");
  for (std::size_t i = 0; i < Metrics::bounds_s.size(); ++i)
    out << seconds << "_bucket{le=\"" << Metrics::bounds_s.at(i) << "\"} " << metrics.within.at(i) << '\n';
  out << seconds << "_bucket{le=\"+Inf\"} " << metrics.transcribed << '\n'
      << seconds << "_sum " << metrics.seconds << '\n'
      << seconds << "_count " << metrics.transcribed << '\n';
  return out.str();
}

}  // namespace tilescribe::protocol
