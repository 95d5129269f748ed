// SPDX-License-Identifier: Apache-2.0
// The Chinese translation: it has every text, with the same places, and the window shows nothing else.
#include <QApplication>
#include <QDialog>
#include <QLocale>
#include <QMessageBox>
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/event_queue.h"
#include "tests/support/known_data.h"
#include "tests/support/known_proposal.h"
#include "tests/support/mnemonics.h"
#include "tests/support/patience.h"
#include "tests/support/profile_frames.h"
#include "tests/support/profiler_clicks.h"
#include "tests/support/pseudo_translation.h"
#include "tests/support/seen_texts.h"
#include "ui/library/library_model.h"
#include "ui/profiling/live_panel.h"
#include "ui/profiling/profiler_window.h"
#include "ui/profiling/views.h"
#include "ui/widgets/elided_label.h"
#include "ui/words.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

/// What stands for something else in a text: %1, %n, {1}, and the targets of links.
QStringList places_in(const QString& text) {
  static const QRegularExpression place(
      QStringLiteral("%L?[0-9n]|\\{[a-z0-9]+\\}|href=\"[a-z]+\"|;;|\\(\\*[^)]*\\)"));
  QStringList places;
  for (auto all = place.globalMatch(text); all.hasNext();) places << all.next().captured();
  places.sort();
  return places;
}

/// Names of products, formats, keys and symbols, which Chinese texts have, too.
const QStringList names{
    QStringLiteral("GPT"),       QStringLiteral("minGPT"),   QStringLiteral("Tilescribe"),
    QStringLiteral("CPU"),       QStringLiteral("GPU"),      QStringLiteral("torch"),
    QStringLiteral("Python"),    QStringLiteral("CUDA"),     QStringLiteral("NVIDIA"),
    QStringLiteral("GLM"),       QStringLiteral("ASR"),      QStringLiteral("Hugging"),
    QStringLiteral("Face"),      QStringLiteral("JSON"),     QStringLiteral("SRT"),
    QStringLiteral("SubRip"),    QStringLiteral("WebVTT"),   QStringLiteral("Word"),
    QStringLiteral("Netflix"),   QStringLiteral("BBC"),      QStringLiteral("OK"),
    QStringLiteral("English"),   QStringLiteral("Qt"),       QStringLiteral("Apache"),
    QStringLiteral("LGPL"),      QStringLiteral("GPL"),      QStringLiteral("QCustomPlot"),
    QStringLiteral("Ctrl"),      QStringLiteral("Shift"),    QStringLiteral("Alt"),
    QStringLiteral("Enter"),     QStringLiteral("Esc"),      QStringLiteral("Home"),
    QStringLiteral("End"),       QStringLiteral("Perfetto"), QStringLiteral("Aa"),
    QStringLiteral("name"),      QStringLiteral("date"),     QStringLiteral("number"),
    QStringLiteral("Del"),       QStringLiteral("Space"),    QStringLiteral("Backspace"),
    QStringLiteral("Return"),    QStringLiteral("PgUp"),     QStringLiteral("PgDown"),
    QStringLiteral("Left"),      QStringLiteral("Right"),    QStringLiteral("Up"),
    QStringLiteral("Down"),      QStringLiteral("MIT"),      QStringLiteral("config"),
    QStringLiteral("model"),     QStringLiteral("json"),     QStringLiteral("safetensors"),
    QStringLiteral("tokenizer"), QStringLiteral("https"),    QStringLiteral("sqlite"),
    QStringLiteral("Ins"),       QStringLiteral("Media"),    QStringLiteral("Play"),
    QStringLiteral("OpenAI"),    QStringLiteral("Ollama"),   QStringLiteral("llama"),
    QStringLiteral("cpp"),       QStringLiteral("http"),     QStringLiteral("localhost"),
};

}  // namespace

