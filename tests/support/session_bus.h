// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QString>

namespace tilescribe::test {

/// A D-Bus of a test's own. One that can't be had is fatal.
class SessionBus {
 public:
  SessionBus() {
    constexpr int until_it_starts_ms = 20'000;
    daemon_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    daemon_.start(QStringLiteral("dbus-daemon"), {QStringLiteral("--session"), QStringLiteral("--nofork"),
                                                  QStringLiteral("--print-address")});
    while (!daemon_.canReadLine()) {
      if (!daemon_.waitForReadyRead(until_it_starts_ms)) qFatal("dbus-daemon did not start");
    }
    address_ = QString::fromLatin1(daemon_.readLine().trimmed());
  }
  ~SessionBus() {
    daemon_.terminate();
    daemon_.waitForFinished();
  }
  SessionBus(const SessionBus&) = delete;
  SessionBus& operator=(const SessionBus&) = delete;

  const QString& address() const { return address_; }

 private:
  QProcess daemon_;
  QString address_;
};

}  // namespace tilescribe::test
