// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tilescribe::download {

/// What the headers of an HTTP response say (RFC 9110). Numbers are -1 where nothing usable is said.
struct Response {
  int status = 0;
  std::int64_t length = -1;         // Content-Length
  std::int64_t from = -1;           // Content-Range: the first byte
  std::int64_t total = -1;          // Content-Range: the whole file
  std::string etag;                 // without quotes, and without the mark of a weak one
  std::string linked_etag;          // X-Linked-ETag: that of the file which a hub's redirect leads to
  std::int64_t linked_size = -1;    // X-Linked-Size: its size
  std::int64_t retry_after_s = -1;  // Retry-After in seconds; a date is ignored
  std::string location;             // where a redirect leads, as a whole address

  bool redirects() const { return status >= 300 && status < 400 && !location.empty(); }
  /// What distinguishes this content of a file from another.
  const std::string& identity() const { return linked_etag.empty() ? etag : linked_etag; }
  /// The whole file's size, whichever header says it.
  std::int64_t size() const { return linked_size >= 0 ? linked_size : total >= 0 ? total : length; }

  /// Reads one header line, with or without its line end. A status line begins anew.
  void read(std::string_view line);
};

}  // namespace tilescribe::download
