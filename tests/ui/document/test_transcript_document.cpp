// SPDX-License-Identifier: Apache-2.0
// The document that a job or a recording writes, and the model of its segments.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <utility>

#include "ui/document/segment_model.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

Segment segment(const std::string& text, double start_s = 0.0, int window = 0) {
  Segment made;
  made.start_s = start_s;
  made.end_s = start_s + 3.0;
  made.text = text;
  made.window = window;
  return made;
}

Transcript transcript(const std::vector<std::string>& texts) {
  Transcript made;
  for (const std::string& text : texts) made.segments.push_back(segment(text));
  return made;
}

std::vector<SegmentId> ids(const TranscriptDocument& document) {
  std::vector<SegmentId> all;
  for (int row = 0; row < document.size(); ++row) all.push_back(document.segment_id(row));
  return all;
}

/// What a document told of its segments: "+2", "~0-1" and "!1" for appended, changed and replaced.
class Told {
 public:
  explicit Told(TranscriptDocument& document) {
    QObject::connect(&document, &TranscriptDocument::segmentsAppended, &receiver_,
                     [this](int first) { text_ += QStringLiteral("+%1 ").arg(first); });
    QObject::connect(
        &document, &TranscriptDocument::segmentsChanged, &receiver_,
        [this](int first, int last) { text_ += QStringLiteral("~%1-%2 ").arg(first).arg(last); });
    QObject::connect(&document, &TranscriptDocument::segmentsReplaced, &receiver_,
                     [this](int first) { text_ += QStringLiteral("!%1 ").arg(first); });
    QObject::connect(&document, &TranscriptDocument::tailChanged, &receiver_,
                     [this] { text_ += QStringLiteral("tail "); });
  }
  QString since_then() { return std::exchange(text_, {}).trimmed(); }

 private:
  QObject receiver_;
  QString text_;
};

}  // namespace

class TestTranscriptDocument : public QObject {
  Q_OBJECT

 private slots:
  void every_document_has_an_id_and_every_change_a_revision() {
    TranscriptDocument first, second;
    QVERIFY(first.id() != 0 && second.id() != 0 && first.id() != second.id());
    QSignalSpy changed(&first, &TranscriptDocument::changed);
    quint64 before = first.revision();
    const auto rose = [&] {
      return std::exchange(before, first.revision()) < first.revision() && changed.count() > 0 &&
             (changed.clear(), true);
    };
    first.append(segment("One."));
    QVERIFY(rose());
    first.set_tail({QStringLiteral("Two")});
    QVERIFY(rose());
    first.append_words({.text = "Three"});
    QVERIFY(rose());
    first.edit(first.segment_id(0), QStringLiteral("1."));
    QVERIFY(rose());
    first.finish(transcript({"One."}));
    QVERIFY(rose());
    first.end_early("one.wav");
    QVERIFY(rose());
    first.begin();
    QVERIFY(rose());
    QCOMPARE(second.revision(), quint64{0});
    // What changes nothing does not count.
    first.set_tail({});
    first.edit(77, QStringLiteral("Nobody."));
    QVERIFY(!rose());
  }

  void a_finished_window_takes_its_tail_away() {
    TranscriptDocument document;
    Told told(document);
    document.set_tail({QStringLiteral("One and"), 0.0, 0});
    document.append(segment("One and two."));
    QVERIFY(document.tail().text.isEmpty());
    QCOMPARE(told.since_then(), QStringLiteral("tail +0 tail"));
    document.set_tail({QStringLiteral("Five"), 6.0, 2});
    document.append(segment("Three.", 3.0, 1));
    QCOMPARE(document.tail().text, QStringLiteral("Five"));
    QVERIFY(!document.tail().continues);
    QCOMPARE(told.since_then(), QStringLiteral("tail +1"));
  }

