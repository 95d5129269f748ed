// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/backend/preferences.h"
#include "kernels/core/export.h"
#include "kernels/core/message.h"

namespace tilescribe::kernels {

/// What became of a problem.
enum class TuneState {
  nothing,   // no candidate is faster: what ran before stays
  waiting,   // one is, and is not confirmed in the model yet
  kept,      // it made the model's stages faster
  rejected,  // it did not
};
TILESCRIBE_EXPORT std::string_view name_of(TuneState state);

/// A problem that was looked at. Times are milliseconds per launch.
struct TunedChoice {
  std::string op, problem;  // key_of() the problem
  TuneState state = TuneState::nothing;
  Preference before = {}, best = {};  // what ran, and the fastest candidate with the same bits
  double before_ms = 0.0, best_ms = 0.0;
  double stage_percent = 0.0;  // how much longer the model's stages took with it; less than 0: shorter
  int candidates = 0;          // that were considered, with what ran before
  int wrong = 0;               // of them, that failed the check
  int other_bits = 0;          // that passed, but round differently
  bool operator==(const TunedChoice&) const = default;
};

/// For which machine and program choices were made. All of it must be the same for them to be used.
struct TunedFor {
  std::string device;      // name, and compute capability or instruction set
  std::string driver;      // of a GPU; empty on a CPU
  std::string engine;      // as in Device::name()
  std::string arithmetic;  // "bf16", "f32 int8"
  std::string build;       // build IDs of the kernels
  int threads = 0;
  bool operator==(const TunedFor&) const = default;
};

/// Choices by op and problem. Those that are kept are preferences.
class TILESCRIBE_EXPORT TunedChoices final : public Preferences {
 public:
  std::optional<Preference> find(std::string_view op, const std::string& problem) const override;

  /// Adds a choice, or replaces the one for its problem.
  void put(TunedChoice choice);
  /// Null if the problem was not looked at.
  const TunedChoice* get(const std::string& op, const std::string& problem) const;
  std::vector<TunedChoice> all() const;  // sorted by op and problem
  int kept() const;

 private:
  std::map<std::pair<std::string, std::string>, TunedChoice> choices_;
};

/// As text with a checksum at its end.
TILESCRIBE_EXPORT std::string text_of(const TunedFor& made_for, const TunedChoices& choices);

/// What a text holds, or why it must not be used: it is damaged, or was made for something else.
struct TunedText {
  TunedChoices choices;
  Message complaint;  // a sentence; empty: there is none
};
TILESCRIBE_EXPORT TunedText read_tuned(std::string_view text, const TunedFor& expected);

/// A name for the file of choices for this machine and program: letters and digits.
TILESCRIBE_EXPORT std::string tuned_name(const TunedFor& made_for);

}  // namespace tilescribe::kernels
