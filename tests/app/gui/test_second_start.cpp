// SPDX-License-Identifier: Apache-2.0
// A second start of the program (on the fake transcriber): two processes, one window.
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cstring>
#include <memory>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "app/gui/application_id.h"
#include "app/gui/single_instance.h"
#include "tests/support/session_bus.h"

using namespace tilescribe;

namespace {

constexpr int most_ms = 90'000;  // that a process may take, under sanitizers on a busy machine

/// A socket of the test's own, without Qt: to say nothing, or nonsense.
class RawSocket {
 public:
  explicit RawSocket(const QString& path) : fd_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    const QByteArray name = QFile::encodeName(path);
    address_.sun_family = AF_UNIX;
    std::memcpy(address_.sun_path, name.constData(),
                std::min<std::size_t>(static_cast<std::size_t>(name.size()), sizeof(address_.sun_path) - 1));
  }
  ~RawSocket() { ::close(fd_); }
  RawSocket(const RawSocket&) = delete;
  RawSocket& operator=(const RawSocket&) = delete;

  bool bind_and_listen() {
    return ::bind(fd_, reinterpret_cast<const sockaddr*>(&address_), sizeof(address_)) == 0 &&
           ::listen(fd_, 8) == 0;
  }
  bool connect() {
    return ::connect(fd_, reinterpret_cast<const sockaddr*>(&address_), sizeof(address_)) == 0;
  }
  bool send(const QByteArray& bytes) {
    return ::send(fd_, bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL) ==
           bytes.size();
  }
  /// What comes until the other end closes.
  QByteArray receive_all() {
    QByteArray all;
    char buffer[256];
    for (;;) {
      const ssize_t count = ::recv(fd_, buffer, sizeof(buffer), 0);
      if (count <= 0) return all;
      all.append(buffer, static_cast<int>(count));
    }
  }

 private:
  int fd_;
  sockaddr_un address_{};
};

struct Ender {
  void operator()(QProcess* process) const {
    process->kill();
    process->waitForFinished(most_ms);
    delete process;
  }
};
using Program = std::unique_ptr<QProcess, Ender>;

}  // namespace

