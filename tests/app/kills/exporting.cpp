// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "inference/api/export.h"
#include "tests/app/kills/export_until_killed.h"
#include "tests/app/kills/killed_work.h"
#include "tests/support/archive_folder.h"

namespace tilescribe::test {
namespace {

namespace fs = std::filesystem;

std::string exported(int round, ExportFormat format) {
  std::ostringstream out;
  write_transcript(out, exported_text(round), format);
  return out.str();
}

class KilledExporting : public KilledWork {
 public:
  void kill_once(Random& random) override {
    const QTemporaryDir folder;
    QProcess process;
    process.start(TILESCRIBE_EXPORT_UNTIL_KILLED, {folder.path()});
    expect(process.waitForStarted(), "It does not start.");
    QElapsedTimer clock;
    clock.start();
    const int lives_ms = between(random, 1, 800);
    const auto has_nothing = [&] { return files_ == 0 && process.bytesAvailable() == 0; };  // of any kill
    while (clock.elapsed() < lives_ms || (has_nothing() && clock.elapsed() < patience_ms))
      process.waitForReadyRead(1);
    process.kill();
    process.waitForFinished();
    expect(process.exitStatus() == QProcess::CrashExit, "It ended by itself.");

    std::map<std::string, int> told;  // the last round, by the file's ending
    QList<QByteArray> lines = process.readAllStandardOutput().split('\n');
    lines.removeLast();  // empty, or not written to its end
    for (const QByteArray& line : lines)
      told[line.split(' ').last().toStdString()] = line.split(' ').first().toInt();
    look(folder.path().toStdString(), told);
  }

  void finish() override { expect(files_ > 0, "Nothing was exported before any kill."); }

  QString summary() const override {
    return QString("%1 exported files, and %2 temporary ones left").arg(files_).arg(temporary_);
  }

 private:
  static constexpr qint64 patience_ms = 30'000;

  void look(const fs::path& folder, std::map<std::string, int> told) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(".tilescribe-")) {
        ++temporary_;
        continue;
      }
      const std::string ending = entry.path().extension().string().substr(1);
      const auto format = export_format(ending);
      expect(name == "talk." + ending && format.has_value(),
             QString("%1 is there.").arg(QString::fromStdString(name)));
      // What was told stands, or what came just after it.
      const std::string found = bytes_of(entry.path());
      const int round = told.contains(ending) ? told[ending] : -1;
      expect(
          (round >= 0 && found == exported(round, *format)) || found == exported(round + 1, *format),
          QString("%1 is neither of round %2 nor of the next.").arg(QString::fromStdString(name)).arg(round));
      told.erase(ending);
      ++files_;
    }
    expect(told.empty(), QString("%1 files that were told of are lost.").arg(told.size()));
  }

  int files_ = 0, temporary_ = 0;
};

}  // namespace

std::unique_ptr<KilledWork> killed_exporting() {
  return std::make_unique<KilledExporting>();
}

}  // namespace tilescribe::test
