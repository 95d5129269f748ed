// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QAction;

namespace tilescribe::ui {

class Banner;
class ElidedLabel;
class Settings;
class Shell;

/// The folder whose new files are transcribed: how it is chosen, and what is said of it. Also whether files
/// are skipped that the open model has transcribed before.
class WatchPart : public QObject {
  Q_OBJECT

 public:
  WatchPart(Shell& shell, Settings& settings);

  /// Empty: none.
  void show_folder(const QString& folder);
  /// Empty: the folder can be read again.
  void show_trouble(const QString& sentence);

 signals:
  void folderChosen(const QString& folder);
  void stopRequested();

 private:
  void ask();

  Shell& shell_;
  Settings& settings_;
  QWidget* row_;
  ElidedLabel* watched_;  // below the head of the list
  Banner* banner_;
  QAction* watch_;
  QAction* stop_;
  QAction* skip_;
};

}  // namespace tilescribe::ui
