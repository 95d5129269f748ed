// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>

namespace tilescribe {

/// The program that checks and times a user's kernel: tilescribe-cli, beside this one. A kernel that crashes
/// or hangs ends that program only.
class OwnKernelProgram : public QObject {
  Q_OBJECT

 public:
  OwnKernelProgram();
  ~OwnKernelProgram() override;

  /// Runs `tilescribe-cli lab WORDS FILE`. Only one at a time. Its messages are said in the user's language.
  void run(const QStringList& words, const QString& file);
  /// Ends it at once.
  void stop();

 signals:
  void said(const QString& text);
  /// It has ended: well, or with `failed`. `problem`: why it could not be started; else empty.
  void ended(bool failed, const QString& problem);

 private:
  void say_lines();

  QProcess process_;
  QByteArray unsaid_;  // the beginning of a line
};

}  // namespace tilescribe
