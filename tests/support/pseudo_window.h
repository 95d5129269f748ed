// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSet>
#include <memory>

#include "tests/support/gui_fixture.h"
#include "tests/support/pseudo_translation.h"

namespace tilescribe::test {

/// Windows in a translation that was made up, of what lupdate finds. What is English in them is a text that
/// nobody can translate.
class PseudoWindow {
 public:
  /// Runs lupdate. Returns why it could not; empty: all texts are found.
  QString find_texts(const QString& lupdate, const QString& cmake, const QString& source_folder);
  const QHash<FoundText, bool>& found() const { return found_; }

  /// All windows are in that translation from now on.
  void begin();
  /// What was English since then, and what was asked for that lupdate does not find: a line each.
  QStringList end();

  /// Looks at all texts of a window, once it is laid out. `state` says where it was seen.
  void look(QWidget& window, const char* state);
  void look(GuiFixture& gui, const char* state);
  /// Triggers an action that asks something, looks at the question and closes it. Returns whether there was
  /// one.
  bool look_at_dialog(GuiFixture& gui, const char* action);

  QStringList names;  // what is shown as it is, besides what the fakes know

 private:
  QHash<FoundText, bool> found_;
  QStringList data_, file_names_;
  QSet<QString> english_, checked_;
  std::unique_ptr<PseudoTranslation> pseudo_;
};

}  // namespace tilescribe::test
