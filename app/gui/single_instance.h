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
  QByteArray activation_token;  // the starter's leave to come to the front, on Wayland; may be empty
};

/// One program a user and data folder: a second start hands its files over to the first, through a local
/// socket that nobody else may open, and ends. Everything that goes wrong here leaves a program that runs by
/// itself.
class SingleInstance : public QObject {
  Q_OBJECT

 public:
  /// `patience` is how long the first program may take to answer.
  explicit SingleInstance(const QString& data_folder,
                          std::chrono::milliseconds patience = std::chrono::seconds(2));
  ~SingleInstance() override;

  /// The path of the socket that belongs to a data folder: in the user's runtime folder where there is one,
  /// else where everybody may write.
  static QString address(const QString& data_folder);

  /// Whether a program that runs already has taken the request. Waits for its answer.
  bool hand_over(const StartRequest& request);
  /// Takes requests from now on, unless another program does already. What a killed program has left in the
  /// way is replaced.
  void listen();
  /// Takes none any more, and leaves nothing behind.
  void close();

 signals:
  void requested(const tilescribe::StartRequest& request);

 private:
  void take(QLocalSocket* connection);
  std::unique_ptr<QLocalSocket> connected() const;

  QString address_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<QLockFile> starting_;  // two starts at once: the second sees what the first has become
  std::unique_ptr<QLocalServer> server_;
};

}  // namespace tilescribe
