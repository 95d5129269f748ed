// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "app/gui/queue/queue_record.h"
#include "app/gui/transcript_store.h"
#include "app/paths.h"
#include "inference/api/export.h"
#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"
#include "tests/app/kills/killed_work.h"

namespace tilescribe::test {
namespace {

const QString spoken = QStringLiteral(TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav");
constexpr int batch = 12;  // files that are added at a time
constexpr int patience_ms = 120'000;

class KilledTranscribing : public KilledWork {
 public:
  KilledTranscribing()
      : expected_(open_transcriber({})->transcribe(native_path(spoken), {}, {}, {}).text()),
        transcripts_(home_.filePath("data/tilescribe/transcripts")) {
    expect(expected_.size() > 10, "The engine hears nothing.");
    QDir(home_.path()).mkdir("audio");
  }

  /// The same user each time: the next start goes on with what was left.
  void kill_once(Random& random) override {
    const QStringList added = waiting().size() < 3 ? new_files() : QStringList();
    QProcess program;
    start(program, added);
    // What has just been added is noted within a second; from then on it is not lost.
    wait_for([&] { return missing(added).isEmpty(); }, "Files that were added are not noted.");
    // Only the first kill waits for this: otherwise a slow machine would never get so far.
    wait_for([&] { return !kept().isEmpty(); }, "Nothing is transcribed.");
    QThread::msleep(static_cast<unsigned long>(between(random, 0, 2000)));
    program.kill();
    program.waitForFinished();
    expect(program.exitStatus() == QProcess::CrashExit, "It ended by itself.");
    files_ += added;
    look();
  }

  void finish() override {
    QProcess program;
    start(program, {});
    wait_for([&] { return waiting().isEmpty(); }, "What waited is not transcribed at the next start.");
    program.terminate();
    expect(program.waitForFinished(patience_ms), "It does not end.");
    look();
  }

  QString summary() const override {
    return QString("%1 texts of %2 files").arg(kept().size()).arg(files_.size());
  }

 private:
  QStringList new_files() {
    QStringList files;
    for (int i = 0; i < batch; ++i) {
      files += home_.filePath(QString("audio/recording-%1.wav").arg(1000 + files_.size() + i));
      QFile::copy(spoken, files.last());
    }
    return files;
  }

  void start(QProcess& program, const QStringList& files) const {
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    environment.insert("XDG_CONFIG_HOME", home_.filePath("config"));
    environment.insert("XDG_DATA_HOME", home_.filePath("data"));
    environment.insert("XDG_RUNTIME_DIR", home_.path());
    program.setProcessEnvironment(environment);
    program.start(TILESCRIBE_PROGRAM, files);
    expect(program.waitForStarted(), "It does not start.");
  }

  template <class Holds>
  static void wait_for(Holds holds, const char* otherwise) {
    expect(QTest::qWaitFor(holds, patience_ms), otherwise);
  }

  /// The files that wait or are at work, as the next start finds them.
  QSet<QString> waiting() const {
    QSet<QString> files;
    const LoadedQueue queue = load_queue_record(transcripts_ + "/queue/waiting.json");
    if (queue.problem)
      throw Fault("The list of what waits is damaged: " + QString::fromStdString(english(*queue.problem)));
    for (const QueueRecord::Row& row : queue.record.rows) files += row.path;
    return files;
  }

  /// The kept texts' files.
  QStringList kept() const { return QDir(transcripts_).entryList({"*.json"}, QDir::Files); }

  /// Files that neither wait nor have their text.
  QSet<QString> missing(const QStringList& files) const {
    QSet<QString> there = waiting();  // before the texts: a file has its text before it waits no more
    for (const QString& name : kept())
      there += home_.filePath("audio/" + kept_source(name).value_or(QString()));
    return QSet<QString>(files.begin(), files.end()) - there;
  }

  void look() const {
    QSet<QString> sources;
    for (const QString& name : kept()) {
      const QString source = kept_source(name).value_or(QString());
      expect(!sources.contains(source), QString("%1 has two texts.").arg(source));
      sources += source;
      const std::string text =
          load_transcript(native_path(transcripts_ + '/' + name), ExportFormat::json).text();
      expect(text == expected_, QString("%1 holds “%2”.").arg(name, QString::fromStdString(text)));
    }
    QSet<QString> lost = missing(files_);
    for (const UnfinishedText& text : unfinished_texts(native_path(transcripts_ + "/unfinished")))
      lost -= window_path(text.file);
    expect(lost.isEmpty(), "These are lost: " + lost.values().join(", "));
  }

  std::string expected_;
  QTemporaryDir home_;
  QString transcripts_;
  QStringList files_;  // all that were added
};

}  // namespace

std::unique_ptr<KilledWork> killed_transcribing() {
  return std::make_unique<KilledTranscribing>();
}

}  // namespace tilescribe::test