  /// As of a live session: words become fixed one after the other, and what is not sure follows them.
  void words_grow_into_one_segment_per_utterance() {
    TranscriptDocument document;
    Told told(document);
    document.set_tail({QStringLiteral(" Please bring")});
    QVERIFY(!document.tail().continues);
    document.append_words({.text = " Please", .start_s = 1.0, .end_s = 1.5});
    document.set_tail({QStringLiteral(" bring a")});
    QVERIFY(document.tail().continues);
    QCOMPARE(told.since_then(), QStringLiteral("tail +0 tail tail"));
    document.append_words({.text = " bring a pencil.", .start_s = 1.5, .end_s = 2.5});
    const SegmentId first = document.segment_id(0);
    document.append_words({.closes = true});
    document.set_tail({QStringLiteral("We")});
    QVERIFY(!document.tail().continues);
    QCOMPARE(told.since_then(), QStringLiteral("~0-0 tail tail"));
    document.append_words({.text = "We will", .start_s = 4.0, .end_s = 5.0, .utterance = 1, .closes = true});
    QCOMPARE(document.size(), 2);
    QCOMPARE(document.segment_id(0), first);
    const Segment& written = document.transcript().segments[0];
    QCOMPARE(written.text, std::string("Please bring a pencil."));
    QCOMPARE(written.start_s, 1.0);
    QCOMPARE(written.end_s, 2.5);
    QCOMPARE(document.plain_text(), QStringLiteral("Please bring a pencil. We will"));
    QCOMPARE(document.last_words(100), document.plain_text());
    QCOMPARE(document.last_words(17), QStringLiteral("a pencil. We will"));
    QCOMPARE(document.last_words(16), QStringLiteral("pencil. We will"));
    QCOMPARE(document.last_words(3), QStringLiteral("ill"));  // no word is that short
  }

  void chinese_pieces_have_no_spaces_between_them() {
    TranscriptDocument document;
    document.append_words({.text = "今天很好。", .closes = true});
    document.append_words({.text = "我们走吧。", .utterance = 1, .closes = true});
    QCOMPARE(document.plain_text(), QStringLiteral("今天很好。我们走吧。"));
    QCOMPARE(document.last_words(3), QStringLiteral("走吧。"));
    QCOMPARE(document.last_words(100), document.plain_text());
    document.append_words(
        {.text = QString(90, QChar(u'好')).toStdString() + " OK", .utterance = 2, .closes = true});
    QCOMPARE(document.last_words(60).size(), 60);  // the only space is near the end
  }

  void the_final_transcript_keeps_the_ids_of_what_is_the_same() {
    TranscriptDocument document;
    for (const char* text : {"One.", "Two.", "Three."}) document.append(segment(text));
    const auto before = ids(document);
    Told told(document);
    Transcript last = transcript({"One.", "Two.", "Three."});
    last.engine = "CPU";
    const Segment* moved = last.segments.data();
    document.finish(std::move(last));
    QCOMPARE(document.transcript().segments.data(), moved);  // not copied
    QCOMPARE(document.transcript().engine, std::string("CPU"));
    QCOMPARE(ids(document), before);
    QCOMPARE(told.since_then(), QString());

    last = transcript({"One.", "Two.", "Three.", "Four."});
    last.segments[1].looped = true;
    document.finish(last);
    QCOMPARE(told.since_then(), QStringLiteral("+3 ~1-1"));
    QCOMPARE(document.segment_id(1), before[1]);

    document.finish(transcript({"One.", "2.", "Three."}));
    QCOMPARE(told.since_then(), QStringLiteral("!1"));
    QVERIFY(document.segment_id(1) != before[1]);
    QCOMPARE(document.segment_id(0), before[0]);
    QCOMPARE(document.segment_id(2), before[2]);
    QCOMPARE(document.row_of(before[2]), 2);
    QCOMPARE(document.row_of(before[1]), -1);
    document.finish({});
    QCOMPARE(told.since_then(), QStringLiteral("!0"));
    QVERIFY(!document.has_text());
  }

  void what_begins_again_has_new_segments() {
    TranscriptDocument document(transcript({"One."}));
    const auto before = ids(document);
    document.set_tail({QStringLiteral("Two")});
    document.edit(before[0], QStringLiteral("1."));
    const DocumentId id = document.id();
    Told told(document);
    document.begin(transcript({"One."}));
    QCOMPARE(told.since_then(), QStringLiteral("!0 tail"));
    QVERIFY(ids(document) != before);
    QCOMPARE(document.id(), id);
    QVERIFY(!document.undo_stack().canUndo());
  }

