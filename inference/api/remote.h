// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tilescribe {

/// The address of a server with OpenAI's routes, as a person types it, with the version that they begin with:
/// "http://localhost:8000" becomes "http://localhost:8000/v1", and so does each of its routes. Throws Error
/// unless it begins with http:// or https://.
std::string checked_server_address(const std::string& typed);

/// A key without white space around it. Throws Error if it has a character that can't be sent.
std::string checked_key(const std::string& typed);

}  // namespace tilescribe
