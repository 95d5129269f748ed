// SPDX-License-Identifier: Apache-2.0
// The timeline, used with mouse and keys.
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>

#include "tests/support/patience.h"
#include "tests/support/profiler_clicks.h"
#include "ui/profiling/timeline.h"
#include "ui/theme/theme.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

namespace {

std::shared_ptr<ProfileSession> made_up(bool gpu) {
  SyntheticProfile options;
  options.gpu = gpu;
  options.windows = 6;
  return std::make_shared<ProfileSession>(synthetic_profile(options));
}

void drag(QWidget* widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
  QTest::mousePress(widget, Qt::LeftButton, modifiers, from);
  for (int i = 1; i <= 4; ++i) {
    const QPointF at = QPointF(from) + QPointF(to - from) * i / 4.0;
    QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(widget, &move);
  }
  QTest::mouseRelease(widget, Qt::LeftButton, modifiers, to);
}

void wheel(QWidget* widget, QPointF at, int notches, Qt::KeyboardModifiers modifiers = {}) {
  QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(widget, &event);
}

}  // namespace

class TestProfileTimeline : public QObject {
  Q_OBJECT

 private:
  std::shared_ptr<ProfileSession> session_;
  std::unique_ptr<ProfileDocument> document_;
  std::unique_ptr<Timeline> timeline_;
  std::unique_ptr<QSignalSpy> chosen_;

  /// A record in the middle of the run, brought near.
  std::size_t approach() {
    const std::size_t at = session_->records.size() / 2;
    const ProfileRecord& record = session_->records[at];
    timeline_->show_range(record.start_ns - 4 * record.duration_ns, record.end_ns() + 4 * record.duration_ns);
    return at;
  }
  /// The record or span at which the keyboard stands.
  std::size_t here() const { return interval_at(timeline_->model(), *timeline_->place()).id; }
  bool shows_here() const {
    const LevelOfDetail::Interval& interval = interval_at(timeline_->model(), *timeline_->place());
    const TimeScale& scale = timeline_->scale();
    const bool is_wide = scale.x_of(interval.end_ns) - scale.x_of(interval.start_ns) >= 7.0;
    return is_wide && scale.x_of(interval.start_ns) < scale.width_px() && scale.x_of(interval.end_ns) > 0.0;
  }
  ProfileSelection last_choice() const { return document_->selection(); }
  void open(std::shared_ptr<ProfileSession> session) {
    session_ = std::move(session);
    document_->open(session_);
    settle(*document_);
  }

 private slots:
  void init() {
    document_ = std::make_unique<ProfileDocument>();
    timeline_ = std::make_unique<Timeline>(*document_);
    timeline_->setPalette(make_palette(theme_colors(false)));
    timeline_->resize(1280, 500);
    timeline_->show();
    QVERIFY(QTest::qWaitForWindowExposed(timeline_.get(), patience_ms));
    open(made_up(true));
    chosen_ = std::make_unique<QSignalSpy>(document_.get(), &ProfileDocument::selectionChanged);
  }
  void cleanup() {
    timeline_.reset();
    document_.reset();
  }

  void the_wheel_zooms_about_the_pointer() {
    const QPointF at(700, 300);
    const double x = at.x() - (timeline_->width() - timeline_->scale().width_px());
    const std::int64_t moment = timeline_->scale().ns_at(x);
    wheel(timeline_->viewport(), at, 6);
    QVERIFY(timeline_->scale().span_ns() < 0.3 * static_cast<double>(session_->duration_ns));
    QVERIFY(std::abs(timeline_->scale().x_of(moment) - x) < 1.0);
    const double begin = timeline_->scale().begin_ns();
    wheel(timeline_->viewport(), at, 1, Qt::ShiftModifier);
    QVERIFY(timeline_->scale().begin_ns() < begin);
    wheel(timeline_->viewport(), at, -40);
    QVERIFY(timeline_->scale().shows_whole());
  }

  void dragging_moves() {
    approach();
    const double begin = timeline_->scale().begin_ns();
    drag(timeline_->viewport(), {800, 300}, {600, 300});
    const double moved = (timeline_->scale().begin_ns() - begin) / timeline_->scale().ns_per_px();
    QVERIFY2(std::abs(moved - 200.0) < 1.0, qPrintable(QString::number(moved)));
    QCOMPARE(chosen_->count(), 0);
  }

