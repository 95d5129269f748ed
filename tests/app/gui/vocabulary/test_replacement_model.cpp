// SPDX-License-Identifier: Apache-2.0
// The table of replacements in the dialog for words.
#include <QAbstractItemModelTester>
#include <QtTest>

#include "ui/vocabulary/replacement_model.h"

using namespace tilescribe;
using namespace tilescribe::ui;

class TestReplacementModel : public QObject {
  Q_OBJECT

 private slots:
  void a_table_of_replacements_is_a_sound_model() {
    ReplacementModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy edited(&model, &ReplacementModel::edited);
    QCOMPARE(model.add(), 0);
    QCOMPARE(model.add(), 1);
    const QModelIndex first = model.index(0, ReplacementModel::Find);
    QVERIFY(model.setData(first, QStringLiteral("a("), Qt::EditRole));
    QVERIFY(model.problem().isEmpty());
    QVERIFY(model.setData(model.index(0, ReplacementModel::Regular), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(model.problem().contains(QStringLiteral("“a(” is wrong")));
    QVERIFY(model.data(first, Qt::ToolTipRole).toString().contains(QStringLiteral("wrong")));
    // A regular expression says itself where words end.
    const QModelIndex words = model.index(0, ReplacementModel::WholeWords);
    QVERIFY(!(model.flags(words) & Qt::ItemIsEnabled));
    QVERIFY(!model.setData(words, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(model.move(0, -1), 0);
    QCOMPARE(model.move(0, 1), 1);
    QCOMPARE(model.rows()[1].find, std::string("a("));
    model.remove(1);
    QVERIFY(model.problem().isEmpty());
    QCOMPARE(model.rowCount(), 1);
    model.set({{.find = "x", .with = "y"}});
    QCOMPARE(edited.count(), 6);
  }
};

QTEST_MAIN(TestReplacementModel)
#include "test_replacement_model.moc"
