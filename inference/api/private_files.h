// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

/// What holds somebody's voice or words is for its user alone: folders are 0700, files 0600.
namespace tilescribe {

/// Makes a folder, and those above it that are missing, for the user alone. One that exists stays as it is.
/// Throws Error, which names `what` ("recordings") and the folder.
void make_private_folder(const char* what, const std::filesystem::path& folder);

/// Makes an empty file for the user alone, for a writer that would let others read it: who replaces a file
/// keeps its mode. One that exists stays as it is, and what can't be made is not.
void make_private_file(const std::filesystem::path& file);

/// Takes away what others may do with a file or folder of the user's. Nothing happens to another user's, to
/// what is not there, to a link, and on a disk that knows no modes.
void close_to_others(const std::filesystem::path& path);

}  // namespace tilescribe