  void a_click_selects_the_kernel() {
    const std::size_t at = approach();
    QTest::mouseClick(timeline_->viewport(), Qt::LeftButton, {},
                      record_rect(*timeline_, at).center().toPoint());
    QCOMPARE(chosen_->count(), 1);
    QCOMPARE(last_choice().kinds, std::set<std::uint32_t>{session_->records[at].kind});
    QTest::keyClick(timeline_.get(), Qt::Key_Escape);
    QCOMPARE(chosen_->count(), 2);
    QVERIFY(last_choice().empty());
  }

  void control_click_adds_and_takes_away() {
    const std::size_t at = approach();
    const std::uint32_t kind = session_->records[at].kind;
    ProfileSelection other;
    other.kinds = {kind + 1};
    document_->select(other);
    const QPoint point = record_rect(*timeline_, at).center().toPoint();
    QTest::mouseClick(timeline_->viewport(), Qt::LeftButton, Qt::ControlModifier, point);
    QCOMPARE(last_choice().kinds, (std::set<std::uint32_t>{kind, kind + 1}));
    QTest::mouseClick(timeline_->viewport(), Qt::LeftButton, Qt::ControlModifier, point);
    QCOMPARE(last_choice().kinds, std::set<std::uint32_t>{kind + 1});
  }

  void a_ruler_drag_measures_and_selects_the_range() {
    drag(timeline_->viewport(), {400, 10}, {900, 12});
    QCOMPARE(chosen_->count(), 1);
    const auto range = last_choice().range;
    QVERIFY(range.has_value());
    const double left = timeline_->width() - timeline_->scale().width_px();
    QVERIFY(std::abs(timeline_->scale().x_of(range->begin_ns) + left - 400.0) < 1.0);
    QVERIFY(std::abs(timeline_->scale().x_of(range->end_ns) + left - 900.0) < 1.0);
    QVERIFY(timeline_->scale().shows_whole());  // nothing moved
    QTest::mouseClick(timeline_->viewport(), Qt::LeftButton, {}, {500, 10});
    QVERIFY(!last_choice().range.has_value());
  }

  void shift_drag_measures_anywhere_and_backwards() {
    drag(timeline_->viewport(), {900, 300}, {400, 320}, Qt::ShiftModifier);
    const auto range = last_choice().range;
    QVERIFY(range.has_value());
    QVERIFY(range->begin_ns < range->end_ns);
  }

  void a_click_on_the_hosts_time_selects_the_stage() {
    const auto span = std::ranges::find(session_->spans, "prefill", &ProfileSpan::stage);
    QVERIFY(span != session_->spans.end());
    timeline_->show_range(span->start_ns, span->end_ns());
    for (int y = 30; y < 490; ++y) {
      if (timeline_->hit_at(QPointF(700, y)).kind != TimelineHit::Kind::span) continue;
      QTest::mouseClick(timeline_->viewport(), Qt::LeftButton, {}, {700, y});
      break;
    }
    QCOMPARE(chosen_->count(), 1);
    QCOMPARE(last_choice().stage, std::optional<std::string>("prefill"));
  }

  void a_double_click_goes_there() {
    const std::size_t at = approach();
    const QPoint point = record_rect(*timeline_, at).center().toPoint();
    QTest::mouseDClick(timeline_->viewport(), Qt::LeftButton, {}, point);
    const QRectF rect = record_rect(*timeline_, at);
    QVERIFY(std::abs(rect.width() - timeline_->scale().width_px() / 2.0) < 2.0);
  }

  void pointing_tells_the_details() {
    const std::size_t at = approach();
    const QPointF center = record_rect(*timeline_, at).center();
    const QString text = details_at(*timeline_, center);
    const ProfileKind& kind = session_->kinds[session_->records[at].kind];
    for (const std::string& part : {kind.short_name, kind.op, kind.variant, kind.stage}) {
      QVERIFY2(text.contains(QString::fromStdString(part)), qPrintable(text));
    }
    QVERIFY(text.contains(QString::fromStdString(kind.kernel).toHtmlEscaped()));
    QVERIFY(details_at(*timeline_, QPointF(20, center.y())).isEmpty());
    // Every kind of row has something to say somewhere.
    QTest::keyClick(timeline_.get(), Qt::Key_0);
    std::set<TimelineHit::Kind> kinds;
    for (int y = 0; y < 490; y += 2) {
      for (int x = 0; x < 1280; x += 7) {
        const TimelineHit hit = timeline_->hit_at(QPointF(x, y));
        kinds.insert(hit.kind);
        const bool silent = hit.kind == TimelineHit::Kind::nothing || hit.kind == TimelineHit::Kind::ruler;
        QCOMPARE(details_at(*timeline_, QPointF(x, y)).isEmpty(), silent);
      }
    }
    QCOMPARE(kinds.size(), std::size_t{7});
  }

