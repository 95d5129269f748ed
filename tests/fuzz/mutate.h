// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <vector>

namespace tilescribe::fuzz {

/// One of `seeds` (not empty) with one to six random changes: bits, bytes, integers of file headers, numbers
/// in text, ranges left out, repeated or taken from another seed. The same for the same state of `random`.
std::string mutated(const std::vector<std::string>& seeds, std::mt19937_64& random);

}  // namespace tilescribe::fuzz
