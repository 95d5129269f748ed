// SPDX-License-Identifier: Apache-2.0
// Sentences that people asked for when they tried the program, where they read them.
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QtTest>

#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/profiler_clicks.h"
#include "tests/support/seen_texts.h"
#include "ui/captions/caption_view.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

/// Whether a window says this, in plain text and without the marks of letters.
bool says(QWidget& window, const QRegularExpression& sentence) {
  return std::ranges::any_of(seen_texts(window), [&](const SeenText& seen) {
    QString plain = QTextDocumentFragment::fromHtml(seen.text).toPlainText();
    return sentence.match(plain.remove(QLatin1Char('&'))).hasMatch();
  });
}

bool on_the_record_page(const QRegularExpression& sentence) {
  GuiFixture gui;
  gui.action("recordPage")->trigger();
  return QTest::qWaitFor([&] { return says(gui.window(), sentence); }, patience_ms);
}

bool on_the_captions(const QRegularExpression& sentence) {
  GuiFixture gui;
  gui.action("captions")->trigger();
  const ui::CaptionView& view = gui.controller->captions().part().overlay().view();
  return QTest::qWaitFor([&] { return sentence.match(view.hint()).hasMatch(); }, patience_ms);
}

bool in_the_recording_settings(const QRegularExpression& sentence) {
  GuiFixture gui;
  gui.action("recordingSettings")->trigger();
  auto* dialog = shown_dialog<QDialog>();
  return dialog != nullptr && says(*dialog, sentence);
}

bool in_the_profiler(const QRegularExpression& sentence, ui::ProfilerWindow::Page page) {
  ui::ProfilerWindow window;
  window.show();
  window.document().open(made({.windows = 4, .layers = 6, .tokens = 24, .gpu = true}), {});
  window.show_page(page);
  settle(window.document());
  return QTest::qWaitFor([&] { return says(window, sentence); }, patience_ms);
}

bool among_the_findings(const QRegularExpression& sentence) {
  return in_the_profiler(sentence, ui::ProfilerWindow::OverviewTab);
}

bool among_the_kernels(const QRegularExpression& sentence) {
  return in_the_profiler(sentence, ui::ProfilerWindow::TimelineTab);
}

using Place = bool (*)(const QRegularExpression& sentence);

}  // namespace

Q_DECLARE_METATYPE(Place)

class TestWording : public QObject {
  Q_OBJECT

 private slots:
  void the_sentence_is_there_data() {
    QTest::addColumn<Place>("place");
    QTest::addColumn<QString>("sentence");
    const QString kept = QStringLiteral("Recordings are saved in .*recordings and kept forever\\.$");
    QTest::newRow("the record page") << &on_the_record_page << kept;
    QTest::newRow("captions") << &on_the_captions << kept;
    QTest::newRow("the recording settings")
        << &in_the_recording_settings << QStringLiteral("^Global shortcut$");
    QTest::newRow("findings") << &among_the_findings << QStringLiteral("^Could save up to \\d.* m?s$");
    QTest::newRow("kernels") << &among_the_kernels
                             << QStringLiteral("^Memory-bound minimum: \\d.* to move \\d.*B\\.");
  }
  void the_sentence_is_there() {
    QFETCH(Place, place);
    QFETCH(QString, sentence);
    QVERIFY2(place(QRegularExpression(sentence)), qPrintable(sentence));
  }
};

QTEST_MAIN(TestWording)
#include "test_wording.moc"
