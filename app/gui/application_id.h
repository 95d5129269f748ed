// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe {

/// What desktops and portals call the program, and what its desktop file is called; CMake's TILESCRIBE_ID.
inline constexpr const char* application_id = "io.github.tilescribe.Tilescribe";

}  // namespace tilescribe
