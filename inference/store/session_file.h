// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "inference/api/profile.h"

namespace tilescribe {
class Replacement;
}

/// A profile as an SQLite database; its tables are described in inference/store/README.md.
namespace tilescribe::store {

/// Fills the temporary file of `file`. Throws Error that begins with `failure`.
void write_session(const ProfileSession& session, const Replacement& file, const Message& failure);

/// Throws Error with a sentence if the file is missing, of another kind or version, or damaged.
ProfileSession read_session(const std::filesystem::path& file);

/// What contradicts inference/api/profile.h in a session (an invalid index, an end before its beginning, a
/// sum beyond 63 bits), as the rest of a sentence: "record 17 names kind 40, and there are 12". Empty: the
/// session can be analysed without further checks.
std::optional<Message> complaint_about(const ProfileSession& session);

}  // namespace tilescribe::store
