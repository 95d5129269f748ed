// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBrush>
#include <QColor>
#include <QString>

#include "inference/api/profile_analysis.h"
#include "ui/profile/profiling_texts.h"

namespace tilescribe::ui {

/// Colour of a stage for areas, bars and dots. A name that is not in stage_names has the colour of "other".
/// Each has a contrast of at least 3 to the theme's base and window. Any two can be told apart by
/// colour-blind readers (a test computes both). They always have a label as well.
QColor stage_color(std::string_view stage, bool dark);

/// The same as a fill: solid, but hatched for idle time, so it is recognisable without colour.
QBrush stage_brush(std::string_view stage, bool dark);

/// A stage's name for people; an empty one is "other".
QString stage_label(std::string_view stage);

/// Black or white, whichever is easier to read on a fill; the contrast is at least 4.5.
QColor label_on(const QColor& fill);

/// What limits a kernel: memory, compute, neither, unknown.
QString bound_label(ProfileBound bound);

}  // namespace tilescribe::ui
