// SPDX-License-Identifier: Apache-2.0
// The times of words, found in the sound of a text that is shown.
#include <QPushButton>
#include <QtTest>

#include "kernels/core/error.h"
#include "tests/support/gate.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/window/failure_banner.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::Gate;
using test::GuiFixture;

namespace {

using test::patience_ms;

/// Every segment begins half a second later, at its first word.
Transcript half_a_second_later(Transcript text) {
  for (Segment& segment : text.segments) {
    segment.start_s += 0.5;
    segment.words = {{.text = segment.text, .start_s = segment.start_s, .end_s = segment.end_s}};
  }
  return text;
}

/// Texts are aligned half a second later, once the gate is open.
std::shared_ptr<Gate> held_hearing(GuiFixture& gui) {
  const auto hearing = std::make_shared<Gate>();
  gui.lab.aligning = [hearing](Transcript text, const auto&, const auto&, const auto& stop) {
    hearing->pass(stop);
    return half_a_second_later(std::move(text));
  };
  return hearing;
}

/// What a user sees and exports of segments.
QStringList shown(const std::vector<Segment>& segments) {
  QStringList lines;
  for (const Segment& segment : segments) {
    lines.append(QStringLiteral("%1 to %2, %3 words: %4")
                     .arg(segment.start_s)
                     .arg(segment.end_s)
                     .arg(segment.words.size())
                     .arg(QString::fromStdString(segment.text)));
  }
  return lines;
}

}  // namespace

class TestImproveTimes : public QObject {
  Q_OBJECT

  static void show_text(GuiFixture& gui) {
    gui.world.script("talk.wav", {.segments = 3});
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    gui.choose(gui.item(0).id());
    QTRY_VERIFY_WITH_TIMEOUT(gui.action("improveTimes")->isEnabled(), patience_ms);
  }

