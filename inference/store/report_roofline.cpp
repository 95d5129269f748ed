// SPDX-License-Identifier: Apache-2.0
// The roofline: rates over operations per byte, below what the device reaches (Williams, Waterman and
// Patterson, "Roofline: an insightful visual performance model for multicore architectures", CACM 52, 2009).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inference/profile/figures.h"
#include "inference/store/report.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

using nlohmann::json;

constexpr double height = 420.0, left = 70.0, right = 990.0, top = 14.0, bottom = 370.0;
constexpr std::size_t most_dots = 16;

struct Dot {
  double intensity = 0.0, tflop_s = 0.0;  // both above 0
  const ProfileRow* row = nullptr;
};

struct Ceiling {
  std::string name;
  double tflop_s = 0.0;
  bool main = false;  // for the arithmetic that was used
};

std::vector<Dot> dots_of(const ReportFacts& facts) {
  std::vector<Dot> dots;
  for (const ProfileRow& row : facts.roofline) {
    if (dots.size() == most_dots) break;
    if (row.intensity.value_or(0.0) > 0.0 && row.tflop_s.value_or(0.0) > 0.0) {
      dots.push_back({*row.intensity, *row.tflop_s, &row});
    }
  }
  return dots;
}

std::vector<Ceiling> ceilings_of(const ProfileSetting& setting) {
  std::vector<Ceiling> ceilings;
  const auto add = [&](const char* name, const char* compute, const std::optional<double>& tflop_s) {
    if (tflop_s.value_or(0.0) > 0.0) ceilings.push_back({name, *tflop_s, setting.compute == compute});
  };
  add("f32", "f32", setting.ceilings.f32_tflop_s);
  add("TF32", "tf32", setting.ceilings.tf32_tflop_s);
  add("bf16", "bf16", setting.ceilings.bf16_tflop_s);
  add("fp8", "fp8", setting.ceilings.fp8_tflop_s);
  return ceilings;
}

// A logarithmic axis from one power of ten to another.
class Axis {
 public:
  Axis(double from, double to) : from_(from), to_(to) {}
  void include(double value) {
    const double exponent = std::clamp(std::log10(value), -12.0, 12.0);
    first_ = std::min(first_, static_cast<int>(std::floor(exponent)));
    last_ = std::max(last_, static_cast<int>(std::ceil(exponent)));
    if (first_ == last_) ++last_;
  }
  double at(double value) const {
    const double exponent = std::clamp(std::log10(value), -12.0, 12.0);
    return from_ + (to_ - from_) * (exponent - first_) / (last_ - first_);
  }
  int first() const { return first_; }
  int last() const { return last_; }

 private:
  double from_, to_;
  int first_ = std::numeric_limits<int>::max(), last_ = std::numeric_limits<int>::min();
};

std::string power_text(int exponent) {
  return exponent >= 0 ? "1" + std::string(static_cast<std::size_t>(exponent), '0')
                       : "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + "1";
}

void add_grid(json& shapes, const Axis& x, const Axis& y) {
  for (int i = x.first(); i <= x.last(); ++i) {
    const double at = x.at(std::pow(10.0, i));
    shapes.push_back(line(at, top, at, bottom, "grid"));
    shapes.push_back(label(at, bottom + 18.0, i == x.last() ? "end" : "middle", "soft", power_text(i)));
  }
  for (int i = y.first(); i <= y.last(); ++i) {
    const double at = y.at(std::pow(10.0, i));
    shapes.push_back(line(left, at, right, at, "grid"));
    shapes.push_back(label(left - 8.0, at + 4.0, "end", "soft", power_text(i)));
  }
  shapes.push_back(label((left + right) / 2.0, height - 8.0, "middle", "", "operations per byte"));
  shapes.push_back(upright((top + bottom) / 2.0, "TFLOP/s"));
}

struct Box {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;  // upper left corner and size
  bool meets(const Box& other) const {
    return x < other.x + other.width && other.x < x + width && y < other.y + other.height &&
           other.y < y + height;
  }
};

