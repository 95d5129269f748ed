// SPDX-License-Identifier: Apache-2.0
#include "inference/report/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tilescribe::report {
namespace {

using Lines = std::vector<std::string_view>;

struct Line {
  char sign;  // ' ', '-' or '+'
  std::string_view text;
};

// With the line feed at their ends, which the last one may lack.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == text.npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

// Lines [begin, ends) of both, by the table of common subsequences.
void compare(const Lines& a, const Lines& b, std::size_t begin, std::size_t a_end, std::size_t b_end,
             std::vector<Line>& out) {
  const std::size_t height = a_end - begin, width = b_end - begin;
  std::vector<std::uint32_t> table;  // [height + 1][width + 1]: the longest of the rest
  constexpr std::size_t most_cells = std::size_t{1} << 24;
  const bool small = (height + 1) * (width + 1) <= most_cells;
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return table[i * (width + 1) + j]; };
  if (small) {
    table.resize((height + 1) * (width + 1));
    for (std::size_t i = height; i-- > 0;) {
      for (std::size_t j = width; j-- > 0;)
        at(i, j) = a[begin + i] == b[begin + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  std::size_t i = 0, j = 0;
  while (i < height || j < width) {
    if (small && i < height && j < width && a[begin + i] == b[begin + j]) {
      out.push_back({' ', a[begin + i]});
      ++i, ++j;
    } else if (i < height && (j == width || !small || at(i + 1, j) >= at(i, j + 1))) {
      out.push_back({'-', a[begin + i++]});
    } else {
      out.push_back({'+', b[begin + j++]});
    }
  }
}

std::string range(std::size_t first, std::size_t count) {
  return std::to_string(count == 0 ? first - 1 : first) + (count == 1 ? "" : ',' + std::to_string(count));
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& before_name,
                         const std::string& after_name) {
  constexpr std::size_t around = 3;
  const Lines a = lines_of(before), b = lines_of(after);
  std::size_t same = 0, tail = 0;
  while (same < std::min(a.size(), b.size()) && a[same] == b[same]) ++same;
  while (tail < std::min(a.size(), b.size()) - same && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  std::vector<Line> all;
  for (std::size_t i = 0; i < same; ++i) all.push_back({' ', a[i]});
  compare(a, b, same, a.size() - tail, b.size() - tail, all);
  for (std::size_t i = a.size() - tail; i < a.size(); ++i) all.push_back({' ', a[i]});

  std::string text;
  std::size_t a_line = 1, b_line = 1;  // of all[i], from 1
  for (std::size_t i = 0; i < all.size();) {
    // The next difference, and the last one that is near enough to the one before it.
    std::size_t first = i;
    while (first < all.size() && all[first].sign == ' ') ++first;
    if (first == all.size()) break;
    std::size_t last = first;
    for (std::size_t k = first; k < all.size() && k - last <= 2 * around; ++k) {
      if (all[k].sign != ' ') last = k;
    }
    const std::size_t begin = std::max(i, first - std::min(first, around));
    const std::size_t end = std::min(all.size(), last + around + 1);
    for (; i < begin; ++i) ++a_line, ++b_line;
    std::string hunk;
    std::size_t lost = 0, added = 0;
    for (std::size_t k = begin; k < end; ++k) {
      hunk.append(1, all[k].sign).append(all[k].text);
      if (!all[k].text.ends_with('\n')) hunk += "\n\\ No newline at end of file\n";
      lost += all[k].sign != '+' ? 1 : 0;
      added += all[k].sign != '-' ? 1 : 0;
    }
    if (text.empty()) text = "--- " + before_name + "\n+++ " + after_name + '\n';
    text += "@@ -" + range(a_line, lost) + " +" + range(b_line, added) + " @@\n" + hunk;
    a_line += lost;
    b_line += added;
    i = end;
  }
  return text;
}

}  // namespace tilescribe::report
