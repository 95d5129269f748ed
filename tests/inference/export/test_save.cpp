// SPDX-License-Identifier: Apache-2.0
// Saving is all or nothing: what can go wrong on a disk leaves the older file as it was, and no litter.
#include <QtTest>
#include <csignal>
#include <functional>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inference/api/export.h"
#include "kernels/core/error.h"

namespace {

int opened_mode = -1;  // of the last file whose mode was changed: as it was before

}  // namespace

// Instead of the C library's.
extern "C" int fchmod(int file, mode_t mode) noexcept {
  struct stat info {};
  opened_mode = ::fstat(file, &info) == 0 ? static_cast<int>(info.st_mode & 0777U) : -1;
  return static_cast<int>(::syscall(SYS_fchmod, file, mode));
}

namespace {

using namespace tilescribe;

Transcript transcript_of(std::string text) {
  Transcript transcript;
  transcript.segments.emplace_back();
  transcript.segments[0].end_s = 1.0;
  transcript.segments[0].text = std::move(text);
  return transcript;
}

// The sentence of the Error that saving throws, or nothing.
std::string complaint(const QString& file, const Transcript& transcript) {
  try {
    save_transcript(file.toStdString(), transcript, ExportFormat::txt);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

QByteArray content(const QString& file) {
  QFile opened(file);
  return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("<unreadable>");
}

QStringList names(const QString& folder) {
  return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

// Runs `work` in a child process, so that limits and user ids don't outlive it; what it returns comes back.
std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  if (::pipe(ends) != 0) return "pipe failed";
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string said = work();
    const bool sent = ::write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
    ::_exit(sent ? 0 : 1);
  }
  ::close(ends[1]);
  std::string said;
  char buffer[512];
  for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    said.append(buffer, static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? said : "the child failed: " + said;
}

}  // namespace

class SaveTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }
  void cleanup() {
    for (const QString& name : names(folder_.path())) {
      QDir(folder_.filePath(name)).removeRecursively();
      QFile::remove(folder_.filePath(name));
    }
  }

  void everyFormat() {
    for (const ExportFormat format : all_export_formats) {
      const QString file = folder_.filePath(QString::fromUtf8(extension(format).data()));
      save_transcript(file.toStdString(), transcript_of("Hello."), format);
      // An archive begins with its own letters.
      QVERIFY(content(file).contains(format == ExportFormat::docx ? "PK" : "Hello."));
    }
    QCOMPARE(names(folder_.path()).size(), 7);
  }

