// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "app/gui/recording/background.h"
#include "app/machine/capture.h"
#include "ui/recording/record_page.h"

namespace tilescribe::ui {
class Settings;
}

namespace tilescribe {

/// Keeps the record page's list of sources up to date, remembers the chosen one, and listens to the one that
/// is marked while the list is open.
class SourceDesk : public QObject {
  Q_OBJECT

 public:
  SourceDesk(Capture& capture, ui::RecordPage& page, ui::Settings& settings);
  ~SourceDesk() override;

  /// The chosen source's id; empty: the system's default.
  QString chosen() const;
  /// Ends what listens, so that a recording finds its source free.
  void stop_listening();
  /// Ends the watch too. Waits a moment.
  void finish();

 private:
  void watch();
  void listen(const QString& id);
  void let_go(std::shared_ptr<LevelProbe> probe);

  Capture& capture_;
  ui::RecordPage& page_;
  ui::Settings& settings_;
  bool watching_ = false;
  std::shared_ptr<SourceWatch> watch_;
  std::shared_ptr<LevelProbe> probe_;
  quint64 wanted_ = 0;  // counts what was asked to be listened to: only the last one is
  QTimer poll_;
  Background background_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
