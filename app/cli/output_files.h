// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace tilescribe::cli {

/// The transcript's file in `folder` for each input: its name with the extension replaced. Where two inputs
/// would share one, or it is an input itself, the name gets -2, -3, …: no input's output overwrites
/// another's, and no recording is ever overwritten. Files that are there from before keep nothing: they are
/// replaced.
std::vector<std::filesystem::path> output_files(const std::filesystem::path& folder,
                                                const std::vector<std::filesystem::path>& inputs,
                                                std::string_view extension);

/// Creates the folder if need be and makes sure that files can be put there, before hours are spent on work
/// that could not be kept. Throws CommandError.
void prepare_folder(const std::filesystem::path& folder);

}  // namespace tilescribe::cli
