// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/gui/desktop/desktop.h"

namespace QKeychain {
class Job;
}

namespace tilescribe {

/// The keyring of the system (the Secret Service, KWallet), through QtKeychain. It never keeps a key
/// elsewhere.
class SystemKeyring : public QObject, public Keyring {
  Q_OBJECT

 public:
  void read(const QString& server, Then then) override;
  void write(const QString& server, const QString& key, Then then) override;

 private:
  void start(QKeychain::Job* job, const QString& server, const std::function<void()>& finished);
};

}  // namespace tilescribe
