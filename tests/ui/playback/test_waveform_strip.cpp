// SPDX-License-Identifier: Apache-2.0
// The picture of the sound: what its columns show, where a click goes, and what it follows.
#include <QImage>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>

#include "ui/playback/waveform_columns.h"
#include "ui/playback/waveform_strip.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

/// Ten minutes of silence, loud from 60 s to 61 s.
std::shared_ptr<const Waveform> ten_minutes() {
  auto waveform = std::make_shared<Waveform>();
  waveform->length_s = 600.0;
  std::size_t blocks = 60'000;
  for (int length = 1; blocks > 0; length *= Waveform::step) {
    std::vector<Peak> level(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      const double begin_s = static_cast<double>(i) * Waveform::block_s * length;
      const double end_s = begin_s + Waveform::block_s * length;
      if (begin_s < 61.0 - 1e-6 && end_s > 60.0 + 1e-6) level[i] = {-100, 100};
    }
    waveform->levels.push_back(std::move(level));
    if (blocks <= Waveform::step) break;
    blocks = (blocks + Waveform::step - 1) / Waveform::step;
  }
  return waveform;
}

void wheel(QWidget& widget, QPointF place, int turned, Qt::KeyboardModifiers keys) {
  QWheelEvent event(place, widget.mapToGlobal(place), {}, {0, turned}, Qt::NoButton, keys, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(&widget, &event);
}

struct Bench {
  WaveformStrip strip;
  QSignalSpy seeks{&strip, &WaveformStrip::seekRequested};

  Bench() {
    strip.resize(600, 64);
    strip.show();
    strip.set_waveform(ten_minutes());
  }
  double last_seek() { return seeks.last().at(0).toDouble(); }
  double begin_s() const { return strip.scale().begin_ns() * 1e-9; }
  double end_s() const { return strip.scale().end_ns() * 1e-9; }
};

}  // namespace

class TestWaveformStrip : public QObject {
  Q_OBJECT

 private slots:
  void columns_show_their_range_at_every_scale() {
    const auto waveform = ten_minutes();
    for (const double span_s : {600.0, 100.0, 20.0, 2.0, 0.5}) {
      const double begin_s = span_s >= 100.0 ? 0.0 : 60.5 - span_s / 2.0;
      for (const int count : {50, 333, 1500}) {
        const auto columns = waveform_columns(*waveform, begin_s, begin_s + span_s, count);
        QCOMPARE(columns.size(), static_cast<std::size_t>(count));
        const double column_s = span_s / count;
        const double slack_s = std::max(column_s, Waveform::block_s);
        for (int i = 0; i < count; ++i) {
          const double left_s = begin_s + i * column_s;
          const Peak& peak = columns[static_cast<std::size_t>(i)];
          if (left_s < 61.0 - slack_s && left_s + column_s > 60.0 + slack_s) QCOMPARE(int{peak.high}, 100);
          if (left_s > 61.0 + slack_s || left_s + column_s < 60.0 - slack_s) QCOMPARE(int{peak.high}, 0);
        }
      }
    }
    QCOMPARE(int{waveform_columns(*waveform, 700.0, 800.0, 10).at(5).high}, 0);
    QVERIFY(waveform_columns(*waveform, 5.0, 5.0, 0).empty());
    QCOMPARE(int{waveform_columns({}, 0.0, 1.0, 3).at(1).low}, 0);
  }

  void longer_blocks_lie_at_their_times() {
    Waveform waveform = *ten_minutes();
    waveform.length_s *= 4.0;
    waveform.doublings = 2;
    for (const double span_s : {400.0, 20.0, 2.0}) {
      const auto high_at = [&](double middle_s) {
        return int{
            waveform_columns(waveform, middle_s - span_s / 2.0, middle_s + span_s / 2.0, 501)[250].high};
      };
      QCOMPARE(high_at(242.0), 100);
      QCOMPARE(high_at(60.5), 0);
      QCOMPARE(high_at(250.0), 0);
    }
  }

  void the_segment_of_a_time_is_found() {
    const std::vector<Segment> segments{{.start_s = 1.0, .end_s = 2.0, .text = "a"},
                                        {.start_s = 3.0, .end_s = 4.0, .text = "b"}};
    QCOMPARE(segment_at(segments, 0.5), -1);
    QCOMPARE(segment_at(segments, 1.0), 0);
    QCOMPARE(segment_at(segments, 2.5), 0);
    QCOMPARE(segment_at(segments, 9.0), 1);
    QCOMPARE(segment_at({}, 9.0), -1);
  }