// Places the dots' numbers: next to the dot if there is room, else farther away, at the end of a line.
class Numbers {
 public:
  void put_dot(double x, double y, double radius) {
    taken_.push_back({x - radius, y - radius, 2.0 * radius, 2.0 * radius});
  }
  void keep_free(const Box& box) { taken_.push_back(box); }
  bool is_free(const Box& box) const {
    return std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) { return box.meets(other); });
  }
  void put(json& shapes, double x, double y, double radius, const std::string& number) {
    const double text_width = 8.0 * static_cast<double>(number.size());
    for (double distance = radius + 4.0; distance < 140.0; distance += 12.0) {
      for (const double eighth : {0.0, 4.0, 6.0, 2.0, 7.0, 1.0, 5.0, 3.0}) {
        const double angle = eighth * std::numbers::pi / 4.0;
        const double at_x = x + (distance + text_width / 2.0) * std::cos(angle);
        const double at_y = y + (distance + 6.0) * std::sin(angle);
        const Box box{at_x - text_width / 2.0 - 1.0, at_y - 7.0, text_width + 2.0, 14.0};
        const bool inside = box.x > left && box.x + box.width < right && box.y > top && box.y + 14.0 < bottom;
        if (!inside || !is_free(box)) continue;
        taken_.push_back(box);
        if (distance > radius + 5.0) {
          const double end = distance - 2.0;
          shapes.push_back(line(x, y, x + end * std::cos(angle), y + end * std::sin(angle), "leader"));
        }
        return shapes.push_back(label(at_x, at_y + 4.5, "middle", "over", number));
      }
    }
    shapes.push_back(label(x, y + 4.5, "middle", "over", number));
  }

 private:
  std::vector<Box> taken_;
};

double length_of(const std::string& text) {
  return 7.0 * static_cast<double>(text.size());
}

// The slope of the memory up to each ceiling, and the ceilings from there on. Their names are drawn on top of
// the dots.
struct Roofs {
  json lines = json::array(), names = json::array();
};
Roofs roofs_of(const Axis& x, const Axis& y, const std::vector<Ceiling>& ceilings, double read_gb_s,
               Numbers& numbers) {
  Roofs roofs;
  // At the first of the places without a dot, else at the first place. Each place is the left end of its
  // line.
  const auto name = [&](const std::vector<std::pair<double, double>>& places, const std::string& text) {
    const double length = length_of(text);
    const auto box_at = [&](const std::pair<double, double>& at) {
      return Box{at.first, at.second - 11.0, length, 14.0};
    };
    const auto free = std::find_if(places.begin(), places.end(),
                                   [&](const auto& at) { return numbers.is_free(box_at(at)); });
    const auto& [at_x, at_y] = free == places.end() ? places.front() : *free;
    numbers.keep_free(box_at({at_x, at_y}));
    roofs.names.push_back(label(at_x, at_y, "start", "soft over", text));
  };
  const double lowest_x = std::pow(10.0, x.first()), highest_x = std::pow(10.0, x.last());
  const double lowest_y = std::pow(10.0, y.first());
  double highest = 0.0;
  for (const Ceiling& ceiling : ceilings) {
    highest = std::max(highest, ceiling.tflop_s);
    const double ridge =
        read_gb_s > 0.0 ? std::clamp(1e3 * ceiling.tflop_s / read_gb_s, lowest_x, highest_x) : lowest_x;
    roofs.lines.push_back(line(x.at(ridge), y.at(ceiling.tflop_s), right, y.at(ceiling.tflop_s),
                               ceiling.main ? "roof" : "dashed"));
    const std::string text = ceiling.name + ": " + figure(ceiling.tflop_s) + " TFLOP/s";
    std::vector<std::pair<double, double>> places;  // above its line, from the right; then below it
    for (const double side : {-5.0, 14.0}) {
      for (double at = right - 4.0 - length_of(text); at >= x.at(ridge); at -= 40.0) {
        places.emplace_back(at, y.at(ceiling.tflop_s) + side);
      }
    }
    if (places.empty()) places.emplace_back(right - 4.0 - length_of(text), y.at(ceiling.tflop_s) - 5.0);
    name(places, text);
  }
  if (read_gb_s <= 0.0) return roofs;
  if (highest <= 0.0) highest = std::pow(10.0, y.last());
  // From where the slope enters the picture.
  const double begin = std::max(lowest_x, 1e3 * lowest_y / read_gb_s);
  const double end = std::min(highest_x, 1e3 * highest / read_gb_s);
  if (end <= begin) return roofs;
  const double x1 = x.at(begin), y1 = y.at(begin * read_gb_s * 1e-3);
  const double x2 = x.at(end), y2 = y.at(end * read_gb_s * 1e-3);
  roofs.lines.push_back(line(x1, y1, x2, y2, "roof"));
  // Left of the line and above it, where dots come only from a cache. From the middle down, then up.
  const std::string text = "memory: " + figure(read_gb_s) + " GB/s";
  std::vector<std::pair<double, double>> places;
  for (const double part : {0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.2}) {
    const double at_x = x1 + (x2 - x1) * part - length_of(text) - 8.0;
    if (at_x > left) places.emplace_back(at_x, y1 + (y2 - y1) * part - 4.0);
  }
  if (places.empty()) places.emplace_back(x2 + 10.0, y2 + 16.0);
  name(places, text);
  return roofs;
}

}  // namespace

