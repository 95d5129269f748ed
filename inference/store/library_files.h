// SPDX-License-Identifier: Apache-2.0
// The library's files: where they lie, and what their names and their state on the disk say.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::store {

/// The state of a file on the disk: another one means that it was written meanwhile.
struct FileState {
  std::int64_t bytes = 0;
  std::int64_t changed_ns = 0;  // 0: there is no such file
  bool operator==(const FileState&) const = default;
};
FileState state_of(const std::filesystem::path& file);
/// Whether nothing has this name. What can't be looked at counts as there.
bool is_gone(const std::filesystem::path& file);

/// The part of its folder in which deleted files lie.
std::filesystem::path bin_of(const std::filesystem::path& folder);
bool is_in_bin(const std::filesystem::path& file);
/// A file's place outside the bin, or in it.
std::filesystem::path place_of(const std::filesystem::path& folder, const std::string& name, bool binned);
/// Where the notes of a file lie, whether it is in the bin or not.
std::filesystem::path notes_of(const std::filesystem::path& file);

/// Where what a text was before the last replacement in all transcripts lies.
std::filesystem::path replaced_of(const std::filesystem::path& file);

/// Texts in a folder, by name: "20260131-142530-123-interview.wav.json". A file that holds nothing yet is not
/// a text.
std::vector<std::string> text_names(const std::filesystem::path& folder);
/// When a text was kept, from its name in local time; seconds since 1970. Empty: it is not one of ours.
std::optional<std::int64_t> created_by_name(std::string_view name);
/// The name of the source in that of a text: "interview.wav".
std::string source_by_name(std::string_view name);

/// Moves a file into its folder's bin, which is made if necessary, or out of it. Where one of its name lies
/// there, it becomes "name (2)" and so on, with a copy of the notes. One that is there already, and not here
/// any more, is as good. Returns its new place. Throws Error.
std::filesystem::path move_over(const std::filesystem::path& file);
/// Removes a file; none is as good. Throws Error.
void remove_file(const std::filesystem::path& file);

}  // namespace tilescribe::store
