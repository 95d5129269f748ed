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
  QString ending;  // of the file's name: ".srt"
};

struct SaveTarget {
  QString path;  // with the ending
  std::size_t form = 0;
};

/// What is asked of people; tests put other things in.
struct SaveQuestions {
  /// A file's name; empty: none. `filter` comes as the one to begin with and goes as the chosen one. It need
  /// not ask about a file that exists.
  std::function<QString(const QString& suggestion, const QString& filters, QString& filter)> path;
  /// Whether the file that is there may be replaced.
  std::function<bool(const QString& path)> replace;
};

/// Asks with the desktop's dialogs.
SaveQuestions save_questions(QWidget* parent, const QString& title);

/// Where something is saved, and how. The ending of the name decides on the form; a name without one of ours
/// gets the ending of the chosen filter. Only then is it asked whether a file of that name may be replaced,
/// and where it may not, the name is asked for again.
std::optional<SaveTarget> ask_where_to_save(const QString& suggestion, const std::vector<SaveForm>& forms,
                                            std::size_t first, const SaveQuestions& ask);

}  // namespace tilescribe::ui