  void replacesAndKeepsTheMode() {
    const QString file = folder_.filePath("a.txt");
    QCOMPARE(complaint(file, transcript_of("old")), std::string());
    QCOMPARE(::chmod(qPrintable(file), 0640), 0);
    QCOMPARE(complaint(file, transcript_of("new")), std::string());
    QCOMPARE(content(file), QByteArray("new\n"));
    struct stat info {};
    QCOMPARE(::stat(qPrintable(file), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0640U);
    QCOMPARE(names(folder_.path()), QStringList{"a.txt"});
  }

  /// Nor is it open for the moment until it has the older one's mode.
  void whatReplacesAFileIsNeverWiderThanThat() {
    const QString file = folder_.filePath("a.txt");
    QCOMPARE(complaint(file, transcript_of("old")), std::string());
    for (const mode_t mode : {0600U, 0640U, 0444U}) {
      QCOMPARE(::chmod(qPrintable(file), mode), 0);
      opened_mode = -1;
      const mode_t before = ::umask(0);
      const std::string said = complaint(file, transcript_of("new"));
      ::umask(before);
      QCOMPARE(said, std::string());
      QCOMPARE(opened_mode & ~0600, 0);
      struct stat info {};
      QCOMPARE(::stat(qPrintable(file), &info), 0);
      QCOMPARE(info.st_mode & 0777U, mode);
    }
  }

  void newFilesFollowTheUmask() {
    const mode_t before = ::umask(027);
    QCOMPARE(complaint(folder_.filePath("a.txt"), transcript_of("x")), std::string());
    ::umask(before);
    struct stat info {};
    QCOMPARE(::stat(qPrintable(folder_.filePath("a.txt")), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0640U);
  }

  void aLinkStaysALink() {
    const QString target = folder_.filePath("target.txt");
    const QString link = folder_.filePath("link.txt");
    QCOMPARE(complaint(target, transcript_of("old")), std::string());
    QVERIFY(QFile::link("target.txt", link));
    QCOMPARE(complaint(link, transcript_of("new")), std::string());
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(content(target), QByteArray("new\n"));
  }

  /// In a folder of somebody else's a link may point anywhere.
  void aLinkCanBeReplacedItself() {
    const QString target = folder_.filePath("target.txt");
    const QString link = folder_.filePath("link.txt");
    QCOMPARE(complaint(target, transcript_of("old")), std::string());
    for (const QString& end :
         {QStringLiteral("target.txt"), QStringLiteral("nothing.txt"), QStringLiteral("/")}) {
      QVERIFY(QFile::link(end, link));
      save_transcript(link.toStdString(), transcript_of("new"), ExportFormat::txt, Readers::user_alone, {},
                      Links::replace);
      QVERIFY(!QFileInfo(link).isSymLink());
      QCOMPARE(content(link), QByteArray("new\n"));
      struct stat info {};
      QCOMPARE(::stat(qPrintable(link), &info), 0);
      QCOMPARE(info.st_mode & 0777U, 0600U);
      QVERIFY(QFile::remove(link));
    }
    QCOMPARE(content(target), QByteArray("old\n"));
    QCOMPARE(names(folder_.path()), QStringList{"target.txt"});
  }

  void theLongestName() {
    const QString file = folder_.filePath(QString(251, 'n') + ".txt");
    QCOMPARE(complaint(file, transcript_of("x")), std::string());
    QCOMPARE(content(file), QByteArray("x\n"));
  }

  void diskFullLeavesTheOlderFile() {
    const QString file = folder_.filePath("a.txt");
    QCOMPARE(complaint(file, transcript_of("old")), std::string());
    const std::string said = in_child([&] {
      const rlimit limit{4096, 4096};
      std::signal(SIGXFSZ, SIG_IGN);
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return std::string("setrlimit failed");
      return complaint(file, transcript_of(std::string(100'000, 'x')));
    });
    QCOMPARE(QString::fromStdString(said),
             "The transcript could not be saved as " + file + ": File too large.");
    QCOMPARE(content(file), QByteArray("old\n"));
    QCOMPARE(names(folder_.path()), QStringList{"a.txt"});
  }

  void anUnwritableFolderIsNamed() {
    const QString file = folder_.filePath("a.txt");
    QCOMPARE(complaint(file, transcript_of("old")), std::string());
    QCOMPARE(::chmod(qPrintable(folder_.path()), 0555), 0);
    const std::string said = in_child([&] {
      // Root may write anywhere; as anybody else there is nothing to drop.
      if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) {
        return std::string("setuid failed");
      }
      return complaint(file, transcript_of("new"));
    });
    QCOMPARE(::chmod(qPrintable(folder_.path()), 0755), 0);
    QCOMPARE(QString::fromStdString(said),
             "The transcript could not be saved as " + file + ": Permission denied.");
    QCOMPARE(content(file), QByteArray("old\n"));
    QCOMPARE(names(folder_.path()), QStringList{"a.txt"});
  }

  void whatIsNoFileIsLeftAlone() {
    QCOMPARE(complaint("/dev/null", transcript_of("x")),
             std::string("The transcript could not be saved as /dev/null: that is not a regular file."));
    QVERIFY(!QFileInfo("/dev/null").isFile());
    QVERIFY(complaint(folder_.path(), transcript_of("x")).ends_with("that is a folder."));
    QVERIFY(complaint(folder_.filePath("no/such/a.txt"), transcript_of("x"))
                .ends_with("No such file or directory."));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(SaveTest)
#include "test_save.moc"
