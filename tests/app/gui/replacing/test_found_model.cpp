// SPDX-License-Identifier: Apache-2.0
// What is found in all transcripts, as a model: a text, its sentences, a tick each.
#include <QAbstractItemModelTester>
#include <QtTest>

#include "ui/translations.h"
#include "ui/vocabulary/found_model.h"

using namespace tilescribe;
using namespace tilescribe::ui;

class TestFoundModel : public QObject {
  Q_OBJECT

 private slots:
  void what_is_found_is_a_sound_model() {
    const Translations plurals;
    FoundModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const DifferenceLine line{5.0,
                              {{WordChange::same, "a "}, {WordChange::lost, "b"}, {WordChange::added, "c"}}};
    model.set({{.title = QStringLiteral("one"), .places = 3, .sentences = 3, .shown = {line}},
               {.title = QStringLiteral("two"), .places = 1, .sentences = 1, .shown = {line}}});
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex one = model.index(0, 0);
    QCOMPARE(model.rowCount(one), 2);  // the second stands for two more
    QCOMPARE(model.data(one, Qt::DisplayRole).toString(), QStringLiteral("one: 3 places"));
    QCOMPARE(model.data(model.index(0, 0, one), Qt::AccessibleTextRole).toString(),
             QStringLiteral("0:05, a c instead of a b"));
    QCOMPARE(model.data(model.index(1, 0, one), Qt::DisplayRole).toString(),
             QStringLiteral("and 2 more sentences"));
    QVERIFY(!model.setData(model.index(0, 0, one), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(model.setData(one, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(model.ticked(), 1);
    QCOMPARE(model.chosen().at(0).title, QStringLiteral("two"));
    model.tick_all(true);
    QCOMPARE(model.ticked(), 2);
    model.set({});
    QCOMPARE(model.rowCount(), 0);
  }
};

QTEST_MAIN(TestFoundModel)
#include "test_found_model.moc"
