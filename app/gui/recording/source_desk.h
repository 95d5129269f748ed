// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "app/gui/background.h"
#include "app/machine/capture.h"
#include "ui/recording/record_page.h"

namespace tilescribe::ui {
class Settings;
}

namespace tilescribe {

/// Updates the record page's sources, remembers the chosen one, listens to the selected one of an open list.
class SourceDesk : public QObject {
  Q_OBJECT

 public:
  SourceDesk(Capture& capture, ui::RecordPage& page, ui::Settings& settings);
  ~SourceDesk() override { finish(); }

  /// Stops listening, so that a recording finds its source free.
  void stop_listening();
  /// Also stops watching. Waits a moment.
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
  quint64 wanted_ = 0;  // number of the latest request to listen; earlier ones are ignored
  QTimer poll_;
  Background background_;  // last: ends its work before other members are destroyed
};

}  // namespace tilescribe
