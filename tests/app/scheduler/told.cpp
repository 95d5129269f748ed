// SPDX-License-Identifier: Apache-2.0
#include "tests/app/scheduler/told.h"

#include <array>
#include <string_view>

namespace tilescribe::test {

namespace {

// In the order of Event; empty: left out.
constexpr std::array<std::string_view, std::variant_size_v<Event>> names{"opening",
                                                                         "ready",
                                                                         "failed",
                                                                         "refused",
                                                                         "started",
                                                                         "",
                                                                         "",
                                                                         "",
                                                                         "segment",
                                                                         "",
                                                                         "finished",
                                                                         "broken",
                                                                         "held",
                                                                         "live",
                                                                         "fixed",
                                                                         "",
                                                                         "",
                                                                         "moved",
                                                                         "live over",
                                                                         "live broken",
                                                                         "profile",
                                                                         "",
                                                                         "profile over",
                                                                         "profile broken",
                                                                         "left out"};

}  // namespace

std::string Told::words() const {
  const std::lock_guard lock(mutex_);
  std::string all;
  for (const Event& event : events_) {
    if (names[event.index()].empty()) continue;
    all += (all.empty() ? "" : ", ") + std::string(names[event.index()]);
    std::visit(
        [&all](const auto& kind) {
          if constexpr (requires { kind.id; }) all += ' ' + std::to_string(kind.id);
        },
        event);
  }
  return all;
}

std::string Told::fixed_text() const {
  std::string text;
  for (const LiveFixed& fixed : all<LiveFixed>()) text += fixed.piece.text + (fixed.piece.closes ? "|" : "");
  return text;
}

}  // namespace tilescribe::test
