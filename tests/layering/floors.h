// SPDX-License-Identifier: Apache-2.0
// The inner rooms of kernels, inference, ui and app, and the floors on which they lie (ARCHITECTURE.md,
// "Rooms").
#pragma once

#include <optional>
#include <string>

namespace tilescribe::layering {

/// Why a file must not include another of its own room (kernels, inference, ui, app): that one lies on a
/// higher floor, in a neighbour on the same floor, or on no floor at all. Nothing where it may, and for files
/// of other rooms. Paths are relative to the top folder, with forward slashes.
std::optional<std::string> why_off_its_floor(const std::string& path, const std::string& target);

}  // namespace tilescribe::layering