 private slots:
  void segments_begin_at_their_words() {
    GuiFixture gui;
    QVERIFY(!gui.action("improveTimes")->isEnabled());
    QString heard_audio;
    const auto hearing = std::make_shared<Gate>();
    gui.lab.aligning = [&, hearing](Transcript text, const auto& audio, const auto& heard, const auto& stop) {
      heard_audio = QString::fromStdString(audio.filename().string());
      heard(30.0, 90.0);
      hearing->pass(stop);
      return half_a_second_later(std::move(text));
    };
    show_text(gui);
    const TranscriptDocument& text = *gui.item(0).document;
    const Transcript before = text.transcript();
    gui.action("improveTimes")->trigger();
    QVERIFY(!gui.action("improveTimes")->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(gui.banner("times")->text(),
                              QStringLiteral("Improving the times of talk.wav: 0:30 of 1:30 heard"),
                              patience_ms);
    QVERIFY(gui.banner("times")->isVisible());
    hearing->open();
    QTRY_VERIFY_WITH_TIMEOUT(!gui.banner("times")->isVisible(), patience_ms);
    QCOMPARE(heard_audio, QStringLiteral("talk.wav"));
    QCOMPARE(shown(text.transcript().segments), shown(half_a_second_later(before).segments));
    gui.action("undoEdit")->trigger();
    QCOMPARE(shown(text.transcript().segments), shown(before.segments));
    QVERIFY(gui.action("improveTimes")->isEnabled());
  }

  void what_is_edited_meanwhile_stays() {
    GuiFixture gui;
    const std::shared_ptr<Gate> hearing = held_hearing(gui);
    show_text(gui);
    TranscriptDocument& text = *gui.item(0).document;
    gui.action("improveTimes")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(hearing->came(), 1, patience_ms);
    text.edit(text.segment_id(1), QStringLiteral("Quite another sentence."));
    QVERIFY(text.remove(0, 1));
    const std::vector<Segment> before = text.transcript().segments;
    hearing->open();
    QTRY_VERIFY_WITH_TIMEOUT(!gui.banner("times")->isVisible(), patience_ms);
    QCOMPARE(text.size(), 2);
    QCOMPARE(shown(text.transcript().segments).at(0), shown(before).at(0));
    QCOMPARE(text.transcript().segments.at(1).start_s, before.at(1).start_s + 0.5);
  }

  void an_edge_that_is_moved_meanwhile_stays() {
    GuiFixture gui;
    const std::shared_ptr<Gate> hearing = held_hearing(gui);
    show_text(gui);
    TranscriptDocument& text = *gui.item(0).document;
    gui.action("improveTimes")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(hearing->came(), 1, patience_ms);
    const Segment moved = text.transcript().segments.at(1);
    QVERIFY(text.move_edge(text.segment_id(1), SegmentEdge::end, moved.end_s - 0.25));
    const std::vector<Segment> before = text.transcript().segments;
    hearing->open();
    QTRY_VERIFY_WITH_TIMEOUT(!gui.banner("times")->isVisible(), patience_ms);
    QCOMPARE(shown(text.transcript().segments).at(1), shown(before).at(1));
    QCOMPARE(text.transcript().segments.at(2).start_s, before.at(2).start_s + 0.5);
  }

  void who_is_named_meanwhile_keeps_the_name() {
    GuiFixture gui;
    const std::shared_ptr<Gate> hearing = held_hearing(gui);
    show_text(gui);
    TranscriptDocument& text = *gui.item(0).document;
    const double before_s = text.transcript().segments.front().start_s;
    gui.action("improveTimes")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(hearing->came(), 1, patience_ms);
    text.name_speaker(text.segment_id(0), QStringLiteral("Anna"), true);
    hearing->open();
    QTRY_VERIFY_WITH_TIMEOUT(!gui.banner("times")->isVisible(), patience_ms);
    QCOMPARE(text.transcript().segments.front().speaker, std::string("Anna"));
    QCOMPARE(text.transcript().segments.front().start_s, before_s + 0.5);
  }

  /// Two speakers at a time: the one who was second is heard first.
  void segments_stay_in_order_of_time() {
    GuiFixture gui;
    gui.lab.aligning = [](Transcript text, const auto&, const auto&, const auto&) {
      std::swap(text.segments[0].start_s, text.segments[1].start_s);
      std::swap(text.segments[0].end_s, text.segments[1].end_s);
      text.segments[1].speaker = "Ben";
      return text;
    };
    show_text(gui);
    TranscriptDocument& text = *gui.item(0).document;
    text.name_speaker(text.segment_id(1), QStringLiteral("Ben"), true);
    const Transcript before = text.transcript();
    gui.action("improveTimes")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(text.transcript().segments.front().speaker, std::string("Ben"), patience_ms);
    QCOMPARE(text.transcript().segments[0].text, before.segments[1].text);
    QCOMPARE(text.transcript().segments[1].text, before.segments[0].text);
    QVERIFY(text.transcript().segments[0].start_s < text.transcript().segments[1].start_s);
    gui.action("undoEdit")->trigger();
    QCOMPARE(shown(text.transcript().segments), shown(before.segments));
  }

  void it_can_be_stopped() {
    GuiFixture gui;
    const auto hearing = std::make_shared<Gate>();
    gui.lab.aligning = [hearing](const Transcript&, const auto&, const auto&,
                                 const auto& stop) -> Transcript {
      hearing->pass(stop);
      throw Cancelled();
    };
    show_text(gui);
    const Transcript before = gui.item(0).transcript();
    gui.action("improveTimes")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(hearing->came(), 1, patience_ms);
    QTest::mouseClick(gui.visible<QPushButton>(QStringLiteral("timesStop")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!gui.banner("times")->isVisible(), patience_ms);
    QVERIFY(!hearing->was_forced());
    QCOMPARE(shown(gui.item(0).transcript().segments), shown(before.segments));
    QVERIFY(!gui.window().findChild<FailureBanner*>()->isVisible());
  }

  void a_failure_is_told() {
    GuiFixture gui;
    gui.lab.aligning = [](const Transcript&, const auto& audio, const auto&, const auto&) -> Transcript {
      throw Error("The file {1} is not there.", audio.filename().string());
    };
    show_text(gui);
    gui.action("improveTimes")->trigger();
    auto* failure = gui.window().findChild<FailureBanner*>();
    QTRY_VERIFY_WITH_TIMEOUT(failure->isVisible(), patience_ms);
    QVERIFY2(failure->text().contains(QStringLiteral("The file talk.wav is not there.")),
             qPrintable(failure->text()));
    QVERIFY(gui.action("improveTimes")->isEnabled());
  }

  void the_end_of_the_program_stops_it() {
    const auto hearing = std::make_shared<Gate>();
    {
      GuiFixture gui;
      gui.lab.aligning = [hearing](Transcript text, const auto&, const auto&, const auto& stop) {
        hearing->pass(stop);
        return text;
      };
      show_text(gui);
      gui.action("improveTimes")->trigger();
      QTRY_COMPARE_WITH_TIMEOUT(hearing->came(), 1, patience_ms);
      gui.quit();
    }
    QVERIFY(!hearing->was_forced());
  }
};

QTEST_MAIN(TestImproveTimes)
#include "test_improve_times.moc"
