// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "inference/api/profile_analysis.h"
#include "ui/profile/analysis.h"
#include "ui/profile/timeline_model.h"

namespace tilescribe::ui {

/// Where the time within the selection's range went.
struct ProfileTimes {
  std::optional<ProfileSelection::Range> range = {};
  ProfileIdle idle;
  std::vector<ProfileStage> stages;
};

/// A finding, and the kernels that it is about; none: the whole run.
struct ProfileLead {
  ProfileFinding finding;
  std::set<std::uint32_t> kinds;
};

/// An open profile, the profile it is compared with, and the one selection that all views follow. Analyses
/// are computed on threads of the pool. A view asks for a result when it shows it. It gets null while the
/// result is computed and asks again when `computed` says that it has arrived; until then it shows what it
/// has. What was computed for an earlier selection, and not asked for again, is cancelled and never arrives.
class ProfileDocument : public QObject {
  Q_OBJECT

 public:
  using Session = std::shared_ptr<const ProfileSession>;
  template <class Value>
  using Result = std::shared_ptr<const Value>;
  using Rows = std::vector<ProfileRow>;
  enum class Part { timeline, times, findings, roofline, tree, table, histogram, comparison };

  using QObject::QObject;

  /// Opens a profile, null for none. `name` is its file's name, empty if it isn't saved. Selects everything.
  void open(Session session, const QString& name = {});
  const Session& session() const { return session_; }
  const QString& name() const { return name_; }

  /// A saved profile, which counts as the run before, and its file's name.
  void compare_with(Session before, const QString& name);
  const Session& before() const { return before_; }
  const QString& before_name() const { return before_name_; }

  const ProfileSelection& selection() const { return history_[at_]; }
  void select(const ProfileSelection& chosen);
  /// To the selection before this one, and forward again.
  void go_back() {
    if (can_go_back()) go_to(at_ - 1);
  }
  void go_forward() {
    if (can_go_forward()) go_to(at_ + 1);
  }
  bool can_go_back() const { return at_ > 0; }
  bool can_go_forward() const { return at_ + 1 < history_.size(); }

  // For the current selection; null without a profile, and while they are computed.
  Result<TimelineModel> timeline();  // what is not selected is dimmed
  Result<ProfileTimes> times();
  Result<std::vector<ProfileLead>> findings();  // of the whole profile
  Result<Rows> roofline();                      // all that could be chosen instead
  Result<ProfileNode> tree();                   // of the range
  Result<Rows> table(ProfileGrouping grouping);
  Result<ProfileHistogram> histogram();  // null without chosen kernels
  Result<ProfileComparison> comparison(ProfileGrouping grouping);

  bool is_computing(std::optional<Part> part = {}) const;  // empty: any

 signals:
  void opened();
  void comparisonChanged();
  void selectionChanged();
  void computed(tilescribe::ui::ProfileDocument::Part part);
  /// A sentence says why an analysis has no result.
  void failed(const QString& sentence);

 private:
  using Grouped = std::pair<ProfileGrouping, ProfileSelection>;

  std::function<void(const Message&)> arrival(Part part);
  void go_to(std::size_t at);

  struct Job {
    Part part;
    AnalysisJob* job;
    bool of_selection;  // else of the whole profile
  };
  static constexpr std::size_t kept = 8;  // results, for steps back and forward
  using WholeProfile = std::monostate;    // the one key of what doesn't depend on the selection
  /// An analysis that a part shows.
  template <class Key, class Value>
  struct Shown : Analysis<Key, Value> {
    Shown(ProfileDocument& document, Part part, std::size_t most = kept)
        : Analysis<Key, Value>(most, document.arrival(part)) {
      document.jobs_.push_back({part, this, !std::is_same_v<Key, WholeProfile>});
    }
  };

  Session session_, before_;
  QString name_, before_name_;
  std::vector<ProfileSelection> history_{ProfileSelection()};  // of selections, oldest first
  std::size_t at_ = 0;                                         // the current one

  std::vector<Job> jobs_;  // all analyses
  Shown<WholeProfile, TimelineModel> arranged_{*this, Part::timeline, 1};
  Shown<ProfileSelection, TimelineModel> dimmed_{*this, Part::timeline, 1};
  Shown<std::optional<ProfileSelection::Range>, ProfileTimes> times_{*this, Part::times};
  Shown<WholeProfile, std::vector<ProfileLead>> findings_{*this, Part::findings, 1};
  Shown<ProfileSelection, Rows> roofline_{*this, Part::roofline};
  Shown<std::optional<ProfileSelection::Range>, ProfileNode> tree_{*this, Part::tree};
  Shown<Grouped, Rows> table_{*this, Part::table};
  Shown<ProfileSelection, ProfileHistogram> histogram_{*this, Part::histogram};
  Shown<Grouped, ProfileComparison> comparison_{*this, Part::comparison};
};

}  // namespace tilescribe::ui
