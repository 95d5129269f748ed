// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tilescribe::protocol {

/// What a request's head says about who asks.
struct Caller {
  std::string_view authorization;  // the header's value
  std::string_view host;
  std::string_view origin;
};

/// Who may ask.
struct Access {
  std::string key;              // the bearer's; empty: none is needed
  bool loopback_names = false;  // only pages and names of this machine
};

/// Throws RequestError: 401 without the right key; 403 if a web page or a name of another machine asks
/// although only this one may. So no page that somebody visits can use a server on the same machine.
void check_access(const Access& access, const Caller& caller);

/// Whether a Host or an Origin names this machine: "localhost:8000", "http://[::1]:8000", "127.0.0.1".
bool names_loopback(std::string_view host_or_origin);

}  // namespace tilescribe::protocol
