// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tilescribe::server {

/// Sound that a client sent, in a file for the user alone (0600) that has no name: it is gone with this
/// object, and with the program, however that ends.
class Upload {
 public:
  /// In the system's folder of temporary files. Throws RequestError (507) if none can be made.
  Upload();
  ~Upload();
  Upload(const Upload&) = delete;
  Upload& operator=(const Upload&) = delete;

  /// Throws RequestError (507), e.g. on a full disk.
  void write(std::string_view bytes);

  /// Bytes from there on, as many as there are and fit; also while another thread writes. Throws RequestError
  /// (507).
  std::size_t read(std::int64_t from, char* out, std::size_t most) const;

  /// The bytes before this one are no longer needed: their room on the disk is given back, where the file
  /// system can. They are zeros then.
  void forget(std::int64_t before);

  /// Opens it in this process, as long as this object lives.
  std::filesystem::path path() const;

 private:
  int file_ = -1;
};

}  // namespace tilescribe::server
