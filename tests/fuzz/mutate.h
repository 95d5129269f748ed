// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace tilescribe::fuzz {

/// A dictionary as libFuzzer and AFL++ read it: a word in quotes on each line, in which \\, \" and \xAB are
/// escapes; # begins a comment. Throws std::runtime_error for a line that is neither.
std::vector<std::string> read_dictionary(const std::filesystem::path& file);

/// One of `seeds` (not empty) with one to six random changes: bits, bytes, integers of file headers, numbers
/// in text, words of the dictionary, ranges left out, repeated or taken from another seed. The same for the
/// same state of `random`.
std::string mutated(const std::vector<std::string>& seeds, const std::vector<std::string>& dictionary,
                    std::mt19937_64& random);

}  // namespace tilescribe::fuzz
