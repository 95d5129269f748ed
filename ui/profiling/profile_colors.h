// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBrush>
#include <QColor>
#include <QString>
#include <QStringList>

#include "inference/api/profile_analysis.h"

namespace tilescribe::ui {

/// The stages in the order of the work, "idle" behind them and "other" last: audio, features, encoder,
/// projector, prefill, decode, idle, other.
const QStringList& stage_names();

/// Colour of a stage for areas, bars and dots. Any name but those of stage_names() has the colour of "other".
/// Each has a contrast of at least 3 to the theme's base and window, and any two stay apart for readers who
/// see red, green or blue differently (a test computes both); they stand beside a label all the same.
QColor stage_color(const QString& stage, bool dark);

/// The same as a fill: solid, but idle time is hatched, so that it is told apart without colour.
QBrush stage_brush(const QString& stage, bool dark);

/// What a stage is called where people read it; an empty one is "other".
QString stage_label(const QString& stage);

/// Black or white: the one that reads better on a fill, with a contrast of at least 4.5.
QColor label_on(const QColor& fill);

/// Colour of what bounds a kernel, always beside the word: memory, compute, neither, unknown.
QColor bound_color(ProfileBound bound, bool dark);
QString bound_label(ProfileBound bound);

}  // namespace tilescribe::ui
