// SPDX-License-Identifier: Apache-2.0
// Corrections of a document: what they do, how they are taken back, and what others hear of them.
#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QtTest>

#include "inference/api/segment_edit.h"
#include "ui/document/segment_model.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

Transcript transcript(const QStringList& texts) {
  Transcript made;
  for (const QString& text : texts) {
    Segment& segment = made.segments.emplace_back();
    segment.start_s = 3.0 * static_cast<double>(made.segments.size() - 1);
    segment.end_s = segment.start_s + 3.0;
    segment.text = text.toStdString();
  }
  return made;
}

QString text_of(const std::vector<Segment>& segments) {
  QStringList all;
  for (const Segment& segment : segments)
    all << QStringLiteral("%1 %2-%3")
               .arg(QString::fromStdString(segment.text))
               .arg(segment.start_s)
               .arg(segment.end_s);
  return all.join(QLatin1Char('|'));
}

/// A document, its model, and a copy that does nothing but what the document tells of.
struct Bench {
  explicit Bench(const QStringList& texts)
      : document(std::make_shared<TranscriptDocument>(transcript(texts))),
        copy(document->transcript().segments) {
    model.set_document(document);
    QObject::connect(document.get(), &TranscriptDocument::corrected, &model, [this](const auto& corrections) {
      for (const Correction& correction : corrections) correction.apply(copy);
    });
    QObject::connect(&model, &QAbstractItemModel::rowsInserted,
                     [this](const QModelIndex&, int first, int last) {
                       for (int row = first; row <= last; ++row)
                         rows.insert(row, model.index(row).data().toString());
                     });
    QObject::connect(
        &model, &QAbstractItemModel::rowsRemoved,
        [this](const QModelIndex&, int first, int last) { rows.remove(first, last - first + 1); });
    QObject::connect(&model, &QAbstractItemModel::dataChanged,
                     [this](const QModelIndex& first, const QModelIndex& last) {
                       for (int row = first.row(); row <= last.row(); ++row)
                         rows[row] = model.index(row).data().toString();
                     });
  }

  QStringList texts() const {
    QStringList all;
    for (const Segment& segment : document->transcript().segments)
      all << QString::fromStdString(segment.text);
    return all;
  }
  /// Whether whoever listened has the same text.
  bool agrees() const {
    return rows == texts() && model.rowCount() == document->size() &&
           text_of(copy) == text_of(document->transcript().segments);
  }
  void edit(int row, const QString& text) { document->edit(document->segment_id(row), text); }
  void type(int row, const QString& letters) {
    for (const QChar letter : letters) edit(row, texts().at(row) + letter);
  }
  void undo() { document->undo_stack().undo(); }

  std::shared_ptr<TranscriptDocument> document;
  SegmentModel model;
  QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
  std::vector<Segment> copy;
  QStringList rows = texts();
};

}  // namespace

class TestTranscriptEdits : public QObject {
  Q_OBJECT

