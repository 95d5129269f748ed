// SPDX-License-Identifier: Apache-2.0
#include "kernels/check/bench_op.h"

#include <sstream>

namespace tilescribe::kernels {

bool takes_shape(const std::string& words, const std::string& description, bool sizes_only) {
  const std::string held = " " + description + " ";
  std::istringstream wanted(words);
  for (std::string word; wanted >> word;) {
    if (sizes_only && word.find('=') == std::string::npos) continue;
    if (held.find(" " + word + " ") == std::string::npos) return false;
  }
  return true;
}

std::string sizes_of(const std::string& description) {
  std::istringstream all(description);
  std::string sizes;
  for (std::string word; all >> word;) {
    if (word.find('=') != std::string::npos) sizes += (sizes.empty() ? "" : " ") + word;
  }
  return sizes;
}

void time_launches(Backend& backend, const BenchRequest& request, std::size_t cases,
                   const std::function<void(std::size_t)>& launch, BenchResult& result) {
  constexpr int least_rounds = 3;
  constexpr double round_ms = 2.0;  // at least; makes the cost of the clock and the first launch negligible
  constexpr std::size_t least_launches = 8, most_launches = 512;
  const auto look = [&backend] {
    if (backend.stop_token().stop_requested()) throw Cancelled();
  };
  look();
  launch(0);  // set-up work of a first launch
  const double once_ms = std::max(backend.time_ms([&] { launch(0); }), 1e-4);
  const std::size_t wanted = std::clamp(static_cast<std::size_t>(round_ms / once_ms),
                                        std::max(cases, least_launches), most_launches);
  const double bearable = request.most_ms / least_rounds / once_ms;
  const std::size_t launches = std::max<std::size_t>(1, std::min(wanted, static_cast<std::size_t>(bearable)));
  const std::function<void()> round = [&] {
    for (std::size_t i = 0; i < launches; ++i) launch(i % cases);
  };
  std::unique_ptr<Recording> recorded;
  if (backend.batching().recorded_steps) {
    try {
      recorded = backend.record(round);
    } catch (const Error&) {
      recorded.reset();  // the variant needs the host while it is launched
    }
  }
  std::vector<double> times;
  double spent_ms = 0.0;
  for (int run = 0; run < std::max(request.runs, 1); ++run) {
    if (run >= least_rounds && spent_ms > request.most_ms) break;
    look();
    const double took_ms = backend.time_ms(recorded ? [&] { recorded->replay(); } : round);
    spent_ms += took_ms;
    times.push_back(took_ms / static_cast<double>(launches));
  }
  std::ranges::sort(times);
  result.ms = times[times.size() / 2];
  result.least_ms = times.front();
  result.most_ms = times.back();
}

}  // namespace tilescribe::kernels
