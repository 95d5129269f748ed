// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <deque>
#include <functional>
#include <optional>
#include <stop_token>

#include "app/gui/background.h"
#include "ui/queue/queue_model.h"

namespace tilescribe {

/// How long a file's audio is, seconds; 0: there is nothing to hear; nullopt: the file does not say.
using LengthFunction = std::function<std::optional<double>(const QString& path)>;

/// What the file's container says.
std::optional<double> stated_length(const QString& path);

/// Asks waiting files how long they are, a few at a time, on its own thread.
class LengthProbe : public QObject {
  Q_OBJECT

 public:
  LengthProbe(LengthFunction length, ui::QueueModel& model);
  void finish();

 private:
  void look_at(int first, int last);
  void go_on();

  LengthFunction length_;
  ui::QueueModel& model_;
  std::deque<std::pair<ui::DocumentId, QString>> due_;
  bool busy_ = false;
  std::stop_source stop_;
  Background background_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