  void a_click_and_a_drag_seek() {
    Bench bench;
    QTest::mouseClick(&bench.strip, Qt::LeftButton, {}, {300, 30});
    QCOMPARE(std::round(bench.last_seek()), 300.0);
    QTest::mousePress(&bench.strip, Qt::LeftButton, {}, {100, 30});
    QMouseEvent drag(QEvent::MouseMove, QPointF(150, 30), bench.strip.mapToGlobal(QPointF(150, 30)),
                     Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&bench.strip, &drag);
    QCOMPARE(std::round(bench.last_seek()), 150.0);
    QTest::mouseClick(&bench.strip, Qt::RightButton, {}, {10, 30});
    QCOMPARE(std::round(bench.last_seek()), 150.0);
    bench.strip.set_waveform(nullptr);
    const auto before = bench.seeks.size();
    QTest::mouseClick(&bench.strip, Qt::LeftButton, {}, {300, 30});
    QCOMPARE(bench.seeks.size(), before);
  }

  /// Segments at 100-200 s, 200-300 s and 400-500 s; a pixel is a second.
  void an_edge_is_dragged_between_its_neighbours() {
    Bench bench;
    Transcript transcript;
    transcript.duration_s = 600.0;
    for (const double begin_s : {100.0, 200.0, 400.0})
      transcript.segments.push_back({.start_s = begin_s, .end_s = begin_s + 100.0, .text = "a"});
    const auto document = std::make_shared<TranscriptDocument>(transcript);
    bench.strip.set_document(document);
    QSignalSpy moved(&bench.strip, &WaveformStrip::edgeMoved);
    connect(&bench.strip, &WaveformStrip::edgeMoved, document.get(),
            [&](SegmentId id, SegmentEdge edge, double seconds) { document->move_edge(id, edge, seconds); });
    const auto times = [&](int row) {
      const Segment& segment = document->transcript().segments[static_cast<std::size_t>(row)];
      return std::pair(std::round(segment.start_s), std::round(segment.end_s));
    };
    const auto move = [&](int x, Qt::MouseButtons buttons) {
      QMouseEvent event(QEvent::MouseMove, QPointF(x, 30), bench.strip.mapToGlobal(QPointF(x, 30)),
                        Qt::NoButton, buttons, {});
      QCoreApplication::sendEvent(&bench.strip, &event);
    };
    const auto drag = [&](int from, int to) {
      QTest::mousePress(&bench.strip, Qt::LeftButton, {}, {from, 30});
      move(to, Qt::LeftButton);
      QTest::mouseRelease(&bench.strip, Qt::LeftButton, {}, {to, 30});
    };
    drag(300, 350);  // not editable: it seeks
    QCOMPARE(moved.size(), 0);
    QCOMPARE(std::round(bench.last_seek()), 350.0);
    const auto seeks = bench.seeks.size();

    bench.strip.set_editable(true);
    move(298, {});
    QCOMPARE(bench.strip.cursor().shape(), Qt::SizeHorCursor);
    move(350, {});
    QCOMPARE(bench.strip.cursor().shape(), Qt::PointingHandCursor);
    drag(301, 350);
    QCOMPARE(times(1), std::pair(200.0, 350.0));
    drag(350, 590);  // not past the next one
    QCOMPARE(times(1), std::pair(200.0, 400.0));
    drag(199, 20);  // where two meet, the side decides: the end of the first, not past its begin
    QCOMPARE(times(0), std::pair(100.0, 100.0));
    QVERIFY(document->transcript().segments[0].end_s - 100.0 >= least_segment_s - 1e-9);
    drag(202, 150);
    QCOMPARE(times(1), std::pair(150.0, 400.0));
    drag(500, 5000);
    QCOMPARE(times(2), std::pair(400.0, 600.0));
    QCOMPARE(bench.seeks.size(), seeks);
    QCOMPARE(document->undo_stack().count(), 5);
    document->undo_stack().undo();
    QCOMPARE(times(2), std::pair(400.0, 500.0));

    QTest::mouseClick(&bench.strip, Qt::LeftButton, {}, {400, 30});  // a click goes there, as everywhere
    QCOMPARE(std::round(bench.last_seek()), 400.0);
    QCOMPARE(document->undo_stack().index(), 4);

    // Escape, and whatever else changes the text, take a drag back.
    QTest::mousePress(&bench.strip, Qt::LeftButton, {}, {500, 30});
    move(550, Qt::LeftButton);
    QTest::keyClick(&bench.strip, Qt::Key_Escape);
    QTest::mouseRelease(&bench.strip, Qt::LeftButton, {}, {550, 30});
    QCOMPARE(times(2), std::pair(400.0, 500.0));
    QTest::mousePress(&bench.strip, Qt::LeftButton, {}, {500, 30});
    document->edit(document->segment_id(0), QStringLiteral("b"));
    QTest::mouseRelease(&bench.strip, Qt::LeftButton, {}, {550, 30});
    QCOMPARE(times(2), std::pair(400.0, 500.0));
    bench.strip.set_editable(false);
    move(500, {});
    QCOMPARE(bench.strip.cursor().shape(), Qt::PointingHandCursor);
  }