json roofline_section(const ReportFacts& facts) {
  const std::vector<Dot> dots = dots_of(facts);
  if (dots.empty()) return {};
  const std::vector<Ceiling> ceilings = ceilings_of(facts.session.setting);
  const double read_gb_s = facts.session.setting.ceilings.read_gb_s.value_or(0.0);
  Axis x(left, right), y(bottom, top);
  for (const Dot& each : dots) {
    x.include(each.intensity);
    y.include(each.tflop_s);
  }
  for (const Ceiling& ceiling : ceilings) {
    y.include(ceiling.tflop_s);
    if (ceiling.main && read_gb_s > 0.0) x.include(1e3 * ceiling.tflop_s / read_gb_s);
  }
  const auto radius_of = [](const ProfileRow& row) {
    return 4.0 + 26.0 * std::sqrt(std::clamp(row.share, 0.0, 1.0));
  };
  Numbers numbers;
  for (const Dot& each : dots)
    numbers.put_dot(x.at(each.intensity), y.at(each.tflop_s), radius_of(*each.row));
  const Roofs roofs = roofs_of(x, y, ceilings, read_gb_s, numbers);
  json shapes = json::array(), labels = roofs.names, list = json::array();
  add_grid(shapes, x, y);
  shapes.insert(shapes.end(), roofs.lines.begin(), roofs.lines.end());
  bool cached = false;
  for (std::size_t i = 0; i < dots.size(); ++i) {
    const ProfileRow& row = *dots[i].row;
    const double at_x = x.at(dots[i].intensity), at_y = y.at(dots[i].tflop_s);
    const std::string number = std::to_string(i + 1);
    cached |= read_gb_s > 0.0 && dots[i].tflop_s > dots[i].intensity * read_gb_s * 1e-3;
    shapes.push_back(dot(at_x, at_y, radius_of(row), stage_class(row.stage)));
    numbers.put(labels, at_x, at_y, radius_of(row), number);
    list.push_back({{"number", number},
                    {"class", stage_class(row.stage)},
                    {"name", row.name},
                    {"stage", row.stage},
                    {"reason", sentence(row.bound_reason)}});
  }
  shapes.insert(shapes.end(), labels.begin(), labels.end());
  return {{"shapes", shapes}, {"dots", list}, {"cached", cached}};
}

}  // namespace tilescribe::store