 private slots:
  void an_edge_goes_no_further_than_its_neighbours() {
    Bench bench({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
    TranscriptDocument& document = *bench.document;
    const SegmentId middle = document.segment_id(1);
    QVERIFY(document.move_edge(middle, SegmentEdge::begin, 4.25));
    QVERIFY(document.move_edge(middle, SegmentEdge::end, 5.5));
    QCOMPARE(text_of(bench.copy), QStringLiteral("one 0-3|two 4.25-5.5|three 6-9"));
    QVERIFY(bench.agrees());
    QVERIFY(!document.move_edge(middle, SegmentEdge::begin, 2.9));
    QVERIFY(!document.move_edge(middle, SegmentEdge::begin, 5.45));
    QVERIFY(!document.move_edge(middle, SegmentEdge::end, 6.1));
    QVERIFY(!document.move_edge(document.segment_id(2), SegmentEdge::end, 9.1));  // the length is not known
    QVERIFY(!document.move_edge(document.segment_id(0), SegmentEdge::begin, -0.1));
    QVERIFY(!document.move_edge(999, SegmentEdge::begin, 1.0));
    QCOMPARE(document.undo_stack().count(), 2);
    QVERIFY(document.move_edge(middle, SegmentEdge::end, 5.5));  // it is there already: no step
    QCOMPARE(document.undo_stack().count(), 2);
    document.undo_stack().undo();
    document.undo_stack().undo();
    QCOMPARE(text_of(bench.copy), QStringLiteral("one 0-3|two 3-6|three 6-9"));
    document.undo_stack().redo();
    QCOMPARE(text_of(bench.copy), QStringLiteral("one 0-3|two 4.25-6|three 6-9"));
    QVERIFY(bench.agrees());
  }

  void words_lie_between_the_edges() {
    Segment segment{.start_s = 1.0, .end_s = 4.0, .text = "a b c"};
    for (const double at_s : {1.0, 2.0, 3.0})
      segment.words.push_back({.text = "a", .start_s = at_s, .end_s = at_s + 1.0, .estimated = false});
    const Segment later = with_edge(segment, SegmentEdge::begin, 2.5);
    QCOMPARE(later.words[0].end_s, 2.5);
    QVERIFY(later.words[0].estimated && later.words[1].estimated && !later.words[2].estimated);
    QCOMPARE(later.words[1].start_s, 2.5);
    const Segment longer = with_edge(segment, SegmentEdge::end, 5.0);
    QCOMPARE(longer.words[2].end_s, 5.0);  // the last word goes along: subtitles end with it
    QCOMPARE(longer.words[2].start_s, 3.0);
  }

  void a_word_that_is_typed_is_a_step() {
    Bench bench({"One", "Two"});
    bench.type(0, QStringLiteral(" more word"));
    QCOMPARE(bench.texts().first(), QStringLiteral("One more word"));
    bench.undo();
    QCOMPARE(bench.texts().first(), QStringLiteral("One more "));
    bench.undo();
    QCOMPARE(bench.texts().first(), QStringLiteral("One "));
    bench.undo();
    QCOMPARE(bench.texts().first(), QStringLiteral("One"));
    QVERIFY(!bench.document->undo_stack().canUndo());
    for (int i = 0; i < 3; ++i) bench.document->undo_stack().redo();
    QCOMPARE(bench.texts().first(), QStringLiteral("One more word"));
    QVERIFY(bench.agrees());
  }

  void other_places_are_other_steps() {
    Bench bench({"abc", "def"});
    bench.edit(0, QStringLiteral("abcd"));
    bench.edit(0, QStringLiteral("xabcd"));
    bench.edit(1, QStringLiteral("xdef"));
    bench.edit(1, QStringLiteral("def"));  // deleted, not typed
    QCOMPARE(bench.document->undo_stack().count(), 4);
    bench.edit(1, QStringLiteral("de"));
    bench.edit(1, QStringLiteral("d"));  // Backspace
    QCOMPARE(bench.document->undo_stack().count(), 5);
    bench.undo();
    QCOMPARE(bench.texts().at(1), QStringLiteral("def"));
    QVERIFY(bench.agrees());
  }

  void splits_and_merges() {
    Bench bench({"One two.", "Three."});
    const SegmentId first = bench.document->segment_id(0), second = bench.document->segment_id(1);
    QVERIFY(bench.document->split(first, 3));
    QCOMPARE(bench.texts(), QStringList({"One", "two.", "Three."}));
    QCOMPARE(bench.document->segment_id(0), first);
    QCOMPARE(bench.document->segment_id(2), second);
    const Segment& half = bench.document->transcript().segments[1];
    QCOMPARE(half.start_s, 3.0 * 3 / 8);
    QVERIFY(bench.agrees());
    QVERIFY(!bench.document->split(first, 0) && !bench.document->split(first, 3));  // nothing on one side
    QVERIFY(!bench.document->split(77, 1));
    QCOMPARE(bench.document->merge(1), qsizetype{5});
    QCOMPARE(bench.texts(), QStringList({"One", "two. Three."}));
    QCOMPARE(bench.document->merge(1), qsizetype{-1});
    QVERIFY(bench.agrees());
    bench.undo();
    bench.undo();
    QCOMPARE(bench.texts(), QStringList({"One two.", "Three."}));
    QCOMPARE(bench.document->segment_id(1), second);
    QVERIFY(bench.agrees());
  }

  void segments_go_but_never_all() {
    Bench bench({"One.", "Two.", "Three."});
    QVERIFY(bench.document->remove(1, 1));
    QCOMPARE(bench.texts(), QStringList({"One.", "Three."}));
    QVERIFY(!bench.document->remove(0, 2));
    QVERIFY(!bench.document->remove(1, 2));
    bench.undo();
    QCOMPARE(bench.texts(), QStringList({"One.", "Two.", "Three."}));
    QVERIFY(bench.agrees());
  }

  void everything_is_replaced_in_one_step() {
    Bench bench({"a b a", "b", "a", "A"});
    QCOMPARE(
        bench.document->replace_all(TextSearch({QStringLiteral("a"), false, true}), QStringLiteral("xy")), 3);
    QCOMPARE(bench.texts(), QStringList({"xy b xy", "b", "xy", "A"}));
    QVERIFY(bench.agrees());
    QCOMPARE(bench.document->replace_all(TextSearch(QStringLiteral("xy")), QString()), 3);
    QCOMPARE(bench.texts(), QStringList({"b", "b", "A"}));  // what has no text goes
    QVERIFY(bench.agrees());
    QCOMPARE(bench.document->undo_stack().count(), 2);
    bench.undo();
    QCOMPARE(bench.texts(), QStringList({"xy b xy", "b", "xy", "A"}));
    bench.undo();
    QCOMPARE(bench.texts(), QStringList({"a b a", "b", "a", "A"}));
    bench.document->undo_stack().redo();
    bench.document->undo_stack().redo();
    QCOMPARE(bench.texts(), QStringList({"b", "b", "A"}));
    QVERIFY(bench.agrees());
    QCOMPARE(bench.document->replace_all(TextSearch({QStringLiteral(".*"), true}), QString()), 3);
    QCOMPARE(bench.texts(), QStringList({""}));  // one always stays
    QVERIFY(bench.agrees());
    QCOMPARE(bench.document->replace_all(TextSearch({QStringLiteral("("), true}), QString()), 0);
    QCOMPARE(bench.document->undo_stack().count(), 3);
  }

  void what_is_left_behind_is_tidied_in_the_same_step() {
    Bench bench({"One.", "Two.", "Three."});
    bench.edit(1, QStringLiteral("Two. "));
    bench.document->tidy(1);
    QCOMPARE(bench.texts().at(1), QStringLiteral("Two."));
    bench.document->undo_stack().clear();
    bench.edit(1, QString());
    bench.document->tidy(1);
    QCOMPARE(bench.texts(), QStringList({"One.", "Three."}));
    QVERIFY(bench.agrees());
    bench.undo();
    QCOMPARE(bench.texts(), QStringList({"One.", "Two.", "Three."}));
    QVERIFY(!bench.document->undo_stack().canUndo());
    bench.document->tidy(0);  // it is tidy
    bench.document->tidy(-1);
    bench.document->tidy(3);
    QVERIFY(!bench.document->undo_stack().canUndo());
    QVERIFY(bench.agrees());
  }

  /// A snapshot that nobody has any more costs nothing.
  void a_snapshot_that_was_let_go_is_not_copied() {
    Bench bench({"One.", "Two."});
    const Transcript* alone = &bench.document->transcript();
    bench.document->snapshot().reset();
    bench.edit(0, QStringLiteral("1."));
    QCOMPARE(&bench.document->transcript(), alone);
    const auto kept = bench.document->snapshot();
    bench.edit(0, QStringLiteral("One."));
    QVERIFY(&bench.document->transcript() != alone);
    QCOMPARE(kept->segments[0].text, std::string("1."));
  }

  /// Whatever is done, whoever listens has the same, and all of it can be taken back.
  void random_edits_are_told_and_taken_back() {
    QRandomGenerator random(16);
    const auto below = [&](int end) { return static_cast<int>(random.bounded(end)); };
    for (int round = 0; round < 30; ++round) {
      Bench bench({"One two three.", "你好世界。", "Four", "five six", "Größe 7", "eight."});
      const QString before = text_of(bench.document->transcript().segments);
      for (int i = 0; i < 40; ++i) {
        TranscriptDocument& document = *bench.document;
        const int row = below(document.size());
        const QString text = bench.texts().at(row);
        switch (below(8)) {
          case 0:
            document.split(document.segment_id(row), below(static_cast<int>(text.size()) + 1));
            break;
          case 1:
            document.merge(row);
            break;
          case 2:
            document.remove(row, 1 + below(2));
            break;
          case 3:
            document.replace(row, 1 + below(document.size() - row), {QStringLiteral("new"), text, {}});
            break;
          case 4:
            document.replace_all(TextSearch(QStringLiteral("e")), QString(below(3), QLatin1Char('o')));
            break;
          case 5:
            if (document.undo_stack().canUndo()) document.undo_stack().undo();
            break;
          case 6:
            document.tidy(row);
            break;
          default:
            document.edit(document.segment_id(row),
                          text.left(below(9)) + QStringLiteral(" w ") + text.mid(below(9)));
        }
        QVERIFY2(bench.agrees(), qPrintable(bench.rows.join(QLatin1Char('|'))));
        QVERIFY(document.size() > 0);
      }
      while (bench.document->undo_stack().canUndo()) bench.undo();
      QCOMPARE(text_of(bench.document->transcript().segments), before);
      QVERIFY(bench.agrees());
    }
  }

  void speakers_are_named_here_or_everywhere() {
    Bench bench({"One", "Two", "Three", "Four"});
    TranscriptDocument& document = *bench.document;
    const auto names = [](const std::vector<Segment>& segments) {
      QStringList all;
      for (const Segment& segment : segments) all << QString::fromStdString(segment.speaker);
      return all.join(QLatin1Char(','));
    };
    document.name_speaker(document.segment_id(0), QStringLiteral(" Anna \n"), true);
    document.name_speaker(document.segment_id(2), QStringLiteral("Anna"), true);
    document.name_speaker(document.segment_id(1), QStringLiteral("Ben"), true);
    QCOMPARE(names(document.transcript().segments), QStringLiteral("Anna,Ben,Anna,"));
    QCOMPARE(document.speakers(), (QStringList{"Anna", "Ben"}));
    QCOMPARE(bench.model.index(1).data(SegmentModel::SpeakerRole).toString(), QStringLiteral("Ben"));
    const int steps = document.undo_stack().count();
    document.name_speaker(document.segment_id(2), QStringLiteral("Cleo"), false);
    QCOMPARE(names(document.transcript().segments), QStringLiteral("Cleo,Ben,Cleo,"));
    QCOMPARE(names(bench.copy), names(document.transcript().segments));
    QCOMPARE(document.undo_stack().count(), steps + 1);
    document.undo_stack().undo();
    QCOMPARE(names(bench.copy), QStringLiteral("Anna,Ben,Anna,"));
    // The same name again, or a segment that is not there, is no step.
    document.name_speaker(document.segment_id(1), QStringLiteral("Ben"), false);
    document.name_speaker(SegmentId{999}, QStringLiteral("Dan"), false);
    QCOMPARE(document.undo_stack().count(), steps + 1);
    QVERIFY(bench.agrees());
  }
};

QTEST_GUILESS_MAIN(TestTranscriptEdits)
#include "test_transcript_edits.moc"
