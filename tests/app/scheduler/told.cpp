// SPDX-License-Identifier: Apache-2.0
#include "tests/app/scheduler/told.h"

#include <string_view>

namespace tilescribe::test {

namespace {

// Empty: left out, because it only says how far something is. Null: a kind without a word, which does not
// compile.
template <class Kind>
constexpr const char* word = nullptr;
template <>
constexpr const char* word<EngineOpening> = "opening";
template <>
constexpr const char* word<EngineReady> = "ready";
template <>
constexpr const char* word<EngineFailed> = "failed";
template <>
constexpr const char* word<EngineRefused> = "refused";
template <>
constexpr const char* word<JobStarted> = "started";
template <>
constexpr const char* word<JobBegins> = "";
template <>
constexpr const char* word<JobReached> = "";
template <>
constexpr const char* word<JobProgress> = "";
template <>
constexpr const char* word<JobSegment> = "segment";
template <>
constexpr const char* word<JobPartial> = "";
template <>
constexpr const char* word<JobNotice> = "notice";
template <>
constexpr const char* word<JobFinished> = "finished";
template <>
constexpr const char* word<JobFailed> = "broken";
template <>
constexpr const char* word<JobHeld> = "held";
template <>
constexpr const char* word<LiveBegins> = "live";
template <>
constexpr const char* word<LiveFixed> = "fixed";
template <>
constexpr const char* word<LiveProvisional> = "";
template <>
constexpr const char* word<LiveProgress> = "";
template <>
constexpr const char* word<LiveMoved> = "moved";
template <>
constexpr const char* word<LiveFinished> = "live over";
template <>
constexpr const char* word<LiveFailed> = "live broken";
template <>
constexpr const char* word<ProfileBegan> = "profile";
template <>
constexpr const char* word<ProfileProgress> = "";
template <>
constexpr const char* word<ProfileFinished> = "profile over";
template <>
constexpr const char* word<ProfileFailed> = "profile broken";
template <>
constexpr const char* word<WordsLeftOut> = "left out";

}  // namespace

std::string Told::words() const {
  const std::lock_guard lock(mutex_);
  std::string all;
  for (const Event& event : events_) {
    std::visit(
        [&all]<class Kind>(const Kind& kind) {
          static_assert(word<Kind> != nullptr, "a kind of event has no word in told.cpp");
          constexpr std::string_view name = word<Kind>;
          if constexpr (!name.empty()) {
            all += (all.empty() ? "" : ", ") + std::string(name);
            constexpr bool live = name.starts_with("live") || name == word<LiveFixed>;
            if constexpr (requires { kind.id; } && !live) all += ' ' + std::to_string(kind.id);
          }
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
