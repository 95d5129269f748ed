// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <cstdint>
#include <string>

namespace tilescribe::ui {

/// The stages in the order of the work, then "idle" and "other": audio, features, encoder, projector,
/// prefill, decode, idle, other.
const QStringList& stage_names();

/// Index of a stage in stage_names(); that of "other" if it is not among them.
std::uint8_t stage_place(const std::string& stage);

}  // namespace tilescribe::ui
