// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace tilescribe {

/// Where the system has no font at all, as in a bare container, these files become the program's fonts. It
/// needs a QGuiApplication. What can't be read as a font is left out.
void use_fallback_fonts(const std::vector<std::filesystem::path>& files);

}  // namespace tilescribe
