// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace tilescribe::protocol {

/// What a server has done since it started.
struct Metrics {
  static constexpr std::array bounds_s{0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0};

  std::map<int, std::uint64_t> answers;                 // to any request, by status
  std::uint64_t transcribed = 0;                        // transcriptions that were finished
  std::uint64_t failed = 0;                             // that failed
  std::uint64_t cancelled = 0;                          // whose client hung up
  double audio_s = 0.0;                                 // of those that were finished
  double seconds = 0.0;                                 // from the request to its end, of those
  std::array<std::uint64_t, bounds_s.size()> within{};  // those that took at most so long
  std::uint64_t reopenings = 0;                         // attempts to open the model again
  // Now:
  std::size_t connections = 0;
  std::size_t running = 0;  // transcriptions: waiting, or at work
  bool ready = false;       // a model is open

  void finished(double audio, double took_s);
};

/// As Prometheus reads it (text format 0.0.4).
std::string prometheus_text(const Metrics& metrics);

}  // namespace tilescribe::protocol
