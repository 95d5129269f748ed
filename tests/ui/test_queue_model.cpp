// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "ui/format.h"
#include "ui/queue/queue_model.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

QueueItem item(JobId id, const QString& path) {
  QueueItem made;
  made.id = id;
  made.path = path;
  return made;
}

Segment segment(double start_s, double end_s, const std::string& text) {
  Segment made;
  made.start_s = start_s;
  made.end_s = end_s;
  made.text = text;
  return made;
}

Transcript transcript(const std::vector<Segment>& segments) {
  Transcript made;
  made.segments = segments;
  return made;
}

}  // namespace

class TestQueueModel : public QObject {
  Q_OBJECT

 private slots:
  void follows_the_rules_of_models() {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (JobId id = 1; id <= 5; ++id) model.add(item(id, QStringLiteral("/a/%1.wav").arg(id)));
    model.set_started(2);
    model.set_progress(2, {.stage = Stage::decode, .fraction = 0.4});
    model.append_segment(2, segment(0, 3, "One."));
    model.set_failed(3, {Message("It broke."), ""});
    model.remove(1);
    model.remove(5);
    model.set_finished(2, transcript({segment(0, 3, "One.")}));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.row_of(2), 0);
    QCOMPARE(model.item_at(0)->state, JobState::done);
  }

  void rows_that_were_taken_out_go_back_where_they_were() {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (JobId id = 1; id <= 6; ++id) model.add(item(id, QStringLiteral("/a/%1.wav").arg(id)));
    const QueueItem* fifth = model.item(5);
    auto taken = model.take({5, 1, 4, 99});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.item(5), nullptr);
    model.add(item(7, QStringLiteral("/a/7.wav")));
    model.put_back(std::move(taken));
    for (JobId id = 1; id <= 7; ++id) QCOMPARE(model.item_at(static_cast<int>(id) - 1)->id, id);
    QCOMPARE(model.item(5), fifth);
    // In a list that has become shorter they go to its end.
    auto last = model.take({6, 7});
    for (JobId id = 1; id <= 4; ++id) model.remove(id);
    model.put_back(std::move(last));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.item_at(2)->id, JobId{7});
  }

  void events_of_removed_files_are_ignored() {
    QueueModel model;
    model.add(item(1, QStringLiteral("a.wav")));
    model.remove(1);
    model.set_started(1);
    model.append_segment(1, segment(0, 1, "Late."));
    model.set_finished(1, {});
    QCOMPARE(model.rowCount(), 0);
  }

  void many_come_and_go_as_one_change() {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy inserted(&model, &QueueModel::rowsInserted), removed(&model, &QueueModel::rowsRemoved);
    std::vector<QueueItem> items;
    for (JobId id = 1; id <= 9; ++id) items.push_back(item(id, QStringLiteral("a.wav")));
    model.add_all(std::move(items));
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(model.row_of(7), 6);
    const QueueItem* eighth = model.item(8);
    const QPersistentModelIndex chosen = model.index(7);
    model.set_finished(3, {});
    model.set_started(4);

    auto taken = model.take({9, 4, 1, 3, 1, 77});  // in any order, twice, and one that is not there
    QCOMPARE(removed.count(), 1);
    QCOMPARE(taken.size(), std::size_t{4});
    const auto ids = [&] {
      QList<JobId> all;
      for (int row = 0; row < model.rowCount(); ++row) all.append(model.item_at(row)->id);
      return all;
    };
    QCOMPARE(ids(), (QList<JobId>{2, 5, 6, 7, 8}));
    QCOMPARE(chosen.row(), 4);
    QCOMPARE(model.row_of(8), 4);
    QCOMPARE(model.row_of(4), -1);
    QCOMPARE(model.item(8), eighth);
    QCOMPARE(model.overall().active, 5);
    QCOMPARE(model.overall().done, 0);
    QCOMPARE(model.overall().fraction, 0.0);

    model.remove(5);  // the list becomes shorter meanwhile
    model.put_back(std::move(taken));
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(ids(), (QList<JobId>{1, 2, 3, 4, 6, 7, 8, 9}));
    QCOMPARE(chosen.row(), 6);
    for (int row = 0; row < model.rowCount(); ++row) QCOMPARE(model.row_of(model.item_at(row)->id), row);
    QCOMPARE(model.overall().active, 7);
    QCOMPARE(model.overall().done, 1);

    // Neighbours go as they stand; what stood behind the end comes to the end.
    auto last = model.take({8, 9});
    model.take({1, 2, 3});
    QCOMPARE(ids(), (QList<JobId>{4, 6, 7}));
    model.put_back(std::move(last));
    QCOMPARE(ids(), (QList<JobId>{4, 6, 7, 8, 9}));
    QVERIFY(model.take({77}).empty());
    model.add_all({});
    QCOMPARE(inserted.count(), 3);
  }

  void items_stay_where_they_are_in_memory() {
    // The transcript view keeps a pointer to the segments it shows.
    QueueModel model;
    model.add(item(1, QStringLiteral("a.wav")));
    const QueueItem* first = model.item(1);
    for (JobId id = 2; id < 200; ++id) model.add(item(id, QStringLiteral("b.wav")));
    QCOMPARE(model.item(1), first);
  }

  void state_lines() {
    QueueItem made = item(1, QStringLiteral("/a/talk.wav"));
    QCOMPARE(state_text(made), QStringLiteral("Waiting"));
    made.state = JobState::running;
    made.progress = {.stage = Stage::audio};
    QCOMPARE(state_text(made), QStringLiteral("Reading…"));
    made.progress = {.stage = Stage::decode, .fraction = 0.429};
    QCOMPARE(state_text(made), QStringLiteral("Transcribing… 42 %"));
    made.progress.remaining_s = 35.8;
    QCOMPARE(state_text(made), QStringLiteral("Transcribing… 42 % · 0:35 left"));
    made.state = JobState::done;
    made.transcript.duration_s = 723;
    made.transcript.elapsed_s = 18.9;
    QCOMPARE(state_text(made), QStringLiteral("Done · 12:03 of audio in 0:18"));
    made.transcript.missing_s = 3.24;
    QCOMPARE(state_text(made), QStringLiteral("Cut off: 3.2 s missing at its end · 12:03 of audio in 0:18"));
    made.transcript.missing_s = 0.0;
    made.state = JobState::cancelled;
    QCOMPARE(state_text(made), QStringLiteral("Cancelled"));
    made.transcript.segments.push_back(segment(0, 200, "Text."));
    QCOMPARE(state_text(made), QStringLiteral("Cancelled · text up to 3:20 kept"));
    made.state = JobState::failed;
    made.failure.message = Message("It broke.");
    QCOMPARE(state_text(made), QStringLiteral("It broke."));
  }

  void a_finished_window_takes_its_partial_text_away() {
    QueueModel model;
    model.add(item(1, QStringLiteral("a.wav")));
    model.set_partial(1, {.window = 0, .text = "One and"});
    QCOMPARE(model.item(1)->partial, QStringLiteral("One and"));
    model.append_segment(1, segment(0, 3, "One and two."));
    QVERIFY(model.item(1)->partial.isEmpty());
    model.set_partial(1, {.window = 2, .text = "Five"});
    Segment earlier = segment(3, 6, "Three.");
    earlier.window = 1;
    model.append_segment(1, earlier);
    QCOMPARE(model.item(1)->partial, QStringLiteral("Five"));
  }

  void the_same_final_text_is_not_shown_anew() {
    QueueModel model;
    model.add(item(1, QStringLiteral("a.wav")));
    model.append_segment(1, segment(0, 3, "One."));
    QSignalSpy spy(&model, &QueueModel::segmentsChanged);
    model.set_finished(1, transcript({segment(0, 3, "One.")}));
    QCOMPARE(spy.last().at(1).toBool(), false);
    model.set_finished(1, transcript({segment(0, 3, "Another.")}));
    QCOMPARE(spy.last().at(1).toBool(), true);
  }

  void a_row_names_the_file_without_its_folders() {
    QueueModel model;
    model.add(item(1, QStringLiteral("/home/somebody/talks/a.wav")));
    model.set_failed(1, {Message("'/home/somebody/talks/a.wav' is no recording."), ""});
    const QModelIndex row = model.index(0);
    QCOMPARE(row.data(QueueModel::StateTextRole).toString(), QStringLiteral("'a.wav' is no recording."));
    QVERIFY(row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("'/home/somebody/talks/a.wav' is")));
  }

  void a_cut_off_file_is_marked() {
    QueueModel model;
    model.add(item(1, QStringLiteral("a.wav")));
    model.set_finished(1, transcript({segment(0, 3, "One.")}));
    const QModelIndex row = model.index(0);
    QVERIFY(!row.data(QueueModel::CutOffRole).toBool());
    Transcript cut = transcript({segment(0, 3, "One.")});
    cut.missing_s = 12.0;
    model.set_finished(1, cut);
    QVERIFY(row.data(QueueModel::CutOffRole).toBool());
    QCOMPARE(model.item(1)->state, JobState::done);
    const QString mark = QStringLiteral("Cut off: 12.0 s missing at its end");
    QVERIFY(row.data(QueueModel::StateTextRole).toString().startsWith(mark));
    QVERIFY(row.data(Qt::ToolTipRole).toString().contains(mark));
  }

  void overall_progress_counts_files_and_parts() {
    QueueModel model;
    for (JobId id = 1; id <= 4; ++id) model.add(item(id, QStringLiteral("a.wav")));
    model.set_finished(1, {});
    model.set_failed(2, {Message("It broke."), ""});
    model.set_started(3);
    model.set_progress(3, {.fraction = 0.5});
    const auto overall = model.overall();
    QCOMPARE(overall.done, 1);
    QCOMPARE(overall.failed, 1);
    QCOMPARE(overall.cancelled, 0);
    QCOMPARE(overall.active, 2);
    QCOMPARE(overall.total, 4);
    QCOMPARE(overall.fraction, 2.5 / 4);
  }

  void times_as_people_write_them() {
    QCOMPARE(clock_text(0), QStringLiteral("0:00"));
    QCOMPARE(clock_text(7.99), QStringLiteral("0:07"));
    QCOMPARE(clock_text(723), QStringLiteral("12:03"));
    QCOMPARE(clock_text(3723), QStringLiteral("1:02:03"));
    QCOMPARE(clock_text(-5), QStringLiteral("0:00"));
    QCOMPARE(clock_text(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("0:00"));
    QCOMPARE(elapsed_text(0.62), QStringLiteral("0.6 s"));
    QCOMPARE(elapsed_text(18.2), QStringLiteral("0:18"));
    QCOMPARE(count_text(25'115'136), QStringLiteral("25 M"));
    QCOMPARE(count_text(2'260'000'000), QStringLiteral("2.3 B"));
  }
};

QTEST_GUILESS_MAIN(TestQueueModel)
#include "test_queue_model.moc"
