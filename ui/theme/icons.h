// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

class QPainter;
class QRectF;

namespace tilescribe::ui {

/// Registers the compiled-in icons; needed once because they are in a static library.
void load_icons();

/// One of our line icons (resources/icons/NAME.svg, strokes in currentColor). It takes its colour from the
/// application's palette whenever it is painted, so a change of theme recolours it.
QIcon line_icon(const QString& name);

/// A red dot: something that records, or leads to recording.
QIcon record_icon();

/// Paints a line icon into a rectangle in one colour.
void paint_icon(QPainter& painter, const QString& name, const QRectF& rect, const QColor& color);

/// The application's own icon, in its colours.
QIcon application_icon();

}  // namespace tilescribe::ui
