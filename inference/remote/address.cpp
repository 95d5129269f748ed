// SPDX-License-Identifier: Apache-2.0
// What a person types: a server's address and a key. Apart from the client, so that a window links no more.
#include "inference/download/address.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "inference/api/remote.h"
#include "inference/api/segment_edit.h"
#include "kernels/core/error.h"

namespace tilescribe {

std::string checked_server_address(const std::string& typed) {
  constexpr std::array<std::string_view, 3> routes{"/chat/completions", "/audio/transcriptions", "/models"};
  constexpr std::string_view version = "/v1";
  std::string address = trimmed(typed);
  const auto cut = [&] { address.erase(address.find_last_not_of('/') + 1); };
  cut();
  for (const std::string_view route : routes) {
    if (address.ends_with(route)) address.erase(address.size() - route.size());
  }
  cut();
  if (!download::is_web_address(address))
    throw Error("Expected the address of a server like http://localhost:8000, found {1}.",
                typed.empty() ? Message("none") : Message::verbatim(typed));
  return address.ends_with(version) ? address : address.append(version);
}

std::string checked_key(const std::string& typed) {
  std::string key = trimmed(typed);
  const auto printable = [](char c) { return c > ' ' && c <= '~'; };
  if (!std::ranges::all_of(key, printable))
    throw Error("Expected a key of letters, digits and signs, found another character in it.");
  return key;
}

}  // namespace tilescribe
