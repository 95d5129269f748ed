// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>

#include "ui/format.h"
#include "ui/queue/queue_model.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

constexpr DocumentId unknown = 1'000'000;

QueueItem item(const QString& path) {
  QueueItem made;
  made.path = path;
  return made;
}

/// Adds so many files; their ids, from 1 on.
std::vector<DocumentId> add(QueueModel& model, int count, const QString& path = QStringLiteral("a.wav")) {
  std::vector<DocumentId> ids{0};
  for (int i = 0; i < count; ++i) {
    model.add(item(path));
    ids.push_back(model.item_at(model.rowCount() - 1)->id());
  }
  return ids;
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
    const auto ids = add(model, 5);
    model.set_started(ids[2]);
    model.set_progress(ids[2], {.stage = Stage::decode, .fraction = 0.4});
    model.append_segment(ids[2], segment(0, 3, "One."));
    model.set_failed(ids[3], {Message("It broke."), ""});
    model.remove(ids[1]);
    model.remove(ids[5]);
    model.set_finished(ids[2], transcript({segment(0, 3, "One.")}));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.row_of(ids[2]), 0);
    QCOMPARE(model.item_at(0)->state, JobState::done);
  }

  void rows_that_were_taken_out_go_back_where_they_were() {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto ids = add(model, 6);
    const QueueItem* fifth = model.item(ids[5]);
    auto taken = model.take({ids[5], ids[1], ids[4], unknown});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.item(ids[5]), nullptr);
    ids.push_back(add(model, 1)[1]);
    model.put_back(std::move(taken));
    for (int i = 1; i <= 7; ++i) QCOMPARE(model.item_at(i - 1)->id(), ids[static_cast<std::size_t>(i)]);
    QCOMPARE(model.item(ids[5]), fifth);
    // In a list that has become shorter they go to its end.
    auto last = model.take({ids[6], ids[7]});
    for (std::size_t i = 1; i <= 4; ++i) model.remove(ids[i]);
    model.put_back(std::move(last));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.item_at(2)->id(), ids[7]);
  }

  void events_of_removed_files_are_ignored() {
    QueueModel model;
    const DocumentId id = add(model, 1)[1];
    model.remove(id);
    model.set_started(id);
    model.append_segment(id, segment(0, 1, "Late."));
    model.set_partial(id, {.text = "Later"});
    model.set_finished(id, {});
    QCOMPARE(model.rowCount(), 0);
  }

  void many_come_and_go_as_one_change() {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy inserted(&model, &QueueModel::rowsInserted), removed(&model, &QueueModel::rowsRemoved);
    std::vector<QueueItem> items(9);
    std::vector<DocumentId> id{0};
    for (const QueueItem& each : items) id.push_back(each.id());
    model.add_all(std::move(items));
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(model.row_of(id[7]), 6);
    const QueueItem* eighth = model.item(id[8]);
    const QPersistentModelIndex chosen = model.index(7);
    model.set_finished(id[3], {});
    model.set_started(id[4]);

    // In any order, twice, and one that is not there.
    auto taken = model.take({id[9], id[4], id[1], id[3], id[1], unknown});
    QCOMPARE(removed.count(), 1);
    QCOMPARE(taken.size(), std::size_t{4});
    const auto numbers = [&] {
      QList<qsizetype> all;
      for (int row = 0; row < model.rowCount(); ++row)
        all.append(std::find(id.begin(), id.end(), model.item_at(row)->id()) - id.begin());
      return all;
    };
    QCOMPARE(numbers(), (QList<qsizetype>{2, 5, 6, 7, 8}));
    QCOMPARE(chosen.row(), 4);
    QCOMPARE(model.row_of(id[8]), 4);
    QCOMPARE(model.row_of(id[4]), -1);
    QCOMPARE(model.item(id[8]), eighth);
    QCOMPARE(model.overall().active, 5);
    QCOMPARE(model.overall().done, 0);
    QCOMPARE(model.overall().fraction, 0.0);

    model.remove(id[5]);  // the list becomes shorter meanwhile
    model.put_back(std::move(taken));
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(numbers(), (QList<qsizetype>{1, 2, 3, 4, 6, 7, 8, 9}));
    QCOMPARE(chosen.row(), 6);
    for (int row = 0; row < model.rowCount(); ++row) QCOMPARE(model.row_of(model.item_at(row)->id()), row);
    QCOMPARE(model.overall().active, 7);
    QCOMPARE(model.overall().done, 1);

    // Neighbours go as they stand; what stood behind the end comes to the end.
    auto last = model.take({id[8], id[9]});
    model.take({id[1], id[2], id[3]});
    QCOMPARE(numbers(), (QList<qsizetype>{4, 6, 7}));
    model.put_back(std::move(last));
    QCOMPARE(numbers(), (QList<qsizetype>{4, 6, 7, 8, 9}));
    QVERIFY(model.take({unknown}).empty());
    model.add_all({});
    QCOMPARE(inserted.count(), 3);
  }

  void waiting_files_move_among_each_other() {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto ids = add(model, 7);
    model.set_finished(ids[2], {});
    model.set_started(ids[5]);
    const auto numbers = [&] {
      QList<qsizetype> all;
      for (int row = 0; row < model.rowCount(); ++row)
        all.append(std::find(ids.begin(), ids.end(), model.item_at(row)->id()) - ids.begin());
      return all;
    };
    const QPersistentModelIndex sixth = model.index(5);
    QVERIFY(model.move({ids[6]}, QueueMove::up));
    QCOMPARE(numbers(), (QList<qsizetype>{1, 2, 3, 6, 5, 4, 7}));  // 2 and 5 stay where they are
    QCOMPARE(sixth.row(), 3);
    QCOMPARE(model.waiting(), (std::vector<DocumentId>{ids[1], ids[3], ids[6], ids[4], ids[7]}));
    QVERIFY(model.move({ids[7], ids[4], ids[2], unknown}, QueueMove::up));
    QCOMPARE(numbers(), (QList<qsizetype>{1, 2, 3, 4, 5, 7, 6}));
    QVERIFY(model.move({ids[1], ids[3]}, QueueMove::down));
    QCOMPARE(numbers(), (QList<qsizetype>{4, 2, 1, 3, 5, 7, 6}));
    QVERIFY(!model.move({ids[7], ids[6]}, QueueMove::down));  // they are the last
    QVERIFY(model.move({ids[6], ids[3]}, QueueMove::first));
    QCOMPARE(numbers(), (QList<qsizetype>{3, 2, 6, 4, 5, 1, 7}));
    QVERIFY(model.move({ids[3]}, QueueMove::last));
    QCOMPARE(numbers(), (QList<qsizetype>{6, 2, 4, 1, 5, 7, 3}));
    QVERIFY(!model.move({ids[2], ids[5]}, QueueMove::first));  // they do not wait

    // Dragged: before a row, behind all, and not what does not wait.
    QVERIFY(model.flags(model.index(0)).testFlag(Qt::ItemIsDragEnabled));
    QVERIFY(!model.flags(model.index(1)).testFlag(Qt::ItemIsDragEnabled));
    connect(&model, &QueueModel::dropped, &model,
            [&](const std::vector<DocumentId>& dragged, int row) { model.move_before(dragged, row); });
    const std::unique_ptr<QMimeData> two(model.mimeData({model.index(0), model.index(5)}));
    QVERIFY(model.canDropMimeData(two.get(), Qt::MoveAction, 4, 0, {}));
    QVERIFY(model.dropMimeData(two.get(), Qt::MoveAction, 4, 0, {}));
    QCOMPARE(numbers(), (QList<qsizetype>{4, 2, 1, 6, 5, 7, 3}));
    QVERIFY(model.dropMimeData(two.get(), Qt::MoveAction, -1, -1, {}));
    QCOMPARE(numbers(), (QList<qsizetype>{4, 2, 1, 3, 5, 6, 7}));
    QMimeData other;
    other.setUrls({QUrl(QStringLiteral("file:///a.wav"))});
    QVERIFY(!model.dropMimeData(&other, Qt::MoveAction, 0, 0, {}));
  }

  void the_remaining_time_comes_from_lengths_and_speed() {
    QueueModel model;
    const auto ids = add(model, 5);
    QVERIFY(!model.remaining().seconds);
    for (std::size_t i = 2; i <= 4; ++i) model.set_length(ids[i], 600.0);
    QVERIFY(!model.remaining().seconds);  // no speed
    Transcript done;
    done.duration_s = 300.0;
    done.elapsed_s = 30.0;
    model.set_finished(ids[1], done);
    QCOMPARE(model.remaining().seconds, std::optional(180.0));
    QVERIFY(model.remaining().at_least);  // the fifth has no length
    model.set_length(ids[5], 0.0);
    QVERIFY(!model.remaining().at_least);
    model.set_started(ids[2]);
    model.set_progress(ids[2], {.audio_done_s = 300.0, .audio_total_s = 600.0, .elapsed_s = 90.0});
    // 600 s of audio took 120 s; 300 s of the running one are left, and 1200 s wait.
    QCOMPARE(model.remaining().seconds, std::optional(300.0));
    done.cancelled = true;
    model.set_finished(ids[2], done);
    model.remove(ids[3]);
    QCOMPARE(model.remaining().seconds, std::optional(60.0));
    model.forget_speed();
    QVERIFY(!model.remaining().seconds);
    // A file whose first window is not finished: the row says how long it takes, and so does the list.
    model.set_started(ids[4]);
    model.set_progress(ids[4],
                       {.audio_total_s = 600.0, .fraction = 0.25, .elapsed_s = 15.0, .remaining_s = 45.0});
    QCOMPARE(model.remaining().seconds, std::optional(45.0));
  }

  void items_stay_where_they_are_in_memory() {
    // Who holds an item while a list of files comes in keeps it.
    QueueModel model;
    const DocumentId id = add(model, 1)[1];
    const QueueItem* first = model.item(id);
    add(model, 200);
    QCOMPARE(model.item(id), first);
  }

  void state_lines() {
    QueueItem made = item(QStringLiteral("/a/talk.wav"));
    QCOMPARE(state_text(made), QStringLiteral("Waiting"));
    made.state = JobState::running;
    made.progress = {.stage = Stage::audio};
    QCOMPARE(state_text(made), QStringLiteral("Reading…"));
    made.progress = {.stage = Stage::decode, .fraction = 0.429};
    QCOMPARE(state_text(made), QStringLiteral("Transcribing… 42 %"));
    made.progress.remaining_s = 35.8;
    QCOMPARE(state_text(made), QStringLiteral("Transcribing… 42 % · 0:35 left"));
    made.state = JobState::done;
    Transcript facts;
    facts.duration_s = 723;
    facts.elapsed_s = 18.9;
    made.document->finish(facts);
    QCOMPARE(state_text(made), QStringLiteral("Done · 12:03 of audio in 0:18"));
    facts.missing_s = 3.24;
    made.document->finish(facts);
    QCOMPARE(state_text(made), QStringLiteral("Cut off: 3.2 s missing at its end · 12:03 of audio in 0:18"));
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QVERIFY(state_text(made).startsWith(QStringLiteral("Cut off: 3,2 s missing")));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    made.state = JobState::cancelled;
    QCOMPARE(state_text(made), QStringLiteral("Cancelled"));
    made.document->append(segment(0, 200, "Text."));
    QCOMPARE(state_text(made), QStringLiteral("Cancelled · text up to 3:20 kept"));
    made.state = JobState::failed;
    made.failure.message = Message("It broke.");
    QCOMPARE(state_text(made), QStringLiteral("It broke."));
  }

  /// Whoever holds a document sees what its job writes, and what becomes of it.
  void a_job_writes_into_the_document_of_its_row() {
    QueueModel model;
    const DocumentId id = add(model, 1)[1];
    const std::shared_ptr<const TranscriptDocument> document = model.item(id)->document;
    QCOMPARE(document->id(), id);
    model.set_partial(id, {.window = 0, .text = "One and"});
    QCOMPARE(document->tail().text, QStringLiteral("One and"));
    model.append_segment(id, segment(0, 3, "One and two."));
    QVERIFY(document->tail().text.isEmpty());
    const SegmentId first = document->segment_id(0);
    model.set_finished(id, transcript({segment(0, 3, "One and two.")}));
    QCOMPARE(document->segment_id(0), first);
    model.set_waiting(id);
    QVERIFY(!document->has_text());
    model.set_partial(id, {.window = 0, .text = "One"});
    model.set_failed(id, {Message("It broke."), ""});
    QVERIFY(!document->has_text());
    QCOMPARE(model.item(id)->document, document);
  }

  void a_row_names_the_file_without_its_folders() {
    QueueModel model;
    const DocumentId id = add(model, 1, QStringLiteral("/home/somebody/talks/a.wav"))[1];
    model.set_failed(id, {Message("'/home/somebody/talks/a.wav' is no recording."), ""});
    const QModelIndex row = model.index(0);
    QCOMPARE(row_state_text(*model.item(id)), QStringLiteral("'a.wav' is no recording."));
    QVERIFY(row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("'/home/somebody/talks/a.wav' is")));
  }

  void a_cut_off_file_is_marked() {
    QueueModel model;
    const DocumentId id = add(model, 1)[1];
    model.set_finished(id, transcript({segment(0, 3, "One.")}));
    const QModelIndex row = model.index(0);
    QVERIFY(!is_cut_off(*model.item(id)));
    Transcript cut = transcript({segment(0, 3, "One.")});
    cut.missing_s = 12.0;
    model.set_finished(id, cut);
    QVERIFY(is_cut_off(*model.item(id)));
    QCOMPARE(model.item(id)->state, JobState::done);
    const QString mark = QStringLiteral("Cut off: 12.0 s missing at its end");
    QVERIFY(row_state_text(*model.item(id)).startsWith(mark));
    QVERIFY(row.data(Qt::ToolTipRole).toString().contains(mark));
  }

  void overall_progress_counts_files_and_parts() {
    QueueModel model;
    const auto ids = add(model, 4);
    model.set_finished(ids[1], {});
    model.set_failed(ids[2], {Message("It broke."), ""});
    model.set_started(ids[3]);
    model.set_progress(ids[3], {.fraction = 0.5});
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
    QCOMPARE(clock_text(1e300), clock_text(1e15));
    QCOMPARE(elapsed_text(0.62), QStringLiteral("0.6 s"));
    QCOMPARE(elapsed_text(18.2), QStringLiteral("0:18"));
    QCOMPARE(count_text(25'115'136), QStringLiteral("25 M"));
    QCOMPARE(count_text(2'260'000'000), QStringLiteral("2.3 B"));
  }
};

QTEST_GUILESS_MAIN(TestQueueModel)
#include "test_queue_model.moc"
