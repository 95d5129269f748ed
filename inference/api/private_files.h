// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "inference/api/message.h"

/// Files that hold somebody's voice or words belong to the user alone: folders are 0700, files 0600.
namespace tilescribe {

/// Where the program keeps the user's data: $XDG_DATA_HOME/tilescribe.
std::filesystem::path data_folder();

/// Creates a folder, and missing folders above it, for the user alone. An existing folder is not changed.
/// Throws Error, which names `what` ("recordings") and the folder.
void make_private_folder(const Message& what, const std::filesystem::path& folder);

/// Creates an empty file for the user alone. A writer that replaces a file keeps its mode, so what it writes
/// stays private. Returns whether it did: an existing file is not changed.
bool make_private_file(const std::filesystem::path& file);

/// Removes other people's permissions from a file or folder of the user's. Does nothing to another user's
/// file, a missing file, a link, or on a disk without permissions.
void close_to_others(const std::filesystem::path& path);

/// The name under which a file is written before it takes another's place: hidden, and none of the user's.
std::string temporary_name();
bool is_temporary(const std::filesystem::path& file);

/// Removes what programs that were killed left under such names in a folder and those in it. One may be at
/// work all the same, and writes a file in less than an hour: younger ones stay.
void remove_left_temporaries(const std::filesystem::path& folder);

}  // namespace tilescribe
