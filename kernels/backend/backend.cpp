// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/backend.h"

#include <algorithm>
#include <chrono>

#include "kernels/profile/host_source.h"

namespace tilescribe::kernels {

std::int64_t stored_bytes(std::initializer_list<const Weight*> weights) {
  std::size_t bytes = 0;
  for (const Weight* weight : weights) bytes += weight->bytes();
  return static_cast<std::int64_t>(bytes);
}

double Backend::time_ms(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  synchronize();
  const Clock::time_point begin = Clock::now();
  work();
  synchronize();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::unique_ptr<ActivitySource> Backend::activity_source() {
  return std::make_unique<HostActivitySource>(*this, 1);
}

void Backend::set_place(const Place& place) {
  place_ = place;
  for (OpObserver* observer : observers_) observer->place_changes(place);
}

Backend::Observed::Observed(Backend& runner, std::string_view op, std::string_view variant, const Cost& cost)
    : backend(runner) {
  if (runner.depth_ == 1) runner.outermost_ = op;
  const std::string_view outer = runner.depth_ == 1 ? std::string_view() : runner.outermost_;
  const OpLabel label{op, variant, outer, runner.place_, cost, ++runner.observed_runs_};
  for (OpObserver* observer : runner.observers_) observer->op_begins(label);
}

Backend::Observed::~Observed() {
  for (OpObserver* observer : backend.observers_) observer->op_ends();
}

Backend::Replaying::Replaying(const Backend& backend) : observers_(backend.observers_) {
  for (OpObserver* observer : observers_) observer->replay_begins(backend.place_);
}

Backend::Replaying::~Replaying() {
  for (OpObserver* observer : observers_) observer->replay_ends();
}

void Backend::force_variant(const std::string& op, const std::string& variant) {
  const std::vector<const OpEntry*> ops = registry().ops();
  const auto entry = std::ranges::find(ops, op, &OpEntry::name);
  if (entry == ops.end())
    throw Error("There is no op named " + op + " on " + std::string(name()) +
                ", so no variant can be forced.");
  if (variant.empty()) {
    forced_.erase(op);
    return;
  }
  const std::vector<std::string> known = (*entry)->variants(name());
  if (std::ranges::find(known, variant) == known.end()) {
    std::string list;
    for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
    throw Error("The op " + op + " on " + std::string(name()) + " has the variants " +
                (list.empty() ? "(none)" : list) + ", but " + variant + " was to be forced.");
  }
  forced_[op] = variant;
}

const std::string* Backend::forced_variant(std::string_view op) const {
  const auto entry = forced_.find(op);
  return entry == forced_.end() ? nullptr : &entry->second;
}

}  // namespace tilescribe::kernels
