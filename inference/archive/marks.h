// SPDX-License-Identifier: Apache-2.0
// Where the marks lie that say how far an archive is.
#pragma once

#include <filesystem>
#include <string>

namespace tilescribe::archive {

std::filesystem::path attempt_mark(const std::filesystem::path& job, const std::string& key, int attempt);
std::filesystem::path failure_mark(const std::filesystem::path& job, const std::string& key);
std::filesystem::path shard_lock(const std::filesystem::path& job, int shard);
/// Transcriptions that were begun and did not end; at most most_attempts.
int attempts_of(const std::filesystem::path& job, const std::string& key);

}  // namespace tilescribe::archive
