// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace tilescribe::ui {

/// A duration or a place in a recording, as people write it: "0:07", "12:03", "1:02:03". Rounds down.
/// Negative or non-finite values give "0:00".
QString clock_text(double seconds);

/// How long something took: "0.6 s", "8.2 s", "0:18", "1:02:03".
QString elapsed_text(double seconds);

/// A count with its unit: "25 M", "2.3 B", "980". For parameters.
QString count_text(qint64 count);

/// A size in memory: "50 MB", "4.5 GB" (decimal units).
QString bytes_text(qint64 bytes);

/// A text from outside (a name, an error) for a tooltip. A tooltip treats text that looks like HTML as HTML;
/// this shows it unchanged.
QString tip_text(const QString& text);

/// A text from outside for a button or a menu, where a single & marks a mnemonic.
QString button_text(QString text);

}  // namespace tilescribe::ui