class TestSecondStart : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    bus_address_.clear();
    home_ = std::make_unique<QTemporaryDir>();
    QDir(home_->path()).mkpath(QStringLiteral("elsewhere/talks"));
  }

  void files_are_handed_over_and_the_window_comes_back() {
    const auto first = start({QStringLiteral("--scene"), QStringLiteral("away")});
    QVERIFY(said(*first, "away"));
    QVERIFY((QFileInfo(address()).permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther |
                                                   QFile::WriteOther)) == QFile::Permissions());
    // Relative to where the second is started.
    QFile talk(home_->filePath(QStringLiteral("elsewhere/talks/deep.wav")));
    QVERIFY(talk.open(QIODevice::WriteOnly));
    talk.close();
    const auto second = start({QStringLiteral("talks")}, QStringLiteral("elsewhere"));
    QVERIFY(ended(*second));
    QVERIFY(said(*first, "back"));
    QVERIFY(kept("deep.wav"));
    QVERIFY(!second->readAllStandardError().contains("tilescribe:"));
    QCOMPARE(first->state(), QProcess::Running);
  }

  void what_a_killed_program_has_left_is_replaced() {
    const auto killed = start({});
    QVERIFY(listens());
    killed->kill();
    QVERIFY(killed->waitForFinished(most_ms));
    QVERIFY(QFileInfo::exists(address()));
    const auto next = start({QStringLiteral("own.wav")});
    QVERIFY(kept("own.wav"));
    const auto second = start({QStringLiteral("handed.wav")});
    QVERIFY(ended(*second));
    QVERIFY(kept("handed.wav"));
    QCOMPARE(next->state(), QProcess::Running);
  }

  void nonsense_on_the_socket_is_sent_away() {
    const auto first = start({});
    QVERIFY(listens());
    RawSocket silent(address());  // and stays there
    QVERIFY(silent.connect() && silent.send("{"));
    for (const QByteArray& nonsense : {QByteArray("\xff\x00 is no request\n", 18), QByteArray("[]\n"),
                                       QByteArray("{\"other\": 1}\n"), QByteArray(1 << 20, '{') + '\n'}) {
      RawSocket socket(address());
      QVERIFY(socket.connect() && socket.send(nonsense));
      QCOMPARE(socket.receive_all(), QByteArray());
    }
    // Of a version to come: what is known of it is done.
    RawSocket later(address());
    QVERIFY(later.connect());
    QVERIFY(
        later.send("{\"tilescribe\": 9, \"colour\": \"blue\", \"files\": [\"/later.wav\", \"near\", 5]}\n"));
    QCOMPARE(later.receive_all(), QByteArray("taken\n"));
    QVERIFY(kept("later.wav"));
    const auto second = start({QStringLiteral("handed.wav")});
    QVERIFY(ended(*second));
    QVERIFY(kept("handed.wav"));
    QCOMPARE(first->state(), QProcess::Running);
  }

  void a_program_that_does_not_answer_is_not_waited_for() {
    RawSocket silent(address());
    QVERIFY(silent.bind_and_listen());
    const auto alone =
        start({QStringLiteral("--patience"), QStringLiteral("200"), QStringLiteral("own.wav")});
    QVERIFY(kept("own.wav"));
    QCOMPARE(alone->state(), QProcess::Running);
    QVERIFY(QFileInfo::exists(address()));  // of the one that may wake up
  }

  void a_start_with_options_of_its_own_is_one_of_its_own() {
    const auto first = start({});
    QVERIFY(listens());
    const auto dark = start({QStringLiteral("--theme"), QStringLiteral("dark"), QStringLiteral("dark.wav")});
    QVERIFY(kept("dark.wav"));
    QCOMPARE(dark->state(), QProcess::Running);
    const QString picture = home_->filePath(QStringLiteral("picture.png"));
    const auto screenshot = start({QStringLiteral("--screenshot"), picture, QStringLiteral("shown.wav")});
    QVERIFY(ended(*screenshot));
    QVERIFY(QFileInfo::exists(picture));
    QCOMPARE(first->state(), QProcess::Running);
  }

  /// Then no name in a folder that everybody writes to is used, which another user could have taken.
  void without_a_folder_for_sockets_the_users_data_has_it() {
    const auto first = start({}, {}, false);
    const QString socket = home_->filePath(QStringLiteral("data/tilescribe/running"));
    const auto listens_there = [&] { return RawSocket(socket).connect(); };
    QVERIFY(QTest::qWaitFor(listens_there, most_ms));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                        QFile::WriteOther | QFile::ExeOther;
    QCOMPARE(QFileInfo(socket).permissions() & others, QFile::Permissions());
    QCOMPARE(QFileInfo(home_->filePath(QStringLiteral("data/tilescribe"))).permissions() & others,
             QFile::Permissions());
    const auto second = start({QStringLiteral("handed.wav")}, {}, false);
    QVERIFY(ended(*second));
    QVERIFY(kept("handed.wav"));
    QCOMPARE(first->state(), QProcess::Running);
  }

  void a_folder_for_sockets_that_is_somebody_elses_is_not_used() {
    const QString data = home_->filePath(QStringLiteral("data/tilescribe"));
    qputenv("XDG_RUNTIME_DIR", ::geteuid() == 0 ? other_users_folder().toUtf8() : QByteArray("/"));
    QCOMPARE(SingleInstance::address(data), data + QStringLiteral("/running"));
  }

  /// Of the runtime folder, two sandboxes of one program share this part alone.
  void in_flatpak_the_programs_own_folder_is_used() {
    QDir(home_->path()).mkpath(QStringLiteral("app/the.program"));
    qputenv("FLATPAK_ID", "the.program");
    const QString in_the_sandbox = address();
    qunsetenv("FLATPAK_ID");
    QCOMPARE(QFileInfo(in_the_sandbox).path(), home_->filePath(QStringLiteral("app/the.program")));
    QCOMPARE(QFileInfo(in_the_sandbox).fileName(), QFileInfo(address()).fileName());
  }

  void the_bus_knows_the_program_by_its_id() {
    const test::SessionBus bus;
    bus_address_ = bus.address();
    const QString connection = QStringLiteral("who asks");
    {
      const auto asked = QDBusConnection::connectToBus(bus.address(), connection);
      QVERIFY(asked.isConnected());
      const auto known = [&] {
        return asked.interface()->isServiceRegistered(QLatin1String(application_id)).value();
      };
      QVERIFY(!known());
      auto first = start({});
      QVERIFY(QTest::qWaitFor(known, most_ms));
      first.reset();
      QVERIFY(QTest::qWaitFor([&] { return !known(); }, most_ms));
    }
    QDBusConnection::disconnectFromBus(connection);
  }

  void closing_the_window_ends_the_program() {
    const auto program = start({QStringLiteral("--scene"), QStringLiteral("close")});
    QVERIFY(ended(*program));
    QVERIFY(!QFileInfo::exists(address()));
  }

 private:
  QString address() const {
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(home_->path()));
    return SingleInstance::address(home_->filePath(QStringLiteral("data/tilescribe")));
  }

  QString other_users_folder() const {
    const QString folder = home_->filePath(QStringLiteral("others"));
    QDir().mkpath(folder);
    return ::chown(qPrintable(folder), 1, 1) == 0 ? folder : QString();
  }

  Program start(QStringList arguments, const QString& folder = {}, bool runtime_folder = true) {
    Program process(new QProcess);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home_->filePath(QStringLiteral("config")));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), home_->filePath(QStringLiteral("data")));
    environment.remove(QStringLiteral("XDG_RUNTIME_DIR"));
    if (runtime_folder) environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home_->path());
    if (!bus_address_.isEmpty()) environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), bus_address_);
    process->setProcessEnvironment(environment);
    process->setWorkingDirectory(home_->filePath(folder));
    if (!arguments.contains(QStringLiteral("--patience")))
      arguments << QStringLiteral("--patience") << QString::number(most_ms);
    process->start(QStringLiteral(TILESCRIBE_FAKE), arguments);
    if (!process->waitForStarted(most_ms)) qFatal("could not start %s", TILESCRIBE_FAKE);
    return process;
  }

  bool listens() const {
    return QTest::qWaitFor(
        [this] {
          RawSocket socket(address());
          return socket.connect();
        },
        most_ms);
  }

  /// The transcript of this file was kept.
  bool kept(const char* name) const {
    const QDir folder(home_->filePath(QStringLiteral("data/tilescribe/transcripts")));
    const QStringList pattern{QStringLiteral("*-%1.json").arg(QLatin1String(name))};
    return QTest::qWaitFor([&] { return !folder.entryList(pattern, QDir::Files).isEmpty(); }, most_ms);
  }

  static bool said(QProcess& process, const char* word) {
    QByteArray all;
    return QTest::qWaitFor(
        [&] {
          all += process.readAllStandardOutput();
          return all.contains(word);
        },
        most_ms);
  }

  static bool ended(QProcess& process) {
    const bool in_time = process.state() == QProcess::NotRunning || process.waitForFinished(most_ms);
    return in_time && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
  }

  std::unique_ptr<QTemporaryDir> home_;
  QString bus_address_;  // empty: the environment's
};

QTEST_GUILESS_MAIN(TestSecondStart)
#include "test_second_start.moc"
