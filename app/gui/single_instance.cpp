// SPDX-License-Identifier: Apache-2.0
#include "app/gui/single_instance.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QTimer>
#include <optional>

#include <unistd.h>

#include "app/paths.h"
#include "inference/api/private_files.h"

namespace tilescribe {

namespace {

// A request is one line of JSON: an object with the key "tilescribe". Unknown keys are ignored.
constexpr qint64 longest_request = 16 << 20;  // bytes; a command line has at most 2 MiB
constexpr int idle_ms = 10'000;               // a connection without a request is closed after this
const char* const answer = "taken\n";

QByteArray line_of(const StartRequest& request) {
  const QJsonObject object{{QStringLiteral("tilescribe"), 1},
                           {QStringLiteral("files"), QJsonArray::fromStringList(request.files)},
                           {QStringLiteral("sample"), request.sample},
                           {QStringLiteral("token"), QString::fromUtf8(request.activation_token)}};
  return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<StartRequest> request_of(const QByteArray& line) {
  const QJsonObject object = QJsonDocument::fromJson(line).object();
  if (!object.contains(QStringLiteral("tilescribe"))) return {};
  StartRequest request;
  for (const auto& file : object.value(QStringLiteral("files")).toArray()) {
    if (QDir::isAbsolutePath(file.toString())) request.files.append(file.toString());
  }
  request.sample = object.value(QStringLiteral("sample")).toBool();
  request.activation_token = object.value(QStringLiteral("token")).toString().toUtf8();
  return request;
}

}  // namespace

QString SingleInstance::address(const QString& data_folder) {
  const QByteArray hash =
      QCryptographicHash::hash(QDir::cleanPath(data_folder).toUtf8(), QCryptographicHash::Sha256);
  const QString name = QString::fromLatin1(hash.left(8).toHex());
  QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
  // In Flatpak's sandbox each start has a folder of its own, but for the part that belongs to the program.
  const QString flatpak = qEnvironmentVariable("FLATPAK_ID");
  if (!runtime.isEmpty() && !flatpak.isEmpty())
    runtime = QDir(runtime).absoluteFilePath(QStringLiteral("app/%1").arg(flatpak));
  const QFileInfo there(runtime);
  if (!runtime.isEmpty() && there.isDir() && there.ownerId() == getuid())
    return QDir(runtime).absoluteFilePath(QStringLiteral("tilescribe-%1").arg(name));
  // Never in a folder that everybody writes to, where another user could have taken the name.
  return QDir(data_folder).absoluteFilePath(QStringLiteral("running"));
}

SingleInstance::SingleInstance(const QString& data_folder, std::chrono::milliseconds patience)
    : address_(address(data_folder)),
      patience_(patience),
      starting_(std::make_unique<QLockFile>(address_ + QStringLiteral(".lock"))) {
  try {
    make_private_folder(Message("transcripts"), native_path(QFileInfo(address_).absolutePath()));
  } catch (...) {
    return;  // then nobody hands over, and nothing is kept either
  }
  starting_->tryLock(static_cast<int>(patience_.count()));
}

SingleInstance::~SingleInstance() {
  close();
}

/// A connection to the program already running; null if there is none.
std::unique_ptr<QLocalSocket> SingleInstance::connected() const {
  const QFileInfo there(address_);
  if (!there.exists() || there.ownerId() != getuid()) return nullptr;
  auto socket = std::make_unique<QLocalSocket>();
  socket->connectToServer(address_);
  if (!socket->waitForConnected(static_cast<int>(patience_.count()))) return nullptr;
  return socket;
}

bool SingleInstance::hand_over(const StartRequest& request) {
  const auto socket = connected();
  if (!socket) return false;
  const QDeadlineTimer deadline(patience_);
  socket->write(line_of(request));
  const auto left_ms = [&] { return static_cast<int>(deadline.remainingTime()); };
  while (socket->bytesToWrite() > 0) {
    if (!socket->waitForBytesWritten(left_ms())) return false;
  }
  while (!socket->canReadLine()) {
    if (!socket->waitForReadyRead(left_ms())) return false;
  }
  return socket->readLine() == answer;
}

void SingleInstance::listen() {
  if (!connected()) {
    QLocalServer::removeServer(address_);
    server_ = std::make_unique<QLocalServer>();
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, [this] {
      while (QLocalSocket* connection = server_->nextPendingConnection()) take(connection);
    });
    if (!server_->listen(address_)) server_.reset();
  }
  starting_->unlock();
}

void SingleInstance::close() {
  server_.reset();  // also closes its connections
  starting_->unlock();
}

/// Reads one request and closes the connection.
void SingleInstance::take(QLocalSocket* connection) {
  connect(connection, &QLocalSocket::disconnected, connection, &QObject::deleteLater);
  QTimer::singleShot(idle_ms, connection, &QLocalSocket::abort);
  const auto read = [this, connection] {
    if (!connection->canReadLine()) {
      if (connection->bytesAvailable() > longest_request) connection->abort();
      return;
    }
    const auto request = request_of(connection->readLine());
    // A starter that has given up waiting does the work itself.
    const bool waits = connection->state() == QLocalSocket::ConnectedState;
    if (!request || !waits || connection->write(answer) < 0 || !connection->flush())
      return connection->abort();
    connection->disconnect(this);
    connection->disconnectFromServer();
    // Later, because handling it may delete this connection.
    QMetaObject::invokeMethod(
        this, [this, taken = *request] { emit requested(taken); }, Qt::QueuedConnection);
  };
  connect(connection, &QLocalSocket::readyRead, this, read);
  read();
}

}  // namespace tilescribe
