// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tilescribe::cli {

/// A key that must not stand on a command line, where others can read it: the file's first line, or without a
/// file what this variable of the environment holds; empty: none is set. Throws CommandError for one that is
/// given and blank, which never means that none is needed, or has a character that can't be sent.
std::string read_key(const std::filesystem::path& file, const char* variable);

}  // namespace tilescribe::cli
