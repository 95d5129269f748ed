// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <chrono>
#include <memory>

class QLocalServer;
class QLocalSocket;

namespace tilescribe {

/// What a second start of the program asks of the first.
struct StartRequest {
  QStringList files;  // absolute paths
  bool sample = false;
  QByteArray activation_token;  // permission to activate the window, on Wayland; may be empty
};

/// One program per user and data folder. A second start hands its files to the first one through a local
/// socket that only the user can open, and exits. If anything fails here, the program simply runs on its own.
class SingleInstance : public QObject {
  Q_OBJECT

 public:
  /// `patience`: how long the first program may take to answer.
  explicit SingleInstance(const QString& data_folder,
                          std::chrono::milliseconds patience = std::chrono::seconds(2));
  ~SingleInstance() override;

  /// The socket path of a data folder: in the user's runtime folder, or else in the data folder. Both are the
  /// user's alone.
  static QString address(const QString& data_folder);

  /// Whether a running program has taken the request. Waits for its answer.
  bool hand_over(const StartRequest& request);
  /// Accepts requests from now on, unless another program does. Replaces the socket of a killed program.
  void listen();
  /// Accepts no more requests and removes the socket.
  void close();

 signals:
  void requested(const tilescribe::StartRequest& request);

 private:
  void take(QLocalSocket* connection);
  std::unique_ptr<QLocalSocket> connected() const;

  QString address_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<QLockFile> starting_;  // two starts at once: the second waits to see what the first becomes
  std::unique_ptr<QLocalServer> server_;
};

}  // namespace tilescribe
