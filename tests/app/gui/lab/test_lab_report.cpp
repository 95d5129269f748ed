// SPDX-License-Identifier: Apache-2.0
// A report from the page of the kernel lab.
#include <QFile>
#include <QFileDialog>

#include "tests/app/gui/lab/lab_steps.h"
#include "tests/support/dialogs.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestLabReport : public QObject, LabSteps {
  Q_OBJECT

 private slots:
  void init() { make(); }
  void cleanup() { gui_.reset(); }

  void a_report_is_written_and_never_replaced() {
    open();
    const QString path = gui_->folder.filePath(QStringLiteral("report.md"));
    const auto ask = [&] {
      press("labReport");
      auto* dialog = shown_dialog<QFileDialog>();
      QVERIFY(dialog != nullptr);
      QCOMPARE(dialog->selectedFiles().size(), 1);
      QVERIFY(dialog->selectedFiles().front().endsWith(QStringLiteral("/report.md")));
      dialog->selectNameFilter(QStringLiteral("LaTeX (*.tex)"));
      emit dialog->filterSelected(QStringLiteral("LaTeX (*.tex)"));
      QCOMPARE(dialog->defaultSuffix(), QStringLiteral("tex"));
      emit dialog->fileSelected(path);
      dialog->reject();
      QVERIFY(ends());
    };
    ask();
    QVERIFY2(text("labProblem").isEmpty(), qPrintable(text("labProblem")));
    QCOMPARE(text("labStatus"), QStringLiteral("The report is in %1.").arg(path));
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(written.readAll().startsWith("# Report"));
    written.close();
    QVERIFY(written.open(QIODevice::WriteOnly | QIODevice::Truncate));
    written.write("my words");
    written.close();
    const int opened = gui_->world.opened();
    ask();
    QVERIFY(text("labProblem")
                .endsWith(QStringLiteral(
                    "exists already, and may hold somebody's words, so nothing was written.")));
    QCOMPARE(gui_->world.opened(), opened);  // nothing was measured in vain
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), QByteArray("my words"));
  }
};

QTEST_MAIN(TestLabReport)
#include "test_lab_report.moc"
