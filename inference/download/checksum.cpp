// SPDX-License-Identifier: Apache-2.0
#include "inference/download/checksum.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <vector>

#include "inference/download/transfer.h"
#include "kernels/core/error.h"

namespace tilescribe::download {

Checksum checksum_kind(const std::string& identity) {
  const bool hex = identity.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (hex && identity.size() == 64) return Checksum::sha256;
  if (hex && identity.size() == 40) return Checksum::blob;
  return Checksum::none;
}

bool matches(const std::filesystem::path& file, const std::string& identity, const std::stop_token& stop) {
  const Checksum kind = checksum_kind(identity);
  if (kind == Checksum::none) return true;
  const auto digest = transfer_plugin().digest(kind == Checksum::sha256 ? "sha256" : "sha1");
  if (kind == Checksum::blob) {
    const std::string head = "blob " + std::to_string(std::filesystem::file_size(file));
    digest->add({head.c_str(), head.size() + 1});  // with its zero
  }
  std::ifstream in(file, std::ios::binary);
  std::vector<char> block(std::size_t{1} << 20);
  while (in) {
    if (stop.stop_requested()) throw Cancelled();
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    digest->add({block.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (!in.eof()) throw Error("{1} can't be read to check it.", file.string());
  return digest->hex() == identity;
}

}  // namespace tilescribe::download
