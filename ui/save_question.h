// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace tilescribe::ui {

/// A form in which something can be saved.
struct SaveForm {
  QString filter;  // as the file dialog lists it: "SubRip subtitles (*.srt)"
  QString ending;  // the file name's extension: ".srt"
};

struct SaveTarget {
  QString path;  // including the extension
  std::size_t form = 0;
};

/// The questions for the user; tests use others.
struct SaveQuestions {
  /// Returns a file's name; empty: none. `filter` is the initial filter and returns the chosen one. It need
  /// not ask about an existing file.
  std::function<QString(const QString& suggestion, const QString& filters, QString& filter)> path;
  /// Whether the existing file may be replaced.
  std::function<bool(const QString& path)> replace;
};

/// Asks with the desktop's dialogs.
SaveQuestions save_questions(QWidget* parent, const QString& title);

/// Asks where and how something is saved. The name's extension decides the form; a name without a known
/// extension gets that of the chosen filter. Only then does it ask whether an existing file may be replaced;
/// if not, it asks for the name again.
std::optional<SaveTarget> ask_where_to_save(const QString& suggestion, const std::vector<SaveForm>& forms,
                                            std::size_t first, const SaveQuestions& ask);

}  // namespace tilescribe::ui
