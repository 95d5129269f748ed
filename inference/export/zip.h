// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tilescribe::exporting {

struct ZipEntry {
  std::string_view name;  // its path in the archive
  std::string_view bytes;
};

/// A zip archive with these files, in this order, compressed. The same files give the same bytes. Throws
/// Error with libzip's reason.
std::string zip_archive(std::span<const ZipEntry> files);

}  // namespace tilescribe::exporting
