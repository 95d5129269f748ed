// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "inference/api/profile.h"

/// Profiles as files. What fails throws Error with a sentence; an existing file is replaced only when the new
/// one is complete.
namespace tilescribe {

enum class ProfileFormat {
  session,  // .sqlite: everything, to be opened again
  trace,    // .json: Chrome's trace events, for Perfetto
  table,    // .csv: the kernel table
  report,   // .html: one page with pictures and words, no scripts from elsewhere
};

/// By the file name's ending: .sqlite, .json, .csv, .html. Throws Error with the four for any other.
ProfileFormat profile_format(const std::filesystem::path& file);

void save_profile(const ProfileSession& session, const std::filesystem::path& file, ProfileFormat format);

/// Opens what save_profile wrote as a session. Throws Error for anything else.
ProfileSession open_profile(const std::filesystem::path& file);

}  // namespace tilescribe
