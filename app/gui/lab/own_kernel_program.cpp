// SPDX-License-Identifier: Apache-2.0
#include "app/gui/lab/own_kernel_program.h"

#include <QCoreApplication>
#include <QDir>

namespace tilescribe {

OwnKernelProgram::OwnKernelProgram() {
  process_.setProcessChannelMode(QProcess::MergedChannels);
  process_.setProgram(
      QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("tilescribe-cli")));
  connect(&process_, &QProcess::readyRead, this, [this] { emit said(decoder_(process_.readAll())); });
  connect(&process_, &QProcess::finished, this, [this](int status, QProcess::ExitStatus how) {
    emit ended(how != QProcess::NormalExit || status != 0, {});
  });
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    emit ended(true, tr("%1, which checks the file, could not be started: %2.")
                         .arg(QDir::toNativeSeparators(process_.program()), process_.errorString()));
  });
}

OwnKernelProgram::~OwnKernelProgram() {
  process_.disconnect(this);
  stop();
  process_.waitForFinished();
}

void OwnKernelProgram::run(const QStringList& words, const QString& file) {
  decoder_.resetState();
  process_.setArguments(QStringList{QStringLiteral("lab")} + words + QStringList{QStringLiteral("--"), file});
  process_.start(QIODevice::ReadOnly);
}

void OwnKernelProgram::stop() {
  process_.kill();
}

}  // namespace tilescribe
