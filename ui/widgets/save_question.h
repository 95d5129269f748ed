// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>
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

struct SaveQuestion {
  QWidget* parent = nullptr;
  QString title;
  std::vector<SaveForm> forms;
  std::size_t first = 0;  // the form that is offered first
};

/// Asks where and how something is saved, and calls `then` with the answer unless there is none. The name's
/// extension decides the form; a name without a known extension gets that of the chosen filter. Only then
/// does it ask whether an existing file may be replaced; if not, it asks for the name again.
void ask_where_to_save(const SaveQuestion& question, const QString& suggestion,
                       const std::function<void(const SaveTarget&)>& then);

}  // namespace tilescribe::ui
