// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::cli {

/// The transcript's file in `folder` for each input: its name with another extension. If two inputs would get
/// the same file, or it is itself an input, the name gets -2, -3, …: no output overwrites another one's, and
/// no recording is ever overwritten. Files from earlier runs are replaced.
std::vector<std::filesystem::path> output_files(const std::filesystem::path& folder,
                                                const std::vector<std::filesystem::path>& inputs,
                                                std::string_view extension);

/// Creates the folder if necessary and checks that files can be written there, before hours are spent on work
/// that could not be kept. Throws CommandError.
void prepare_folder(const std::filesystem::path& folder);

/// Checks that a file can be written, for the same reason, and leaves none behind. Not of "-" (standard
/// output) and "" (nowhere). Throws CommandError.
void check_writable(const std::string& file);

/// Writes a file in place of what is there. Throws CommandError.
void write_file(const std::string& file, std::string_view bytes);

}  // namespace tilescribe::cli