class TestChinese : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QString problem;
    found_ = found_texts(QStringLiteral(TILESCRIBE_LUPDATE), QStringLiteral(TILESCRIBE_CMAKE),
                         QStringLiteral(TILESCRIBE_SOURCE_DIR), problem);
    QVERIFY2(!found_.isEmpty() && problem.isEmpty(), qPrintable(problem));
    data_ = data_of_fakes() + names;
    GuiFixture::in_english = false;
  }
  void init() { english_.clear(); }
  void cleanup() {
    for (const QString& each : std::as_const(english_)) qWarning("in English: %s", qPrintable(each));
    QVERIFY(english_.isEmpty());
  }

  /// What is missing is listed as CONTRIBUTING says how to fill it in.
  void every_text_is_translated_with_its_places() {
    QTranslator chinese;
    QVERIFY(chinese.load(QStringLiteral(":/translations/tilescribe_zh_CN.qm")));
    QStringList missing, wrong;
    for (auto each = found_.begin(); each != found_.end(); ++each) {
      const auto& [context, text] = each.key();
      const QString translated = chinese.translate(context.toUtf8().constData(), text.toUtf8().constData(),
                                                   nullptr, each.value() ? 2 : -1);
      if (translated.isEmpty()) {
        missing << context + QStringLiteral(": ") + text;
        continue;
      }
      const bool letter = context == QLatin1String("Messages") ||
                          mnemonic_of(text).isLetterOrNumber() == mnemonic_of(translated).isLetterOrNumber();
      if (places_in(text) != places_in(translated) || !letter)
        wrong << QStringLiteral("%1: %2 | %3").arg(context, text, translated);
    }
    missing.sort();
    for (const QString& each : missing) qWarning("not in tilescribe_zh_CN.ts: %s", qPrintable(each));
    for (const QString& each : wrong) qWarning("other places or letters: %s", qPrintable(each));
    QVERIFY2(missing.isEmpty(), "CONTRIBUTING.md, \"Add a text or a language\", says how they are added");
    QVERIFY(wrong.isEmpty());
  }

  void a_language_is_chosen_or_the_systems() {
    const auto quit = [] { return QCoreApplication::translate("tilescribe::ui::MainWindow", "&Quit"); };
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
    {
      const ui::Translations system;
      QCOMPARE(quit(), QStringLiteral("退出(&Q)"));
      QCOMPARE(
          ui::words(Message("The disk has room for only about {1} minute(s) of recording. When it is full, "
                            "the recording stops by itself and is kept.",
                            std::int64_t{3})),
          QStringLiteral("磁盘空间只够再录约 3 分钟。磁盘满时录音会自动停止并保留。"));
    }
    {
      const ui::Translations english(ui::Language::english);
      QCOMPARE(quit(), QStringLiteral("&Quit"));
      QCOMPARE(QLocale().language(), QLocale::English);
    }
    {
      const ui::Translations chinese(ui::Language::chinese);
      QCOMPARE(quit(), QStringLiteral("退出(&Q)"));
      QCOMPARE(QLocale().language(), QLocale::Chinese);
    }
    QLocale::setDefault(before);
  }

  void the_window_and_its_dialogs_are_chinese() {
    const ui::Translations chinese(ui::Language::chinese);
    GuiFixture gui(false);
    gui.desktop.state->limit = QStringLiteral("¬");
    gui.controller->start({});
    QVERIFY(QTest::qWaitFor([&] { return gui.world.opened() == 1; }, patience_ms));
    QCOMPARE(gui.action("open")->toolTip(), QStringLiteral("打开 (Ctrl+O)"));
    look(gui.window(), "empty");
    QCOMPARE(doubled_in_menus(gui.window()).join(QStringLiteral("; ")), QString());
    for (const char* action :
         {"engine", "recordingSettings", "about", "preferences", "shortcuts", "libraryKeeping"}) {
      gui.action(action)->trigger();
      auto* dialog = shown_dialog<QDialog>();
      QVERIFY2(dialog != nullptr, action);
      look(*dialog, action);
      const QStringList doubled = doubled_in_dialog(*dialog);
      QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(QLatin1Char('\n'))));
      dialog->reject();
      QTRY_VERIFY(shown_dialog<QDialog>() == nullptr);
    }
    for (const char* page : {"recordPage", "libraryPage", "models", "liveCosts"}) {
      gui.action(page)->trigger();
      if (page == QLatin1String("libraryPage"))
        QTRY_VERIFY(gui.controller->library().part().model().view().complete);
      if (page == QLatin1String("models")) {
        const auto* place = gui.window().findChild<ui::ElidedLabel*>(QStringLiteral("fullModelPlace"));
        QTRY_VERIFY(place != nullptr && place->isVisible() && !place->text().isEmpty());
      }
      look(gui.window(), page);
    }
  }

  void files_and_recordings_are_chinese() {
    const ui::Translations chinese(ui::Language::chinese);
    GuiFixture gui;
    gui.world.script("2.wav", {.fail_after = 0});
    gui.world.script("3.wav", {.hold_after = 2});
    gui.drop({gui.file(QStringLiteral("1.wav")), gui.file(QStringLiteral("2.wav")),
              gui.file(QStringLiteral("3.wav"))});
    QVERIFY(gui.wait_for_state(2, ui::JobState::running));
    for (int row = 0; row < 3; ++row) {
      gui.choose(gui.item(row).id());
      look(gui.window(), "a file");
    }
    gui.choose(gui.item(0).id());
    gui.action("export")->trigger();
    auto* dialog = shown_dialog<QDialog>();
    QVERIFY(dialog != nullptr);
    look(*dialog, "export");
    QCOMPARE(doubled_in_dialog(*dialog), QStringList());
    dialog->reject();
    QVERIFY(see_clean_up(*gui.action("cleanUp"), [this](QWidget& seen, const char* as) {
      look(seen, as);
      QCOMPARE(doubled_in_dialog(seen), QStringList());
    }));
    gui.action("replace")->trigger();
    look(gui.window(), "find and replace");
  }

  void a_recording_is_chinese() {
    const ui::Translations chinese(ui::Language::chinese);
    GuiFixture gui;
    gui.action("recordPage")->trigger();
    gui.world.script_live({.run_s = 3.4, .too_slow = true});
    QVERIFY(record(gui, 7.0));
    look(gui.window(), "recording");
    QCOMPARE(doubled_in_menus(gui.window()).join(QStringLiteral("; ")), QString());
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), ui::RecordPhase::idle, patience_ms);
    look(gui.window(), "recorded");
  }

  void the_profiler_is_chinese() {
    const ui::Translations chinese(ui::Language::chinese);
    ui::ProfilerWindow window;
    window.resize(1280, 900);
    window.show();
    const auto session = made({.windows = 2, .layers = 3, .tokens = 10, .gpu = true});
    const auto before =
        made({.windows = 2, .layers = 3, .tokens = 10, .gpu = true, .slow_op = "linear", .slow_factor = 1.7});
    data_ += data_of_profile(*session, *before);
    window.document().open(session, QStringLiteral("/1.sqlite"));
    window.document().compare_with(before, QStringLiteral("/2.sqlite"));
    for (int page = ui::ProfilerWindow::OverviewTab; page <= ui::ProfilerWindow::CompareTab; ++page) {
      window.show_page(static_cast<ui::ProfilerWindow::Page>(page));
      settle(window.document());
      look(window, "the profiler");
    }
    QCOMPARE(doubled_in_menus(window).join(QStringLiteral("; ")), QString());
    ui::LivePanel panel;
    panel.resize(520, 760);
    panel.show();
    data_ += data_of_costs(fake_frame(10.0));
    for (double at_s = 0.0; at_s < 5.0; at_s += 0.5) panel.show_frame(fake_frame(at_s));
    look(panel, "live costs");
  }

 private:
  void look(QWidget& window, const char* state) {
    work_off_events();  // it is laid out
    QStringList known = data_;
    std::sort(known.begin(), known.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    for (const SeenText& seen : seen_texts(window)) {
      QStringList words = english_words(seen, known);
      // Paths and file names. Qt may paint a path's first slash with the Chinese before it.
      const bool path =
          seen.text.startsWith(QLatin1Char('/')) || seen.text.startsWith(QLatin1String("home/"));
      words.removeIf([&](const QString& word) { return path || names.contains(word); });
      if (words.isEmpty() || seen.text.contains(QLatin1String("/tmp/"))) continue;
      english_.insert(QStringLiteral("%1: %2: \"%3\": %4")
                          .arg(QLatin1String(state), seen.where, seen.text, words.join(QLatin1Char(' '))));
    }
  }

  QHash<FoundText, bool> found_;
  QStringList data_;
  QSet<QString> english_;
};

QTEST_MAIN(TestChinese)
#include "test_chinese.moc"
