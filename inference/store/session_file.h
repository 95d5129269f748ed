// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "inference/api/profile.h"

namespace tilescribe {
class Replacement;
}

/// A profile as an SQLite database; its tables are described in inference/store/README.md.
namespace tilescribe::store {

/// Fills the temporary file of `file`. Throws Error that begins with `failure`.
void write_session(const ProfileSession& session, const Replacement& file, const std::string& failure);

/// Throws Error with a sentence where the file is missing, foreign, of another version or damaged.
ProfileSession read_session(const std::filesystem::path& file);

/// What breaks the promises of inference/api/profile.h in a session (an index that leads nowhere, an end
/// before its beginning, a sum beyond 63 bits), as the rest of a sentence: "record 17 names kind 40, and
/// there are 12". Nothing: a session that can be analysed without looking again.
std::optional<std::string> complaint_about(const ProfileSession& session);

}  // namespace tilescribe::store
