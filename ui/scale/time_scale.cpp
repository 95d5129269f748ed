// SPDX-License-Identifier: Apache-2.0
#include "ui/scale/time_scale.h"

#include <array>
#include <cmath>

#include "ui/format.h"

namespace tilescribe::ui {

namespace {

double whole_of(std::int64_t ns) {
  return std::max(static_cast<double>(ns), TimeScale::least_span_ns);
}

/// Number of parts between two labelled ticks, so that small ticks are also 1, 2 or 5 times a power of ten
/// apart.
std::int64_t parts_of(std::int64_t step_ns) {
  if (step_ns < 10) return 1;
  std::int64_t first = step_ns;
  while (first >= 10) first /= 10;
  return first == 2 ? 4 : 5;
}

}  // namespace

TimeScale::TimeScale(std::int64_t whole_ns, double width_px)
    : whole_ns_(std::max<std::int64_t>(0, whole_ns)), width_px_(std::max(1.0, width_px)) {
  show_whole();
}

void TimeScale::set_whole(std::int64_t whole_ns) {
  whole_ns_ = std::max<std::int64_t>(0, whole_ns);
  show_whole();
}

bool TimeScale::shows_whole() const {
  return span_ns_ >= whole_of(whole_ns_);
}

std::int64_t TimeScale::ns_at(double x) const {
  const double ns = std::floor(begin_ns_ + x * ns_per_px());
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(ns), 0, whole_ns_);
}

void TimeScale::show_whole() {
  begin_ns_ = 0.0;
  span_ns_ = whole_of(whole_ns_);
}

void TimeScale::show(double begin_ns, double end_ns) {
  const double whole = whole_of(whole_ns_);
  const double wanted = end_ns - begin_ns;
  span_ns_ = std::clamp(wanted, least_span_ns, whole);
  begin_ns_ = std::clamp(begin_ns - (span_ns_ - wanted) / 2.0, 0.0, whole - span_ns_);
}

void TimeScale::zoom(double factor, double x) {
  const double whole = whole_of(whole_ns_);
  const double moment = begin_ns_ + x * ns_per_px();
  span_ns_ = std::clamp(span_ns_ / factor, least_span_ns, whole);
  begin_ns_ = std::clamp(moment - x * ns_per_px(), 0.0, whole - span_ns_);
}

void TimeScale::pan(double px) {
  begin_ns_ = std::clamp(begin_ns_ - px * ns_per_px(), 0.0, whole_of(whole_ns_) - span_ns_);
}

std::int64_t TimeScale::tick_step_ns(double least_px) const {
  const double wanted = std::max(1.0, least_px * ns_per_px());
  std::int64_t power = 1;
  while (static_cast<double>(power) * 10.0 <= wanted) power *= 10;
  for (const std::int64_t times : {1, 2, 5}) {
    if (static_cast<double>(power * times) >= wanted) return power * times;
  }
  return power * 10;
}

std::vector<TimeScale::Tick> TimeScale::ticks(double least_px) const {
  const std::int64_t step = tick_step_ns(least_px);
  const std::int64_t parts = parts_of(step);
  const std::int64_t small = step / parts;
  const auto latest = static_cast<std::int64_t>(end_ns());
  std::vector<Tick> ticks;
  for (std::int64_t n = static_cast<std::int64_t>(std::ceil(begin_ns_ / static_cast<double>(small)));
       n * small <= latest; ++n) {
    const std::int64_t at = n * small;
    ticks.push_back({at, x_of(at), n % parts == 0 ? tick_label(at, step, latest) : QString()});
  }
  return ticks;
}

QString tick_label(std::int64_t ns, std::int64_t step_ns, std::int64_t latest_ns) {
  struct Unit {
    const char* name;
    std::int64_t ns;
  };
  static constexpr std::array<Unit, 4> units{
      Unit{"s", 1'000'000'000}, {"ms", 1'000'000}, {"µs", 1'000}, {"ns", 1}};
  if (ns == 0) return QStringLiteral("0");
  const auto unit =
      std::find_if(units.begin(), units.end() - 1, [&](const Unit& u) { return latest_ns >= u.ns; });
  int decimals = 0;
  for (std::int64_t place = unit->ns; place > step_ns && decimals < 9; place /= 10) ++decimals;
  const QString number = decimal_text(static_cast<double>(ns) / static_cast<double>(unit->ns), decimals);
  return number + QChar(0xa0) + QString::fromUtf8(unit->name);  // a non-breaking space
}

}  // namespace tilescribe::ui
