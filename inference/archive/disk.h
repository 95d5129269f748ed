// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>

#include "inference/audio/recording/file_handle.h"
#include "kernels/core/message.h"

/// The files of a job's folder. Whoever sent the folder may have put a link, a pipe or a device in their
/// place: these are refused, neither followed nor waited for.
namespace tilescribe::archive {

/// The job's own folders, but for `merged`, which comes last.
inline constexpr std::array job_folders{"results", "attempts", "shards", "logs"};

/// Why something that is no regular file is not read.
Message not_a_regular_file(const std::filesystem::path& file);
/// Throws Error where something else than a folder, such as a link, has the name of one of the job's own.
void check_folders(const std::filesystem::path& job);
/// Opens a file of the job with these flags of open(2); O_CREAT makes one for the user alone. Nothing, with
/// errno: it can't be opened. Throws Error if it is no regular file.
audio::FileHandle open_in_job(const std::filesystem::path& file, int flags);
/// Whether there is such a file of the job. Throws Error if the disk does not say, or if it is no regular
/// file.
bool stands(const std::filesystem::path& file);
/// Makes an empty file, and has it on the disk. Returns false if there is one. Throws Error.
bool make_mark(const std::filesystem::path& file);
/// Removes a file; none is as good. Returns whether it is gone.
bool remove_mark(const std::filesystem::path& file) noexcept;

}  // namespace tilescribe::archive
