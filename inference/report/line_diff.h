// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tilescribe::report {

/// What differs between two texts, line by line, in the unified format (POSIX diff -u) with three lines
/// around each difference; empty if nothing does. The fewest lines are lost and added (a longest common
/// subsequence); where that would take more than 16 million steps, everything between the equal ends is
/// replaced.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& before_name,
                         const std::string& after_name);

}  // namespace tilescribe::report
