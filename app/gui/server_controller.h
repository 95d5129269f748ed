// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMap>
#include <QObject>
#include <QSet>
#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>

#include "app/gui/background.h"
#include "app/gui/desktop/desktop.h"
#include "app/service/transcription_service.h"
#include "ui/settings/server_part.h"

namespace tilescribe {

/// The server that transcribes in place of this machine: its choice, its key, and when audio goes there.
class ServerController : public QObject {
  Q_OBJECT

 public:
  ServerController(Engines& engines, Desktop& desktop, TranscriptionService& service, ui::Shell& shell);

  ui::ServerPart& part() { return part_; }

  /// Lets the user choose a server; `known`: what is known of the one before.
  void choose(const RemoteOptions& known);
  /// Calls `then` with the same options and the key that is kept for their server: at once if no server is
  /// meant.
  void with_key(const EngineOptions& options, const std::function<void(const EngineOptions&)>& then);
  void finish();

 signals:
  void chosen(const tilescribe::RemoteOptions& server);

 private:
  void test(const RemoteOptions& server);
  void ask(const RemoteOptions& server);
  void stop_test();
  bool may_have_key(const RemoteOptions& server) const;
  void with_key(const RemoteOptions& server, const std::function<void(const RemoteOptions&)>& then);
  void keep(const RemoteOptions& server);
  void look_up(const QString& server, const std::function<void(const KeyAnswer&)>& then);
  void end_job(JobId id);

  Engines& engines_;
  ui::Shell& shell_;
  ui::ServerPart part_;
  std::unique_ptr<Keyring> keyring_;
  QMap<QString, QString> keys_;  // by their servers, as far as they are known; empty: there is none
  QSet<QString> unkept_;         // servers whose key the keyring does not have, or an old one
  std::string shown_;            // the server whose key the dialog shows
  QString server_;               // of the open engine; empty: it is on this machine
  std::set<JobId> sending_;
  int tests_ = 0;  // only the answer to the last one counts
  bool finished_ = false;
  std::stop_source stop_;
  Background testing_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
