// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/process.h"

#include <QProcess>
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tilescribe::test {

Ended run_program(const QString& program, const QStringList& arguments, const QByteArray& input) {
  QProcess process;
  process.start(program, arguments);
  process.write(input);
  process.closeWriteChannel();
  Ended ended;
  if (!process.waitForFinished(240'000)) process.kill();  // it may transcribe, under the sanitizers
  process.waitForFinished();
  ended.output = process.readAllStandardOutput();
  ended.errors = process.readAllStandardError();
  if (process.exitStatus() == QProcess::NormalExit) ended.exit_code = process.exitCode();
  return ended;
}

Ended run_on_terminal(const QString& program, const QStringList& arguments) {
  Ended ended;
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  char name[128];
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0 ||
      ::ptsname_r(terminal, name, sizeof name) != 0) {
    ended.errors = "no pseudo terminal";
    return ended;
  }
  const winsize size{24, 60, 0, 0};
  ::ioctl(terminal, TIOCSWINSZ, &size);
  std::vector<QByteArray> words{program.toLocal8Bit()};
  for (const QString& argument : arguments) words.push_back(argument.toLocal8Bit());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (QByteArray& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  const pid_t child = ::fork();
  if (child == 0) {
    const int slave = ::open(name, O_RDWR | O_NOCTTY);
    for (const int stream : {0, 1, 2}) ::dup2(slave, stream);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  char block[4096];
  // Reading fails with EIO once the child has closed its end, which it may not have opened yet.
  int status = 0;
  for (bool alive = true; alive;) {
    alive = ::waitpid(child, &status, WNOHANG) == 0;
    ::fcntl(terminal, F_SETFL, O_NONBLOCK);
    for (ssize_t n = 0; (n = ::read(terminal, block, sizeof block)) > 0;) {
      ended.output.append(block, static_cast<int>(n));
    }
    ::usleep(2000);
  }
  ::close(terminal);
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  return ended;
}

bool has_control_characters(const QByteArray& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F; });
}

}  // namespace tilescribe::test
