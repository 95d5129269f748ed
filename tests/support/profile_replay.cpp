// SPDX-License-Identifier: Apache-2.0
#include "tests/support/profile_replay.h"

#include <algorithm>
#include <cmath>

#include "inference/api/profile_analysis.h"

namespace tilescribe::test {

ProfileFrame replayed_frame(const ProfileSession& session, std::int64_t at_ns) {
  constexpr std::size_t most_top = 12;
  const ProfileSelection::Range so_far{0, at_ns};
  ProfileFrame frame;
  frame.at_ns = at_ns;
  for (const char* stage : {"audio", "features", "encoder", "projector", "prefill", "decode"}) {
    frame.stages.push_back({stage, 0});
  }
  for (const ProfileStage& stage : profile_stages(session, so_far)) {
    const auto place = std::ranges::find(frame.stages, stage.stage, &ProfileFrame::StageTime::stage);
    if (place != frame.stages.end()) place->busy_ns = stage.busy_ns;
  }
  const ProfileIdle idle = profile_idle(session, so_far);
  frame.waiting_ns = idle.waiting_ns;
  frame.launch_ns = idle.launch_ns;
  for (const ProfileRow& row : profile_table(session, ProfileGrouping::kernel, {.range = so_far})) {
    frame.records += row.calls;
    if (frame.top.size() < most_top) {
      frame.top.push_back({row.name, row.op, row.stage, row.calls, std::llround(row.total_ms * 1e6)});
    }
  }
  frame.tokens =
      std::ranges::count_if(session.tokens, [&](const ProfileToken& token) { return token.at_ns <= at_ns; });
  for (const ProfileWindow& window : session.windows) {
    if (window.end_ns > 0 && window.end_ns <= at_ns)
      frame.audio_done_s += window.audio_end_s - window.audio_start_s;
  }
  frame.transcribing_s = static_cast<double>(at_ns) * 1e-9;
  for (const ProfileMemory& memory : session.memory) {
    if (memory.at_ns <= at_ns) frame.memory_bytes = memory.used_bytes;
  }
  frame.cost_percent = session.cost_percent;
  frame.detail_every = session.detail_every;
  frame.source = session.setting.source;
  return frame;
}

}  // namespace tilescribe::test
