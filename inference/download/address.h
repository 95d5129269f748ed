// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tilescribe::download {

/// Whether it is "https://host", or "http://host", perhaps with a port and a path, and nothing else.
bool is_web_address(std::string_view address);

/// "huggingface.co" of an address, with its port.
std::string host_of(const std::string& address);

/// Whether a host, perhaps with its port, is this computer by its name or number: localhost, 127.…, [::1].
bool is_this_computer(const std::string& host);

}  // namespace tilescribe::download
