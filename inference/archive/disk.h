// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace tilescribe::archive {

/// Whether there is such a file. Throws Error if the disk does not say.
bool stands(const std::filesystem::path& file);
/// Makes an empty file, and has it on the disk. Returns false if there is one. Throws Error.
bool make_mark(const std::filesystem::path& file);
/// Removes a file; none is as good. Returns whether it is gone.
bool remove_mark(const std::filesystem::path& file) noexcept;

}  // namespace tilescribe::archive
