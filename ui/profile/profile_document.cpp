// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/profile_document.h"

#include <algorithm>

#include "ui/profile/row_selection.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_selections = 101;  // a hundred steps back

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
  history_ = {ProfileSelection()};
  at_ = 0;
  emit opened();
}

void ProfileDocument::compare_with(Session before, const QString& name) {
  comparison_.clear();
  before_ = std::move(before);
  before_name_ = name;
  emit comparisonChanged();
}

void ProfileDocument::select(const ProfileSelection& chosen) {
  if (chosen == selection()) return;
  history_.resize(at_ + 1);
  history_.push_back(chosen);
  if (history_.size() > most_selections) history_.erase(history_.begin());
  go_to(history_.size() - 1);
}

void ProfileDocument::go_to(std::size_t at) {
  for (const Job& each : jobs_) each.job->asked = false;
  at_ = at;
  emit selectionChanged();
  for (const Job& each : jobs_) {
    if (each.of_selection && !each.job->asked) each.job->cancel();
  }
}

auto ProfileDocument::timeline() -> Result<TimelineModel> {
  if (!session_) return nullptr;
  const Result<TimelineModel> all =
      arranged_.want({}, [session = session_] { return TimelineModel(session); });
  const ProfileSelection what = without_range(selection());
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
  return times_.want(selection().range, [session = session_, range = selection().range] {
    return ProfileTimes{range, profile_idle(*session, range), profile_stages(*session, range)};
  });
}

auto ProfileDocument::findings() -> Result<std::vector<ProfileLead>> {
  if (!session_) return nullptr;
  return findings_.want({}, [session = session_] { return leads_of(*session); });
}

auto ProfileDocument::roofline() -> Result<Rows> {
  if (!session_) return nullptr;
  ProfileSelection within = selection();
  within.kinds.clear();
  return roofline_.want(within, [session = session_, within] { return profile_roofline(*session, within); });
}

auto ProfileDocument::tree() -> Result<ProfileNode> {
  if (!session_) return nullptr;
  return tree_.want(selection().range, [session = session_, range = selection().range] {
    return profile_tree(*session, {.range = range});
  });
}

auto ProfileDocument::table(ProfileGrouping grouping) -> Result<Rows> {
  if (!session_) return nullptr;
  const Grouped wanted{grouping, around_rows(selection(), grouping)};
  return table_.want(
      wanted, [session = session_, wanted] { return profile_table(*session, wanted.first, wanted.second); });
}

auto ProfileDocument::histogram() -> Result<ProfileHistogram> {
  if (!session_ || selection().kinds.empty()) return nullptr;
  return histogram_.want(selection(), [session = session_, selection = selection()] {
    return profile_histogram(*session, selection);
  });
}

auto ProfileDocument::comparison(ProfileGrouping grouping) -> Result<ProfileComparison> {
  if (!session_ || !before_) return nullptr;
  const Grouped wanted{grouping, around_rows(selection(), grouping)};
  return comparison_.want(wanted, [session = session_, before = before_, wanted] {
    return compare_profiles(*before, *session, wanted.first, wanted.second);
  });
}

bool ProfileDocument::is_computing(std::optional<Part> part) const {
  return std::ranges::any_of(
      jobs_, [part](const Job& each) { return (!part || each.part == *part) && each.job->is_computing(); });
}

}  // namespace tilescribe::ui
