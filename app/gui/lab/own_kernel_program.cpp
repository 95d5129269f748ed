// SPDX-License-Identifier: Apache-2.0
#include "app/gui/lab/own_kernel_program.h"

#include <QCoreApplication>
#include <QDir>
#include <optional>

#include "app/message_text.h"
#include "ui/words.h"

namespace tilescribe {

OwnKernelProgram::OwnKernelProgram() {
  process_.setProcessChannelMode(QProcess::MergedChannels);
  process_.setProgram(
      QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("tilescribe-cli")));
  connect(&process_, &QProcess::readyRead, this, &OwnKernelProgram::say_lines);
  connect(&process_, &QProcess::finished, this, [this](int status, QProcess::ExitStatus how) {
    say_lines();
    if (!unsaid_.isEmpty()) emit said(QString::fromUtf8(unsaid_));  // a line without an end
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
  unsaid_.clear();
  process_.setArguments(QStringList{QStringLiteral("lab")} + words +
                        QStringList{QStringLiteral("--messages"), QStringLiteral("--"), file});
  process_.start(QIODevice::ReadOnly);
}

void OwnKernelProgram::say_lines() {
  unsaid_ += process_.readAll();
  const qsizetype end = unsaid_.lastIndexOf('\n') + 1;
  if (end == 0) return;
  QString text;
  const QByteArray lines = unsaid_.left(end - 1);
  for (const QByteArray& line : lines.split('\n')) {
    const std::optional<Message> message = read_message_text(line.toStdString());
    text += (message ? ui::words(*message) : QString::fromUtf8(line)) + QLatin1Char('\n');
  }
  unsaid_.remove(0, end);
  emit said(text);
}

void OwnKernelProgram::stop() {
  process_.kill();
}

}  // namespace tilescribe
