// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include "ui/settings/server_dialog.h"

namespace tilescribe::ui {

class Banner;
class Shell;

/// The server of the engine remote in the window: the choice of one, and that audio is being sent there.
class ServerPart : public QObject {
  Q_OBJECT

 public:
  explicit ServerPart(Shell& shell);

  /// Asks for a server; `known`: what is known of the one before.
  void choose(const RemoteOptions& known);
  // About the dialog, if it is still there.
  void show_kept(const QString& key, const QString& problem);
  void show_answer(const QString& model);
  void show_problem(const QString& why);

  /// Audio is being sent to this server from now on; empty: to none.
  void set_sending(const QString& server);

 signals:
  void testRequested(const tilescribe::RemoteOptions& options);
  void testStopped();
  void chosen(const tilescribe::RemoteOptions& options);

 private:
  Shell& shell_;
  Banner* banner_;
  QTimer going_;  // between two files it stays
  QPointer<ServerDialog> dialog_;
};

}  // namespace tilescribe::ui
