// SPDX-License-Identifier: Apache-2.0
#include "app/protocol/access.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "app/protocol/api_error.h"

namespace tilescribe::protocol {
namespace {

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Takes the same time wherever they differ, so that nobody can guess a key letter by letter.
bool equal_in_constant_time(std::string_view given, std::string_view right) {
  unsigned difference = given.size() == right.size() ? 0U : 1U;
  for (std::size_t i = 0; i < given.size(); ++i)
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(right[i % right.size()]);
  return difference == 0;
}

void check_key(const std::string& key, std::string_view authorization) {
  constexpr std::string_view scheme = "Bearer ";
  if (!equal_without_case(authorization.substr(0, scheme.size()), scheme)) {
    throw RequestError(
        {.status = 401,
         .message = Message("This server expects a header “Authorization: Bearer KEY”; found none."),
         .code = "missing_api_key"});
  }
  if (!equal_in_constant_time(authorization.substr(scheme.size()), key)) {
    throw RequestError({.status = 401,
                        .message = Message("This server expects its own key; found another one."),
                        .code = "invalid_api_key"});
  }
}

}  // namespace

bool names_loopback(std::string_view name) {
  if (const std::size_t scheme = name.find("://"); scheme != std::string_view::npos)
    name.remove_prefix(scheme + 3);
  if (name.starts_with('[')) return name.substr(0, name.find(']') + 1) == "[::1]";
  name = name.substr(0, name.find(':'));
  if (equal_without_case(name, "localhost")) return true;
  const bool digits = name.find_first_not_of("0123456789.") == std::string_view::npos;
  return digits && name.starts_with("127.");
}

void check_access(const Access& access, const Caller& caller) {
  if (!access.key.empty()) check_key(access.key, caller.authorization);
  if (!access.loopback_names) return;
  const bool here = caller.host.empty() || names_loopback(caller.host);
  if (here && (caller.origin.empty() || names_loopback(caller.origin))) return;
  throw RequestError(
      {.status = 403,
       .message =
           Message("Without a key this server answers only programs and pages of its own machine; found {1}.",
                   here ? caller.origin : caller.host),
       .code = "foreign_origin"});
}

}  // namespace tilescribe::protocol
