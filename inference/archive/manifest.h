// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "inference/api/archive.h"

namespace tilescribe::archive {

constexpr const char* manifest_name = "manifest.json";

/// Throws Error about the first field that is not what it should be. Trusts nothing in the file.
Manifest read_manifest(const std::filesystem::path& file);
/// Throws Error if so many files are too many for a manifest.
void check_count(std::size_t files);
/// In one step. The same manifest gives the same bytes. Throws Error also if read_manifest would not take it.
void write_manifest(const std::filesystem::path& file, const Manifest& manifest);

/// What a result depends on, as 64 hexadecimal digits. Empty for a file with a problem.
std::string key_of(const Manifest& manifest, const File& file);

}  // namespace tilescribe::archive
