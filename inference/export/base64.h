// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilescribe::exporting {

/// RFC 4648, section 4, with padding.
std::string base64(std::string_view bytes);

/// The inverse; nothing when the text is not what base64() writes.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace tilescribe::exporting
