// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// Compiled kernels on the disk, each under the fingerprint of all that decided it. Several processes may use
/// one folder at once: an entry is written under another name, synced and renamed, so a reader sees a whole
/// entry or none. Nothing here throws: without its folder the cache is empty and keeps nothing.
class TILESCRIBE_EXPORT BinaryCache {
 public:
  static constexpr std::uint64_t usual_bytes = std::uint64_t{64} << 20;

  /// The folder is made for the user alone (0700) if it is not there, and files in it are 0600. A folder of
  /// another user is not used, nor one that others can write to. An empty path: no cache. Beyond `most_bytes`
  /// the entries that were used longest ago are removed.
  explicit BinaryCache(std::filesystem::path folder, std::uint64_t most_bytes = usual_bytes);

  /// $XDG_CACHE_HOME/tilescribe/kernels or ~/.cache/tilescribe/kernels; empty if neither is known.
  static std::filesystem::path usual_folder();

  /// The entry's bytes. An entry whose length or checksum is wrong is removed.
  std::optional<std::string> find(const std::string& key) const;
  /// Replaces the entry.
  void keep(const std::string& key, std::string_view bytes) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  void make_room() const;
  std::filesystem::path folder_;  // empty: it can't be used
  std::uint64_t most_bytes_;
};

}  // namespace tilescribe::kernels
