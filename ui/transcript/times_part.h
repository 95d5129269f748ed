// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QAction;

namespace tilescribe::ui {

class Banner;
class Shell;

/// The times of words, found in the sound of the text that is shown: the action, and how far that is.
class TimesPart : public QObject {
  Q_OBJECT

 public:
  explicit TimesPart(Shell& shell);

  /// Whether there is a text whose times can be improved.
  void set_available(bool available);
  /// `title` is the text's. Until the length of the sound is known, of_s is 0.
  void show_progress(const QString& title, double heard_s, double of_s);
  void show_end();

 signals:
  void improveRequested();
  void stopRequested();

 private:
  void update();

  QAction* action_;
  Banner* banner_;
  bool available_ = false;
  bool under_way_ = false;
};

}  // namespace tilescribe::ui
