// SPDX-License-Identifier: Apache-2.0
#include "inference/download/address.h"

#include <algorithm>
#include <cctype>

namespace tilescribe::download {
namespace {

bool is_host_letter(unsigned char c) {
  return std::isalnum(c) != 0 || c == '.' || c == '-' || c == ':' || c == '[' || c == ']';
}

// An IPv6 address, or a name with at least a letter, and perhaps a port.
bool is_host(std::string_view host) {
  if (host.empty() || host.front() == '.' || host.front() == '-' || host.front() == ':') return false;
  if (!std::ranges::all_of(host, is_host_letter)) return false;
  const std::size_t end = host.front() == '[' ? host.find(']') : host.find(':');
  if (host.front() == '[' && end == std::string_view::npos) return false;
  std::string_view port = host.substr(std::min(end, host.size()));
  if (port.starts_with(']')) port.remove_prefix(1);
  if (port.empty()) return true;
  port.remove_prefix(1);
  return !port.empty() && port.size() <= 5 &&
         std::ranges::all_of(port, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_path(std::string_view path) {
  constexpr std::string_view marks = "/-._~%+=@";
  return std::ranges::all_of(path, [marks](unsigned char c) {
    return std::isalnum(c) != 0 || marks.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

}  // namespace

bool is_web_address(std::string_view address) {
  if (!address.starts_with("https://") && !address.starts_with("http://")) return false;
  address.remove_prefix(address.find("://") + 3);
  const std::size_t slash = std::min(address.find('/'), address.size());
  return is_host(address.substr(0, slash)) && is_path(address.substr(slash));
}

std::string host_of(const std::string& address) {
  const std::size_t scheme = address.find("://");
  const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
  return address.substr(begin, address.find('/', begin) - begin);
}

bool is_this_computer(const std::string& host) {
  if (host.starts_with("[::1]")) return true;
  const std::string name = host.substr(0, host.find(':'));
  return name == "localhost" ||
         (name.starts_with("127.") && name.find_first_not_of("0123456789.") == std::string::npos);
}

}  // namespace tilescribe::download