  void the_wheel_zooms_where_the_mouse_is_and_moves() {
    Bench bench;
    for (int i = 0; i < 8; ++i) wheel(bench.strip, {60, 30}, 120, Qt::ControlModifier);
    QVERIFY(bench.end_s() - bench.begin_s() < 150.0);
    QVERIFY(bench.begin_s() < 60.0 && bench.end_s() > 60.0);
    const double before = bench.begin_s();
    wheel(bench.strip, {60, 30}, -120, {});
    QVERIFY(bench.begin_s() > before);
    for (int i = 0; i < 100; ++i) wheel(bench.strip, {60, 30}, 120, Qt::ControlModifier);
    QVERIFY(std::abs(bench.end_s() - bench.begin_s() - 0.5) < 0.001);  // no closer
    for (int i = 0; i < 100; ++i) wheel(bench.strip, {60, 30}, -120, Qt::ControlModifier);
    QVERIFY(bench.strip.scale().shows_whole());
  }

  void the_keyboard_does_the_same() {
    Bench bench;
    bench.strip.set_position(100.0, false);
    QTest::keyClick(&bench.strip, Qt::Key_Left);
    QCOMPARE(bench.last_seek(), 99.0);
    QTest::keyClick(&bench.strip, Qt::Key_Right);
    QCOMPARE(bench.last_seek(), 101.0);
    QTest::keyClick(&bench.strip, Qt::Key_Home);
    QCOMPARE(bench.last_seek(), 0.0);
    QTest::keyClick(&bench.strip, Qt::Key_Plus);
    QCOMPARE(std::round(bench.end_s() - bench.begin_s()), 300.0);
    QVERIFY(bench.begin_s() <= 100.0 && bench.end_s() >= 100.0);
    QTest::keyClick(&bench.strip, Qt::Key_Minus);
    QVERIFY(bench.strip.scale().shows_whole());
    QTest::keyClick(&bench.strip, Qt::Key_Plus);
    QTest::keyClick(&bench.strip, Qt::Key_0);
    QVERIFY(bench.strip.scale().shows_whole());
  }

  void it_follows_what_is_heard_until_the_user_looks_elsewhere() {
    Bench bench;
    bench.strip.set_position(10.0, true);
    for (int i = 0; i < 4; ++i) QTest::keyClick(&bench.strip, Qt::Key_Plus);
    const auto sees = [&](double seconds) { return bench.begin_s() <= seconds && seconds <= bench.end_s(); };
    for (double at_s = 10.0; at_s < 200.0; at_s += 0.5) {
      bench.strip.set_position(at_s, true);
      QVERIFY(sees(at_s));
    }
    for (int i = 0; i < 20; ++i) wheel(bench.strip, {60, 30}, -120, {});
    QVERIFY(!sees(200.0));
    const double looked_at = bench.begin_s();
    bench.strip.set_position(200.5, true);
    QCOMPARE(bench.begin_s(), looked_at);
    bench.strip.set_position(40.0, true);  // a seek
    QVERIFY(sees(40.0));
  }

  void twenty_thousand_segments_are_painted() {
    Bench bench;
    Transcript transcript;
    for (int i = 0; i < 20'000; ++i)
      transcript.segments.push_back({.start_s = i * 0.03, .end_s = i * 0.03 + 0.02, .text = "a"});
    bench.strip.set_document(std::make_shared<TranscriptDocument>(std::move(transcript)));
    bench.strip.set_position(300.0, false);
    QImage image(bench.strip.size() * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2.0);
    image.fill(Qt::transparent);
    bench.strip.render(&image);
    QSet<QRgb> colors;
    for (int x = 0; x < image.width(); ++x) colors.insert(image.pixel(x, 4));
    QVERIFY(colors.size() >= 2);  // segments and what lies between them
  }
};

QTEST_MAIN(TestWaveformStrip)
#include "test_waveform_strip.moc"
