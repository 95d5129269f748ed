// SPDX-License-Identifier: Apache-2.0
// The window on the real engine and the demo model: dropped files come out as the text that is known of them.
#include <QFile>
#include <QtTest>
#include <algorithm>

#include "inference/api/transcriber.h"
#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/speech_recording.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

namespace {

constexpr int patience_ms = 240'000;

QUrl bundled(const QString& name) {
  const auto file = test::bundled_file(name.toStdString() + ".wav");
  return QUrl::fromLocalFile(QString::fromStdString(file.string()));
}

QString known_text(const QString& name) {
  QFile file(QString::fromStdString(test::bundled_file(name.toStdString() + ".txt").string()));
  if (!file.open(QIODevice::ReadOnly)) qFatal("could not read %s", qPrintable(file.fileName()));
  return QString::fromUtf8(file.readAll()).trimmed();
}

struct ReadCue {
  double start_s = 0;
  double end_s = 0;
  QString text;
};

double subtitle_time(const QString& text) {
  const QTime time = QTime::fromString(text, QStringLiteral("HH:mm:ss,zzz"));
  return time.isValid() ? time.msecsSinceStartOfDay() / 1000.0 : -1.0;
}

/// SubRip: number, times, text, an empty line.
QList<ReadCue> read_srt(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  QList<ReadCue> cues;
  for (const QString& block :
       QString::fromUtf8(file.readAll()).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts)) {
    const QStringList lines = block.trimmed().split(QLatin1Char('\n'));
    const QStringList times = lines.value(1).split(QStringLiteral(" --> "));
    if (lines.value(0).toInt() != cues.size() + 1) return {};
    cues.append(
        {subtitle_time(times.value(0)), subtitle_time(times.value(1)), lines.mid(2).join(QLatin1Char(' '))});
  }
  return cues;
}

}  // namespace

class TestRealEngine : public QObject {
  Q_OBJECT

 private slots:
  void dropped_recordings_become_their_text_and_subtitles() {
    GuiFixture gui(false, {1100, 720}, test::real_engines());
    gui.controller->start({});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    const QStringList names{QStringLiteral("short"), QStringLiteral("medium")};
    gui.drop({bundled(names[0]), bundled(names[1])});
    QTRY_VERIFY_WITH_TIMEOUT(gui.queue().rowCount() == 2 && gui.queue().overall().active == 0, patience_ms);
    for (int row = 0; row < 2; ++row) {
      const QueueItem& item = gui.item(row);
      QVERIFY2(item.state == JobState::done, qPrintable(state_text(item)));
      QCOMPARE(item.document->plain_text(), known_text(names[row]));
      // What is shown is what was heard.
      gui.choose(item.id());
      auto& view = gui.panel().view();
      QTRY_VERIFY(view.complete());
      QCOMPARE(view.toPlainText().replace(QLatin1Char('\n'), QLatin1Char(' ')), known_text(names[row]));

      const QString file = gui.folder.filePath(names[row] + QStringLiteral(".srt"));
      gui.action("export")->trigger();
      test::press("exportNow");
      test::choose_file(file);
      QTRY_VERIFY(QFile::exists(file));
      const QList<ReadCue> cues = read_srt(file);
      QVERIFY(!cues.isEmpty());
      QStringList texts;
      double end_s = 0.0;
      for (const ReadCue& cue : cues) {
        QVERIFY(cue.start_s >= end_s && cue.end_s > cue.start_s);
        end_s = cue.end_s;
        texts.append(cue.text);
      }
      QVERIFY(end_s <= item.transcript().duration_s + 0.001);
      QCOMPARE(texts.join(QLatin1Char(' ')), known_text(names[row]));
    }
    // The aligner hears when each word is spoken.
    gui.action("improveTimes")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!gui.banner("times")->isVisible(), patience_ms);
    for (const Segment& segment : gui.item(1).transcript().segments) {
      QVERIFY(!segment.words.empty());
      QVERIFY(std::ranges::none_of(segment.words, &TimedWord::estimated));
      QCOMPARE(segment.start_s, segment.words.front().start_s);
    }
    QVERIFY(!gui.banner("failure")->isVisible());
  }

  /// The audio is kept, and trying again gives the text.
  void a_device_that_fails_is_left_for_the_cpu_data() {
    QTest::addColumn<int>("fault");
    QTest::newRow("launch") << static_cast<int>(InjectedFault::launch);
    QTest::newRow("memory") << static_cast<int>(InjectedFault::memory);
    QTest::newRow("lost") << static_cast<int>(InjectedFault::lost);
  }
  void a_device_that_fails_is_left_for_the_cpu() {
    QFETCH(int, fault);
    GuiFixture gui(false, {1100, 720}, test::real_engines());
    gui.controller->start({.engine = Engine::cpu, .inject_fault = static_cast<InjectedFault>(fault)});
    gui.drop({bundled(QStringLiteral("short"))});
    QTRY_VERIFY_WITH_TIMEOUT(gui.queue().rowCount() == 1 && gui.queue().overall().active == 0, patience_ms);
    QCOMPARE(gui.item(0).state, JobState::failed);
    QVERIFY(gui.item(0).failure.device);
    QVERIFY2(english(gui.item(0).failure.message).find("as was asked for.") != std::string::npos,
             english(gui.item(0).failure.message).c_str());
    gui.action("retry")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(gui.queue().overall().active == 0, patience_ms);
    QVERIFY2(gui.item(0).state == JobState::done, qPrintable(state_text(gui.item(0))));
    QCOMPARE(gui.item(0).document->plain_text(), known_text(QStringLiteral("short")));
  }

  void a_file_that_is_no_recording_fails_alone() {
    GuiFixture gui(false, {1100, 720}, test::real_engines());
    gui.controller->start({});
    QFile text(gui.folder.filePath(QStringLiteral("notes.wav")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    QVERIFY(text.write("Not a recording at all.\n") > 0);
    text.close();
    gui.drop({QUrl::fromLocalFile(text.fileName()), bundled(QStringLiteral("short"))});
    QTRY_VERIFY_WITH_TIMEOUT(gui.queue().rowCount() == 2 && gui.queue().overall().active == 0, patience_ms);
    QCOMPARE(gui.item(0).state, JobState::failed);
    QVERIFY2(state_text(gui.item(0)).contains(QStringLiteral("notes.wav")),
             qPrintable(state_text(gui.item(0))));
    QCOMPARE(gui.item(1).document->plain_text(), known_text(QStringLiteral("short")));
  }
};

QTEST_MAIN(TestRealEngine)
#include "test_real_engine.moc"