  void an_early_end_keeps_what_is_there() {
    TranscriptDocument document;
    document.append(segment("One.", 6.0));
    document.set_tail({QStringLiteral("Two"), 9.0, 1});
    document.end_early("one.wav");
    QVERIFY(document.transcript().cancelled);
    QCOMPARE(document.transcript().source, std::string("one.wav"));
    QCOMPARE(document.transcript().duration_s, 9.0);
    QVERIFY(document.tail().text.isEmpty());
  }

  void an_edit_can_be_taken_back() {
    TranscriptDocument document(transcript({"One.", "Two."}));
    const SegmentId second = document.segment_id(1);
    Told told(document);
    document.edit(second, QStringLiteral("Too."));
    document.edit(second, QStringLiteral("Too."));  // the same: nothing to take back
    document.edit(second, QStringLiteral("To."));
    QCOMPARE(told.since_then(), QStringLiteral("~1-1 ~1-1"));
    document.append(segment("Three."));
    document.undo_stack().undo();
    QCOMPARE(document.plain_text(), QStringLiteral("One. Too. Three."));
    document.undo_stack().undo();
    QVERIFY(!document.undo_stack().canUndo());
    document.undo_stack().redo();
    QCOMPARE(document.plain_text(), QStringLiteral("One. Too. Three."));
    QCOMPARE(document.segment_id(1), second);
  }

  /// Exports and the store write on another thread.
  void a_snapshot_stays_as_it_is_and_costs_nothing_until_then() {
    TranscriptDocument document(transcript({"One."}));
    auto snapshot = document.snapshot();
    QCOMPARE(snapshot.get(), &document.transcript());
    document.append(segment("Two."));
    QCOMPARE(snapshot->segments.size(), std::size_t{1});
    QCOMPARE(document.size(), 2);
    snapshot = document.snapshot();
    document.begin();
    QCOMPARE(snapshot->segments.size(), std::size_t{2});
    const Transcript* alone = &document.transcript();
    document.append(segment("Three."));
    QCOMPARE(&document.transcript(), alone);
  }

  void the_model_shows_a_segment_a_row() {
    SegmentModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    auto document = std::make_shared<TranscriptDocument>();
    model.set_document(document);
    Segment made = segment("One.", 6.0, 2);
    made.looped = true;
    document->append(made);
    const QModelIndex first = model.index(0);
    QCOMPARE(first.data().toString(), QStringLiteral("One."));
    QCOMPARE(first.data(SegmentModel::StartRole).toDouble(), 6.0);
    QCOMPARE(first.data(SegmentModel::EndRole).toDouble(), 9.0);
    QCOMPARE(first.data(SegmentModel::LoopedRole).toBool(), true);
    QCOMPARE(first.data(SegmentModel::WindowRole).toInt(), 2);
    QCOMPARE(first.data(SegmentModel::IdRole).value<SegmentId>(), document->segment_id(0));
    // It holds on to its document, and lets go of it.
    const std::weak_ptr<TranscriptDocument> weak = document;
    document.reset();
    QVERIFY(!weak.expired());
    model.set_document(nullptr);
    QVERIFY(weak.expired());
    QCOMPARE(model.rowCount(), 0);
  }

  void the_model_follows_its_document() {
    const auto document = std::make_shared<TranscriptDocument>(transcript({"One.", "Two."}));
    SegmentModel model;
    model.set_document(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    const QPersistentModelIndex first = model.index(0);
    document->append(segment("Three."));
    QCOMPARE(inserted.count(), 1);
    document->edit(document->segment_id(2), QStringLiteral("3."));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.last().at(0).toModelIndex().row(), 2);
    document->finish(transcript({"One.", "2.", "3.", "Four."}));
    QCOMPARE(removed.count(), 1);
    QCOMPARE(removed.last().at(1).toInt(), 1);
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.index(3).data().toString(), QStringLiteral("Four."));
    document->finish(transcript({"One."}));
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(first.isValid());
    document->begin();
    QVERIFY(!first.isValid());
    QCOMPARE(model.rowCount(), 0);
  }
};

QTEST_GUILESS_MAIN(TestTranscriptDocument)
#include "test_transcript_document.moc"
