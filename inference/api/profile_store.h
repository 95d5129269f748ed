// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "inference/api/profile.h"

/// Profiles as files. Failures throw Error with a sentence. An existing file is replaced only when the new
/// one is complete.
namespace tilescribe {

enum class ProfileFormat {
  session,  // .sqlite: everything; can be opened again
  trace,    // .json: Chrome's trace events, for Perfetto
  table,    // .csv: the kernel table
  report,   // .html: one page of pictures and text, without external scripts
};

/// From the file name's extension: .sqlite, .json, .csv, .html. For any other, throws Error that names the
/// four.
ProfileFormat profile_format(const std::filesystem::path& file);

void save_profile(const ProfileSession& session, const std::filesystem::path& file, ProfileFormat format);

/// Opens a session that save_profile wrote. Throws Error for anything else.
ProfileSession open_profile(const std::filesystem::path& file);

}  // namespace tilescribe