  /// A profile comes from somebody else: its words are no markup.
  void names_in_a_profile_are_plain_text() {
    const std::shared_ptr<ProfileSession> session = made_up(true);
    for (ProfileSpan& span : session->spans) span.stage = "<img src='/dev/zero'>";
    for (ProfileKind& kind : session->kinds)
      kind.kernel = kind.short_name = kind.stage = "<img src='/dev/zero'>";
    for (ProfileToken& token : session->tokens) token.text = "<img src='/dev/zero'>";
    open(session);
    QTest::keyClick(timeline_.get(), Qt::Key_0);
    int told = 0;
    for (int y = 0; y < 490; y += 2) {
      for (int x = 0; x < 1280; x += 7) {
        const QString text = details_at(*timeline_, QPointF(x, y));
        QVERIFY2(!text.contains(QStringLiteral("<img")), qPrintable(text));
        if (text.contains(QStringLiteral("&lt;img"))) ++told;
      }
    }
    QVERIFY(told > 0);
  }

  void keys_move_and_zoom() {
    approach();
    const double span = timeline_->scale().span_ns();
    QTest::keyClick(timeline_.get(), Qt::Key_Plus);
    QVERIFY(timeline_->scale().span_ns() < span);
    QTest::keyClick(timeline_.get(), Qt::Key_Minus);
    const double begin = timeline_->scale().begin_ns();
    QTest::keyClick(timeline_.get(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(timeline_->scale().begin_ns() > begin);
    QVERIFY(!timeline_->place());
    QTest::keyClick(timeline_.get(), Qt::Key_0);
    QVERIFY(timeline_->scale().shows_whole());
  }

  void arrows_step_from_kernel_to_kernel_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void arrows_step_from_kernel_to_kernel() {
    QFETCH(bool, gpu);
    open(made_up(gpu));
    timeline_->setFocus();
    const auto& lane = timeline_->model().lanes().front().detail;
    QTest::keyClick(timeline_.get(), Qt::Key_Home);
    QCOMPARE(here(), lane[0].id);
    QVERIFY(shows_here());
    const QImage unfocused = (timeline_->clearFocus(), timeline_->viewport()->grab().toImage());
    timeline_->setFocus();
    QVERIFY(timeline_->viewport()->grab().toImage() != unfocused);  // it is framed
    for (std::size_t at = 1; at < 40; ++at) {
      QTest::keyClick(timeline_.get(), Qt::Key_Right);
      QCOMPARE(here(), lane[at].id);
      QVERIFY(shows_here());
    }
    QTest::keyClick(timeline_.get(), Qt::Key_Left);
    QCOMPARE(here(), lane[38].id);
    const ProfileKind& kind = session_->kinds[session_->records[lane[38].id].kind];
    QVERIFY2(timeline_->accessibleDescription().contains(QString::fromStdString(kind.short_name)),
             qPrintable(timeline_->accessibleDescription()));
    QTest::keyClick(timeline_.get(), Qt::Key_End);
    QCOMPARE(here(), lane[lane.size() - 1].id);
    QVERIFY(shows_here());
    QTest::keyClick(timeline_.get(), Qt::Key_Right);  // nothing behind it
    QCOMPARE(here(), lane[lane.size() - 1].id);
    QCOMPARE(chosen_->count(), 0);

    QTest::keyClick(timeline_.get(), Qt::Key_Up);
    QVERIFY(timeline_->model().rows[timeline_->place()->row].of_host);
    QVERIFY(shows_here());
    QTest::keyClick(timeline_.get(), Qt::Key_Return);
    QVERIFY(last_choice().stage == session_->spans[here()].stage);
    QTest::keyClick(timeline_.get(), Qt::Key_Down);
    QCOMPARE(here(), lane[lane.size() - 1].id);  // back to where we came from
    QTest::keyClick(timeline_.get(), Qt::Key_Space);
    QCOMPARE(last_choice().kinds, std::set<std::uint32_t>{session_->records[here()].kind});
  }

  void n_and_p_step_in_the_order_of_time_through_what_is_selected() {
    const std::size_t at = approach();
    QTest::mouseClick(timeline_->viewport(), Qt::LeftButton, {},
                      record_rect(*timeline_, at).center().toPoint());
    QCOMPARE(here(), at);  // a click moves the keyboard there too
    document_->select({});
    for (std::size_t i = 1; i <= 20; ++i) {
      QTest::keyClick(timeline_.get(), Qt::Key_N);
      QCOMPARE(here(), at + i);
      QVERIFY(shows_here());
    }
    QTest::keyClick(timeline_.get(), Qt::Key_P);
    QCOMPARE(here(), at + 19);
    QTest::keyClick(timeline_.get(), Qt::Key_Return);
    const std::uint32_t kind = session_->records[at + 19].kind;
    std::size_t next = at + 20;
    while (session_->records[next].kind != kind) ++next;
    QTest::keyClick(timeline_.get(), Qt::Key_N);  // the next call of the same kernel
    QCOMPARE(here(), next);
  }

  void the_longest_gaps_come_one_after_the_other() {
    const auto longest = profile_idle(*session_).longest;
    const auto shows = [&](const ProfileGap& gap) {
      return timeline_->scale().begin_ns() <= static_cast<double>(gap.start_ns) &&
             timeline_->scale().end_ns() >= static_cast<double>(gap.start_ns + gap.duration_ns) &&
             static_cast<double>(gap.duration_ns) > 0.3 * timeline_->scale().span_ns();
    };
    QTest::keyClick(timeline_.get(), Qt::Key_G);
    QVERIFY(shows(longest[0]));
    QTest::mouseClick(timeline_->findChild<QToolButton*>(QStringLiteral("longestGap")), Qt::LeftButton);
    QVERIFY(shows(longest[1]));
  }

  void a_selection_from_elsewhere_dims_the_others() {
    const QImage before = timeline_->grab().toImage();
    ProfileSelection selection;
    selection.stage = "encoder";
    document_->select(selection);
    settle(*document_);
    QVERIFY(timeline_->grab().toImage() != before);
    document_->select({});
    QCOMPARE(timeline_->grab().toImage(), before);
  }

  void rows_that_find_no_room_can_be_scrolled_to() {
    QCOMPARE(timeline_->verticalScrollBar()->maximum(), 0);
    timeline_->resize(700, 170);
    QVERIFY(timeline_->verticalScrollBar()->maximum() > 0);
    const QImage before = timeline_->grab().toImage();
    QTest::keyClick(timeline_.get(), Qt::Key_Down);
    QVERIFY(timeline_->grab().toImage() != before);
  }

  void without_a_profile_it_says_so() {
    open(nullptr);
    QVERIFY(timeline_->model().empty());
    const QImage none = timeline_->grab().toImage();
    open(std::make_shared<ProfileSession>());
    QVERIFY(timeline_->grab().toImage() != none);  // in other words
    wheel(timeline_->viewport(), {300, 100}, 3);
    drag(timeline_->viewport(), {300, 10}, {500, 10});
    QTest::mouseDClick(timeline_->viewport(), Qt::LeftButton, {}, {300, 100});
    for (const int key : {Qt::Key_Plus, Qt::Key_Left, Qt::Key_Up, Qt::Key_End, Qt::Key_N, Qt::Key_Return,
                          Qt::Key_G, Qt::Key_Escape}) {
      QTest::keyClick(timeline_.get(), static_cast<Qt::Key>(key));
    }
    QCOMPARE(chosen_->count(), 0);
    QVERIFY(!timeline_->accessibleDescription().isEmpty());
  }

  void another_profile_replaces_the_first() {
    approach();
    open(made_up(false));
    QVERIFY(timeline_->scale().shows_whole());
    QVERIFY(timeline_->model().lanes().front().of_ops);
  }
};

QTEST_MAIN(TestProfileTimeline)
#include "test_profile_timeline.moc"
