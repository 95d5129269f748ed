// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/system_keyring.h"

#include <utility>

#include <qt6keychain/keychain.h>

namespace tilescribe {

namespace {

constexpr QLatin1String keyring_service("tilescribe");

QString keyring_problem(const QKeychain::Job& job) {
  if (job.error() == QKeychain::NoError || job.error() == QKeychain::EntryNotFound) return {};
  QString why = job.errorString().trimmed();
  if (why.isEmpty()) why = QString::number(job.error());
  return DesktopTexts::tr("The system's keyring could not be used (%1).").arg(why);
}

}  // namespace

void SystemKeyring::read(const QString& server, Then then) {
  auto* job = new QKeychain::ReadPasswordJob(keyring_service);
  start(job, server, [job, then = std::move(then)] {
    const bool found = job->error() == QKeychain::NoError;
    then({found ? job->textData() : QString(), keyring_problem(*job)});
  });
}

void SystemKeyring::write(const QString& server, const QString& key, Then then) {
  QKeychain::Job* job = nullptr;
  if (key.isEmpty()) {
    job = new QKeychain::DeletePasswordJob(keyring_service);
  } else {
    auto* writing = new QKeychain::WritePasswordJob(keyring_service);
    writing->setTextData(key);
    job = writing;
  }
  start(job, server, [job, key, then = std::move(then)] { then({key, keyring_problem(*job)}); });
}

/// The job deletes itself afterwards, also if nobody hears of it any more.
void SystemKeyring::start(QKeychain::Job* job, const QString& server, const std::function<void()>& finished) {
  job->setKey(server);
  connect(job, &QKeychain::Job::finished, this, [finished] { finished(); });
  job->start();
}

}  // namespace tilescribe
