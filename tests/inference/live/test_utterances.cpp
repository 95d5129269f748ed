// SPDX-License-Identifier: Apache-2.0
// Where utterances begin and end in a stream of frames.
#include <QtTest>

#include "inference/live/utterances.h"

using namespace tilescribe;
using live::Utterance;
using live::UtteranceFinder;

namespace {

constexpr std::int64_t second = 16000;

void push(UtteranceFinder& finder, bool voice, double seconds) {
  for (int frame = 0; frame < static_cast<int>(seconds * 100.0 + 0.5); ++frame) finder.push(voice);
}

}  // namespace

class TestUtterances : public QObject {
  Q_OBJECT

 private slots:
  void a_pause_ends_an_utterance() {
    UtteranceFinder finder(0.6, 22.0, 0);
    push(finder, false, 2.0);
    push(finder, true, 1.0);
    QVERIFY(finder.open());
    QVERIFY(finder.speaking());
    push(finder, false, 0.59);
    QVERIFY(finder.open());
    QVERIFY(!finder.speaking());
    push(finder, false, 0.01);
    QVERIFY(!finder.open());
    QCOMPARE(finder.ended().size(), std::size_t{1});
    const Utterance& utterance = finder.ended().front();
    QCOMPARE(utterance.begin, 2 * second - 4800);  // 300 ms before the voice
    QCOMPARE(utterance.end, 3 * second + 4800);
    QCOMPARE(utterance.voice_end, 3 * second);
    QCOMPARE(utterance.voiced.size(), std::size_t{1});
    QCOMPARE(utterance.voiced[0].first, 2 * second);
  }

  void a_longer_pause_can_be_asked_for() {
    UtteranceFinder finder(1.5, 22.0, 0);
    push(finder, true, 1.0);
    push(finder, false, 1.4);
    push(finder, true, 1.0);
    QVERIFY(finder.ended().empty());
    push(finder, false, 1.5);
    QCOMPARE(finder.ended().size(), std::size_t{1});
    QCOMPARE(finder.ended().front().voiced.size(), std::size_t{2});
  }

  void clicks_are_no_utterance() {
    UtteranceFinder finder(0.6, 22.0, 0);
    for (int click = 0; click < 100; ++click) {
      push(finder, true, 0.1);
      push(finder, false, 0.12);
    }
    QVERIFY(!finder.open());
    QVERIFY(finder.ended().empty());
  }

  void utterances_do_not_overlap() {
    UtteranceFinder finder(0.2, 22.0, 0);
    for (int i = 0; i < 5; ++i) {
      push(finder, true, 0.5);
      push(finder, false, 0.21);
    }
    QCOMPARE(finder.ended().size(), std::size_t{5});
    for (std::size_t i = 1; i < finder.ended().size(); ++i) {
      QVERIFY(finder.ended()[i].begin >= finder.ended()[i - 1].end);
    }
  }

  void a_stream_may_begin_anywhere() {
    UtteranceFinder finder(0.6, 22.0, 10 * second);
    push(finder, true, 1.0);
    QCOMPARE(finder.open()->begin, 10 * second);  // nothing is before it
  }

  void a_cut_divides_the_voice() {
    UtteranceFinder finder(0.6, 22.0, 0);
    push(finder, true, 3.0);
    push(finder, false, 0.3);
    push(finder, true, 2.0);
    finder.cut(3 * second + 1600);
    QCOMPARE(finder.ended().size(), std::size_t{1});
    QVERIFY(finder.ended().front().cut);
    QCOMPARE(finder.ended().front().end, 3 * second + 1600);
    QCOMPARE(finder.ended().front().voice_end, 3 * second);
    QCOMPARE(finder.open()->begin, 3 * second + 1600);
    QCOMPARE(finder.open()->voiced.size(), std::size_t{1});
    finder.finish();
    QCOMPARE(finder.ended().size(), std::size_t{2});
    QVERIFY(!finder.ended().back().cut);
  }

  void a_long_utterance_ends_at_half_the_pause() {
    UtteranceFinder finder(0.6, 22.0, 0);
    push(finder, true, 21.0);
    push(finder, false, 0.4);
    push(finder, true, 2.0);
    QVERIFY(finder.ended().empty());
    push(finder, false, 0.3);
    QCOMPARE(finder.ended().size(), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(TestUtterances)
#include "test_utterances.moc"
