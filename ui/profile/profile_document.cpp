// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/profile_document.h"

#include <algorithm>

#include "ui/profile/row_selection.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_steps = 100;

std::vector<ProfileLead> leads_of(const ProfileSession& session) {
  std::vector<ProfileLead> leads;
  const std::vector<ProfileRow> rows = profile_table(session, ProfileGrouping::variant);
  for (ProfileFinding& finding : profile_findings(session)) {
    ProfileLead lead{std::move(finding), {}};
    for (const ProfileRow& row : rows) {
      // A name may occur in several stages.
      if (lead.finding.row.empty() || row.name != lead.finding.row) continue;
      const bool is_it = row.stage == lead.finding.stage;
      if (lead.kinds.empty() || is_it) lead.kinds = {row.kinds.begin(), row.kinds.end()};
      if (is_it) break;
    }
    leads.push_back(std::move(lead));
  }
  return leads;
}

}  // namespace

std::function<void(const Message&)> ProfileDocument::arrival(Part part) {
  return [this, part](const Message& trouble) {
    if (!trouble.empty()) emit failed(words(trouble));
    emit computed(part);
  };
}

void ProfileDocument::open(Session session, const QString& name) {
  for (const Job& each : jobs_) each.job->clear();
  session_ = std::move(session);
  name_ = name;
  selection_ = {};
  past_.clear();
  future_.clear();
  emit opened();
}

void ProfileDocument::compare_with(Session before, const QString& name) {
  comparison_.clear();
  before_ = std::move(before);
  before_name_ = name;
  emit comparisonChanged();
}

void ProfileDocument::select(const ProfileSelection& selection) {
  if (selection == selection_) return;
  past_.push_back(selection_);
  if (past_.size() > most_steps) past_.erase(past_.begin());
  future_.clear();
  show_selection(selection);
}

void ProfileDocument::go_back() {
  if (past_.empty()) return;
  future_.push_back(selection_);
  const ProfileSelection earlier = past_.back();
  past_.pop_back();
  show_selection(earlier);
}

void ProfileDocument::go_forward() {
  if (future_.empty()) return;
  past_.push_back(selection_);
  const ProfileSelection later = future_.back();
  future_.pop_back();
  show_selection(later);
}

void ProfileDocument::show_selection(const ProfileSelection& selection) {
  for (const Job& each : jobs_) each.job->asked = false;
  selection_ = selection;
  emit selectionChanged();
  for (const Job& each : jobs_) {
    if (each.of_selection && !each.job->asked) each.job->cancel();
  }
}

auto ProfileDocument::timeline() -> Result<TimelineModel> {
  if (!session_) return nullptr;
  const Result<TimelineModel> all =
      arranged_.want({}, [session = session_] { return TimelineModel(session); });
  const ProfileSelection what = without_range(selection_);
  if (!all || what.empty()) {
    dimmed_.cancel();
    return all;
  }
  return dimmed_.want(what, [all, what] {
    TimelineModel model = *all;
    model.select(what);
    return model;
  });
}

auto ProfileDocument::times() -> Result<ProfileTimes> {
  if (!session_) return nullptr;
  return times_.want(selection_.range, [session = session_, range = selection_.range] {
    return ProfileTimes{range, profile_idle(*session, range), profile_stages(*session, range)};
  });
}

auto ProfileDocument::findings() -> Result<std::vector<ProfileLead>> {
  if (!session_) return nullptr;
  return findings_.want({}, [session = session_] { return leads_of(*session); });
}

auto ProfileDocument::roofline() -> Result<Rows> {
  if (!session_) return nullptr;
  ProfileSelection within = selection_;
  within.kinds.clear();
  return roofline_.want(within, [session = session_, within] { return profile_roofline(*session, within); });
}

auto ProfileDocument::tree() -> Result<ProfileNode> {
  if (!session_) return nullptr;
  return tree_.want(selection_.range, [session = session_, range = selection_.range] {
    return profile_tree(*session, {.range = range});
  });
}

auto ProfileDocument::table(ProfileGrouping grouping) -> Result<Rows> {
  if (!session_) return nullptr;
  const Grouped wanted{grouping, around_rows(selection_, grouping)};
  return table_.want(
      wanted, [session = session_, wanted] { return profile_table(*session, wanted.first, wanted.second); });
}

auto ProfileDocument::histogram() -> Result<ProfileHistogram> {
  if (!session_ || selection_.kinds.empty()) return nullptr;
  return histogram_.want(selection_, [session = session_, selection = selection_] {
    return profile_histogram(*session, selection);
  });
}

auto ProfileDocument::comparison(ProfileGrouping grouping) -> Result<ProfileComparison> {
  if (!session_ || !before_) return nullptr;
  const Grouped wanted{grouping, around_rows(selection_, grouping)};
  return comparison_.want(wanted, [session = session_, before = before_, wanted] {
    return compare_profiles(*before, *session, wanted.first, wanted.second);
  });
}

bool ProfileDocument::is_computing(Part part) const {
  return std::ranges::any_of(
      jobs_, [part](const Job& each) { return each.part == part && each.job->is_computing(); });
}

bool ProfileDocument::is_computing() const {
  return std::ranges::any_of(jobs_, [](const Job& each) { return each.job->is_computing(); });
}

}  // namespace tilescribe::ui
