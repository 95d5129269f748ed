// SPDX-License-Identifier: Apache-2.0
// A kernel file of the user's own on the page of the kernel lab: the real program, its compiler, the CPU.
#include <QCheckBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>

#include "inference/api/kernel_lab.h"
#include "tests/app/gui/lab/lab_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/lab/kernel_source.h"
#include "ui/lab/own_kernel.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestOwnKernel : public QObject, LabSteps {
  Q_OBJECT

 private slots:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", (place_.path() + QStringLiteral("/cache")).toLocal8Bit());
    file_ = window_path(write_exercise("rms_norm", native_path(place_.filePath(QStringLiteral("course")))));
    template_ = contents(file_);
    body_ = contents(QStringLiteral(TILESCRIBE_SOURCE_DIR "/tests/kernels/lab_bodies/rms_norm.txt"));
    const QByteArray opening = "static TILE_DEVICE void run(Block block, const Args& a) {\n";
    begin_ = template_.indexOf(opening) + opening.size();
    QVERIFY(begin_ > opening.size() && !body_.isEmpty());
  }
  void init() {
    make();
    open();
    part<QTabWidget>("labTabs")->setCurrentWidget(&page().own_kernel());
  }
  void cleanup() { gui_.reset(); }

  void a_file_is_chosen_before_anything_can_begin() {
    QVERIFY(!part<QPushButton>("ownKernelCheck")->isEnabled());
    QVERIFY(!part<QPushButton>("ownKernelTime")->isEnabled());
    QCOMPARE(part<QComboBox>("ownKernelEngine")->count(), 1);  // there is no GPU
    part<QPushButton>("ownKernelChoose")->click();
    auto* dialog = shown_dialog<QFileDialog>();
    QVERIFY(dialog != nullptr);
    emit dialog->fileSelected(file_);
    dialog->reject();
    QCOMPARE(page().own_kernel().file(), file_);
    QVERIFY(part<QPushButton>("ownKernelCheck")->isEnabled());
  }

  void a_new_file_is_written_and_no_file_is_overwritten() {
    const auto* menu = part<QToolButton>("ownKernelNew")->menu();
    QVERIFY(menu->actions().size() >= 11);
    const auto written = [&](const QString& folder) {
      for (QAction* action : menu->actions()) {
        if (action->text() == QStringLiteral("softmax")) action->trigger();
      }
      auto* dialog = shown_dialog<QFileDialog>();
      QVERIFY(dialog != nullptr);
      emit dialog->fileSelected(folder);
      dialog->reject();
    };
    const QString folder = place_.filePath(QStringLiteral("new"));
    written(folder);
    const QString path = folder + QStringLiteral("/softmax.cpp");
    QTRY_COMPARE_WITH_TIMEOUT(page().own_kernel().file(), path, patience_ms);
    const QByteArray before = contents(path);
    QVERIFY(before.contains("TILE_DEVICE"));
    written(folder);
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("labProblem")->text().contains(QStringLiteral("exists")),
                             patience_ms);
    QCOMPARE(contents(path), before);
  }

  void a_kernel_passes_its_check_and_is_timed() {
    with_body(body_);
    auto* file = part<QLineEdit>("ownKernelFile");
    file->setText(file_);
    file->setFocus();
    QTest::keyClick(file, Qt::Key_Return);  // as the button does
    QVERIFY(part<QPushButton>("labStop")->isVisible());
    QVERIFY(!part<QPushButton>("labTime")->isEnabled());
    QVERIFY(ends());
    QVERIFY2(status() == QStringLiteral("rms_norm.cpp passed the check."), qPrintable(status() + output()));
    QVERIFY(output().contains(QStringLiteral("PASS")) &&
            output().contains(QStringLiteral(", 0 failed; seed ")));
    auto* time = part<QPushButton>("ownKernelTime");
    time->setFocus();
    QTest::keyClick(time, Qt::Key_Space);
    QVERIFY(ends());
    QVERIFY2(status() == QStringLiteral("rms_norm.cpp was timed."), qPrintable(status() + output()));
    QVERIFY2(output().contains(QStringLiteral("\nlab ")) && output().contains(QStringLiteral("\nhighway ")),
             qPrintable(output()));
    QVERIFY(time->hasFocus());
  }

  void a_planted_bug_is_refused_with_the_first_wrong_element() {
    with_body(QByteArray(body_).replace("sum / static_cast<float>(a.x.cols)", "sum / 384.0f"));
    check();
    QCOMPARE(status(), QStringLiteral("rms_norm.cpp did not pass the check."));
    QVERIFY2(output().contains(QStringLiteral("at row 0, column 0 is ")) &&
                 output().contains(QStringLiteral(", but must be ")),
             qPrintable(output()));
  }

  void an_error_is_shown_at_its_line() {
    with_body(QByteArray(body_).replace("squares += x * x;", "squares += x * y;"));
    check();
    const QByteArray written = contents(file_);
    const auto line = written.left(written.indexOf("x * y")).count('\n') + 1;
    QVERIFY2(output().contains(QStringLiteral("%1:%2:").arg(file_).arg(line)), qPrintable(output()));
    QCOMPARE(status(), QStringLiteral("rms_norm.cpp did not pass the check."));
    QCOMPARE(source().marks(), std::set<int>{static_cast<int>(line)});
    QCOMPARE(source().textCursor().blockNumber() + 1, static_cast<int>(line));
    with_body(body_);
    check();
    QVERIFY(source().marks().empty());
  }

  void the_source_is_the_files() {
    with_body(body_);
    page().own_kernel().set_file(file_);
    const auto shows = [&](const QByteArray& bytes) {
      return QTest::qWaitFor([&] { return source().toPlainText().toUtf8() == bytes; }, patience_ms);
    };
    QVERIFY(shows(contents(file_)));
    QVERIFY(source().isReadOnly());
    with_body("  int other = 1;\n");  // written in place, and nothing runs
    QVERIFY(shows(contents(file_)) && source().toPlainText().contains(QStringLiteral("int other")));
    QVERIFY(!part<QPushButton>("labStop")->isVisible());
    const QString other = file_ + QStringLiteral(".new");
    QFile written(other);
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write("another in its place\n");
    written.close();
    QVERIFY(QFile::remove(file_) && QFile::rename(other, file_));
    QVERIFY(shows("another in its place\n"));
    with_body(body_);
    QVERIFY(shows(contents(file_)));
    page().own_kernel().set_file(place_.filePath(QStringLiteral("none.cpp")));
    QVERIFY(source().toPlainText().isEmpty() && !source().placeholderText().isEmpty());
    QFile binary(place_.filePath(QStringLiteral("code.tilebc")));
    QVERIFY(binary.open(QIODevice::WriteOnly));
    binary.write(QByteArray(3, '\0'));
    binary.close();
    page().own_kernel().set_file(binary.fileName());
    QCOMPARE(source().placeholderText(), QStringLiteral("code.tilebc is not text."));
  }

  void a_kernel_that_hangs_is_stopped_and_the_window_answers() {
    with_body(body_ + "    for (volatile bool on = a.x.rows > 1; on;) {\n    }\n");
    page().own_kernel().set_file(file_);
    part<QPushButton>("ownKernelCheck")->click();
    QTRY_VERIFY_WITH_TIMEOUT(output().contains(QStringLiteral("was compiled")), patience_ms);
    part<QPushButton>("labStop")->click();
    QVERIFY(ends());
    QCOMPARE(status(), QStringLiteral("Stopped. What has come so far stays."));
    with_body(body_);
    check();  // as if nothing had been
    QCOMPARE(status(), QStringLiteral("rms_norm.cpp passed the check."));
  }

  void a_live_session_ends_it_and_a_quit_too() {
    with_body(body_ + "    for (volatile bool on = a.x.rows > 1; on;) {\n    }\n");
    page().own_kernel().set_file(file_);
    part<QPushButton>("ownKernelCheck")->click();
    QVERIFY(part<QPushButton>("labStop")->isVisible());
    Event begins = LiveBegins{}, ended = LiveFinished{};
    emit gui_->controller->service().happened(begins);
    QTRY_COMPARE_WITH_TIMEOUT(status(), QStringLiteral("Stopped, because a recording is being written."),
                              patience_ms);
    QVERIFY(!part<QPushButton>("ownKernelCheck")->isEnabled());
    emit gui_->controller->service().happened(ended);
    part<QPushButton>("ownKernelCheck")->click();
    gui_->quit();
  }

  void what_a_gpu_would_run_is_summed_up() {
    with_body(body_);
    page().own_kernel().set_file(file_);
    part<QPushButton>("ownKernelCompile")->click();
    QVERIFY(ends());
    if (output().contains(QStringLiteral("libnvrtc"))) {  // without a toolkit a sentence says so
      QCOMPARE(status(), QStringLiteral("rms_norm.cpp was not compiled."));
      return;
    }
    QCOMPARE(status(), QStringLiteral("rms_norm.cpp was compiled."));
    for (const char* fact : {" bytes for sm_", "\nRegisters of a thread: ",
                             "\nSpilled registers of a thread: 0 bytes stored, ", "  global loads\n"})
      QVERIFY2(output().contains(QString(fact)), qPrintable(output()));
  }

  void a_file_is_dropped_and_its_changes_are_followed() {
    with_body(body_);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file_)});
    OwnKernel& own = page().own_kernel();
    QDragEnterEvent enter(QPoint(9, 9), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&own, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(9, 9), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&own, &drop);
    QCOMPARE(own.file(), file_);
    auto* again = part<QCheckBox>("ownKernelAgain");
    again->setChecked(true);
    const auto runs_after = [&](const auto& change) {
      own.clear_output();
      change();
      return QTest::qWaitFor([&] { return part<QPushButton>("labStop")->isVisible(); }, patience_ms) &&
             ends();
    };
    QVERIFY(runs_after([&] { with_body("  int wrong = ;\n"); }));  // written in place
    QCOMPARE(status(), QStringLiteral("rms_norm.cpp was not timed."));
    const QString other = file_ + QStringLiteral("~");
    QVERIFY(runs_after([&] {  // another file in its place
      QFile written(other);
      QVERIFY(written.open(QIODevice::WriteOnly));
      written.write(QByteArray(template_).insert(begin_, body_));
      written.close();
      QVERIFY(QFile::remove(file_) && QFile::rename(other, file_));
    }));
    QVERIFY2(status() == QStringLiteral("rms_norm.cpp was timed."), qPrintable(status() + output()));
    again->setChecked(false);
    own.clear_output();
    with_body(body_ + "\n");
    QTest::qWait(600);
    QVERIFY(output().isEmpty() && part<QPushButton>("ownKernelTime")->isEnabled());
  }

  void a_kernel_is_used_in_a_transcription() {
    with_body(body_);
    page().own_kernel().set_file(file_);
    part<QPushButton>("ownKernelModel")->click();
    QVERIFY(QTest::qWaitFor([this] { return part<QPushButton>("labTime")->isEnabled(); }, 20 * patience_ms));
    QVERIFY2(status() == QStringLiteral("rms_norm.cpp was used in a transcription."),
             qPrintable(status() + output()));
    QVERIFY2(output().contains(QStringLiteral("encoder")), qPrintable(output()));
  }

  void a_file_that_is_not_there_is_a_sentence() {
    page().own_kernel().set_file(place_.filePath(QStringLiteral("none.cpp")));
    part<QPushButton>("ownKernelCheck")->click();
    QVERIFY(ends());
    QCOMPARE(status(), QStringLiteral("none.cpp did not pass the check."));
    QVERIFY2(output().contains(QStringLiteral("none.cpp")), qPrintable(output()));
  }

 private:
  void with_body(const QByteArray& lines) {
    QFile file(file_);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray(template_).insert(begin_, lines));
  }
  void check() {
    page().own_kernel().set_file(file_);
    part<QPushButton>("ownKernelCheck")->click();
    QVERIFY(ends());
    QVERIFY2(!output().contains(QStringLiteral("{\"message\"")), qPrintable(output()));
  }
  KernelSource& source() { return *part<KernelSource>("ownKernelSource"); }
  QString status() { return text("labStatus"); }
  QString output() { return part<QPlainTextEdit>("ownKernelOutput")->toPlainText(); }

  QTemporaryDir place_;
  QString file_;
  QByteArray template_, body_;
  qsizetype begin_ = 0;
};

QTEST_MAIN(TestOwnKernel)
#include "test_own_kernel.moc"
