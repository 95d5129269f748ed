// SPDX-License-Identifier: Apache-2.0
// The page of models, by keyboard alone, on fake models.
#include <QAccessible>
#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "kernels/core/error.h"
#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/models/full_model_card.h"
#include "ui/models/model_card.h"
#include "ui/models/models_page.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::FakeModels;
using test::GuiFixture;
using DownloadStage = DownloadProgress::Stage;

namespace {

/// A download that reports what it is told to, and ends when it is told to, or is stopped.
class Download {
 public:
  explicit Download(FakeModels& models) {
    models.downloading = [this](const DownloadOptions&, const FakeModels::Progress& progress,
                                const std::stop_token& stop) {
      std::unique_lock lock(mutex_);
      while (!std::exchange(done_, false)) {
        if (stop.stop_requested()) throw Cancelled();
        if (failure_) throw Error(*std::exchange(failure_, std::nullopt));
        if (next_) progress(*std::exchange(next_, std::nullopt));
        changed_.wait_for(lock, std::chrono::milliseconds(5));
      }
    };
  }
  void report(const DownloadProgress& progress) {
    const std::lock_guard lock(mutex_);
    next_ = progress;
  }
  void fail(const Message& message) {
    const std::lock_guard lock(mutex_);
    failure_ = message;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<DownloadProgress> next_;
  std::optional<Message> failure_;
  bool done_ = false;
};

}  // namespace

class TestModelsPage : public QObject {
  Q_OBJECT

 private slots:
  void init() { gui_ = std::make_unique<GuiFixture>(); }
  void cleanup() {
    gui_.reset();
    download_.reset();
  }

  void the_page_says_what_there_is_before_anything_is_downloaded() {
    open();
    QCOMPARE(shown_text("fullModelTitle"), QStringLiteral("The full model: GLM-ASR-Nano-2512"));
    QCOMPARE(shown_text("fullModelFacts"),
             QStringLiteral("Download: about 4.5 GB. Licence: MIT. Published by zai-org on Hugging Face."));
    QTRY_COMPARE(shown_text("fullModelMemory"),
                 QStringLiteral("It needs 5.6 GB of memory and fits into the 16.0 GB of this computer."));
    QCOMPARE(gui_->visible<ElidedLabel>(QStringLiteral("fullModelPlace"))->text(),
             QStringLiteral("It comes into /home/ada/.local/share/tilescribe/models/GLM-ASR-Nano-2512."));
    QTRY_COMPARE(cards().size(), 1);
    QCOMPARE(cards()[0]->accessibleName(), QStringLiteral("Tilescribe demo model"));
    QTRY_COMPARE(shown_text("modelLimits"), QStringLiteral("It knows only English."));
    QVERIFY(gui_->models.did().empty());  // nothing unasked
    QVERIFY(button("getModel")->hasFocus());
  }

  void the_full_model_comes_by_one_key_and_is_used_by_another() {
    Download& download = held_download();
    open();
    QTRY_COMPARE(cards().size(), 1);
    key(Qt::Key_Space);
    QTRY_COMPARE(gui_->models.did(), (std::vector<std::string>{"download https://huggingface.co"}));
    QVERIFY(!button("getModel")->isVisible());
    QVERIFY(button("pauseDownload")->hasFocus());
    QVERIFY(!gui_->visible<QLineEdit>(QStringLiteral("mirrorAddress"))->isEnabled());
    download.report({.stage = DownloadStage::receiving,
                     .bytes = 1'200'000'000,
                     .total = 4'500'000'000,
                     .bytes_per_s = 33'000'000.0});
    QTRY_COMPARE(shown_text("downloadText"), QStringLiteral("1.2 GB of 4.5 GB, 33 MB per second, 1:40 left"));
    QCOMPARE(gui_->visible<QProgressBar>(QStringLiteral("downloadBar"))->value(), 2666);
    download.report({.stage = DownloadStage::waiting,
                     .bytes = 1'200'000'000,
                     .total = 4'500'000'000,
                     .trouble = Message("The line was cut."),
                     .wait_s = 4.0});
    QTRY_COMPARE(shown_text("downloadText"), QStringLiteral("The line was cut. Next attempt in 4 s."));
    download.report({.stage = DownloadStage::checking, .bytes = 4'500'000'000, .total = 4'500'000'000});
    QTRY_COMPARE(shown_text("downloadText"),
                 QStringLiteral("Checking that everything arrived as it was sent…"));
    download.end();
    QTRY_COMPARE(cards().size(), 2);
    QVERIFY(!gui_->visible<FullModelCard>());
    auto* use = cards()[1]->findChild<QPushButton*>(QStringLiteral("useModel"));
    QCOMPARE(use->accessibleName(), QStringLiteral("Use GLM-ASR-Nano-2512"));
    QVERIFY(use->hasFocus());
    key(Qt::Key_Space);
    const std::string folder = "/home/ada/.local/share/tilescribe/models/GLM-ASR-Nano-2512";
    QTRY_COMPARE(gui_->settings.engine().model, folder);
  }

  void a_pause_keeps_what_has_come_and_the_download_continues() {
    Download& download = held_download();
    open();
    key(Qt::Key_Space);
    download.report({.stage = DownloadStage::receiving, .bytes = 2'000'000'000, .total = 4'500'000'000});
    QTRY_COMPARE(shown_text("downloadText"), QStringLiteral("2.0 GB of 4.5 GB"));
    gui_->models.set_part(PartialDownload{2'000'000'000, 4'500'000'000, hub_address});
    key(Qt::Key_Space);
    QTRY_COMPARE(shown_text("downloadText"),
                 QStringLiteral("2.0 GB of 4.5 GB are here. Continue gets the rest."));
    QVERIFY(shown_text("downloadProblem").isEmpty());
    QTRY_VERIFY(button("getModel")->hasFocus());
    QCOMPARE(button("getModel")->text(), QStringLiteral("Continue"));
    key(Qt::Key_Space);
    download.end();
    QTRY_COMPARE(cards().size(), 2);
    QCOMPARE(gui_->models.did().size(), std::size_t{2});
  }

  void a_part_of_an_earlier_run_is_continued_only_when_asked() {
    gui_->models.set_part(PartialDownload{1'000'000'000, 4'500'000'000, hub_address});
    open();
    QTRY_COMPARE(shown_text("downloadText"),
                 QStringLiteral("1.0 GB of 4.5 GB are here. Continue gets the rest."));
    QVERIFY(gui_->models.did().empty());
  }

  void a_cancelled_download_is_deleted_after_a_question() {
    held_download();
    gui_->models.set_part(PartialDownload{1'000'000'000, 4'500'000'000, hub_address});
    open();
    QTRY_COMPARE(button("getModel")->text(), QStringLiteral("Continue"));
    key(Qt::Key_Space);
    QTRY_VERIFY(button("pauseDownload")->hasFocus());
    key(Qt::Key_Tab);
    QVERIFY(button("cancelDownload")->hasFocus());
    key(Qt::Key_Space);
    auto* question = test::shown_dialog<QMessageBox>(QStringLiteral("discardDownload"));
    QVERIFY(question != nullptr);
    QTest::keyClick(question, Qt::Key_Escape);
    QTRY_VERIFY(test::shown_dialog<QMessageBox>() == nullptr);
    QTRY_COMPARE(gui_->models.did().size(), std::size_t{1});
    std::unique_lock held = hold_deletions();
    button("cancelDownload")->click();
    test::press("agree");
    QTRY_COMPARE(gui_->models.did().back(), std::string("discard"));
    QVERIFY(!button("getModel")->isVisible());  // there is nothing to continue while it goes
    QVERIFY(!button("cancelDownload")->isEnabled());
    held.unlock();
    QTRY_COMPARE(button("getModel")->text(), QStringLiteral("Get the full model"));
    QTRY_VERIFY(!gui_->visible<QLabel>(QStringLiteral("downloadText")));
  }

  void a_failure_is_a_sentence_and_can_be_tried_again() {
    Download& download = held_download();
    open();
    key(Qt::Key_Space);
    QTRY_VERIFY(button("pauseDownload")->isVisible());
    gui_->models.set_part(PartialDownload{3'000'000'000, 4'500'000'000, hub_address});
    download.fail(Message("The disk is full."));
    QTRY_COMPARE(shown_text("downloadProblem"), QStringLiteral("The disk is full."));
    QTRY_COMPARE(button("getModel")->text(), QStringLiteral("Continue"));
    QTRY_VERIFY(button("getModel")->hasFocus());
    key(Qt::Key_Space);
    QTRY_VERIFY(shown_text("downloadProblem").isEmpty());
  }

  void a_failure_elsewhere_in_the_window_is_reported() {
    Download& download = held_download();
    open();
    key(Qt::Key_Space);
    QTRY_VERIFY(button("pauseDownload")->isVisible());
    gui_->window().findChild<QToolButton*>(QStringLiteral("closeModels"))->click();
    download.fail(Message("The disk is full."));
    QTRY_VERIFY(gui_->banner("failure") != nullptr && gui_->banner("failure")->isVisible());
    QVERIFY(gui_->banner("failure")->text().contains(QStringLiteral("The disk is full.")));
  }

  void a_mirror_without_https_is_marked() {
    open();
    auto* mirror = gui_->visible<QLineEdit>(QStringLiteral("mirrorAddress"));
    QTest::keyClick(&gui_->window(), Qt::Key_M, Qt::AltModifier);
    QTest::keyClicks(mirror, QStringLiteral("http://mirror.example"));
    QVERIFY(shown_text("mirrorUnprotected").startsWith(QStringLiteral("Nothing protects the connection")));
    mirror->selectAll();
    QTest::keyClicks(mirror, QStringLiteral("http://localhost:8000"));
    QVERIFY(shown_text("mirrorUnprotected").isEmpty());
  }

  void a_wrong_mirror_address_is_one_sentence() {
    open();
    auto* mirror = gui_->visible<QLineEdit>(QStringLiteral("mirrorAddress"));
    QTest::keyClick(&gui_->window(), Qt::Key_M, Qt::AltModifier);
    QVERIFY(mirror->hasFocus());
    QTest::keyClicks(mirror, QStringLiteral("ftp://a b"));
    key(Qt::Key_Return);
    QCOMPARE(
        shown_text("mirrorProblem"),
        QStringLiteral("A mirror's address looks like https://hf-mirror.com, but this one is ftp://a b."));
    QVERIFY(mirror->hasFocus());
    QVERIFY(gui_->models.did().empty());
    mirror->selectAll();
    QTest::keyClicks(mirror, QStringLiteral("hf-mirror.com"));
    QVERIFY(shown_text("mirrorProblem").isEmpty() && shown_text("mirrorUnprotected").isEmpty());
    key(Qt::Key_Return);
    QTRY_COMPARE(gui_->models.did(), (std::vector<std::string>{"download https://hf-mirror.com"}));
    QTRY_COMPARE(cards().size(), 2);
    QTRY_VERIFY(cards()[1]->findChild<QPushButton*>(QStringLiteral("useModel"))->hasFocus());
  }

  void files_that_are_there_already_are_checked_and_listed() {
    QTemporaryDir mine;
    open();
    gui_->models.refused = mine.path().toStdString();
    button("haveFiles")->click();
    test::choose_file(mine.path());
    QTRY_COMPARE(shown_text("addProblem"),
                 QStringLiteral("Expected a model in %1, found no config.json.").arg(mine.path()));
    gui_->models.refused.clear();
    button("haveFiles")->click();
    test::choose_file(mine.path());
    QTRY_COMPARE(cards().size(), 2);
    QVERIFY(shown_text("addProblem").isEmpty());
    button("addModel")->click();
    QVERIFY(test::shown_dialog<QFileDialog>() != nullptr);
  }

  void removing_says_what_is_deleted() {
    gui_->models.install(FakeModels::full("/m/GLM", ModelOrigin::downloaded));
    open();
    QTRY_COMPARE(cards().size(), 2);
    const auto remove = [this] {  // the cards are made anew after each look
      return cards()[1]->findChild<QPushButton*>(QStringLiteral("removeModel"));
    };
    QCOMPARE(remove()->accessibleName(), QStringLiteral("Remove GLM-ASR-Nano-2512…"));
    // A look that ends now may take the focus along with its card.
    for (int i = 0; i < 120 && !remove()->hasFocus(); ++i) {
      if (QApplication::focusWidget() == nullptr) page().setFocus();
      QTest::keyClick(&gui_->window(), Qt::Key_Tab);
    }
    QVERIFY(remove()->hasFocus());
    key(Qt::Key_Space);
    auto* question = test::shown_dialog<QMessageBox>(QStringLiteral("removeQuestion"));
    QVERIFY(question != nullptr);
    QCOMPARE(
        question->informativeText(),
        QStringLiteral("The downloaded files in /m/GLM are deleted, 4.5 GB. You can download them again."));
    QTest::keyClick(question, Qt::Key_Return);  // the answer that loses nothing
    QTRY_VERIFY(test::shown_dialog<QMessageBox>() == nullptr);
    QVERIFY(gui_->models.did().empty());
    std::unique_lock held = hold_deletions();
    remove()->click();
    test::press("agree");
    QTRY_COMPARE(gui_->models.did().size(), std::size_t{1});
    QVERIFY(!cards()[1]->isEnabled());  // while it goes
    held.unlock();
    QTRY_COMPARE(cards().size(), 1);
    QCOMPARE(gui_->models.did(), (std::vector<std::string>{"remove /m/GLM"}));
  }

  void the_model_in_use_is_marked_and_not_removed() {
    gui_->world.describe_by(
        [](const EngineOptions& options, EngineInfo&, ModelInfo& model) { model.path = options.model; });
    gui_->models.install(FakeModels::full("/m/GLM", ModelOrigin::added));
    open();
    QTRY_COMPARE(cards().size(), 2);
    cards()[1]->findChild<QPushButton*>(QStringLiteral("useModel"))->click();
    const auto mark = [this] { return cards()[1]->findChild<QLabel*>(QStringLiteral("modelMark")); };
    QTRY_VERIFY(mark()->isVisible());
    const auto* remove = cards()[1]->findChild<QPushButton*>(QStringLiteral("removeModel"));
    QVERIFY(!remove->isEnabled());
    QCOMPARE(remove->toolTip(), QStringLiteral("It is in use. Use another model first."));
    QVERIFY(!cards()[1]->findChild<QPushButton*>(QStringLiteral("useModel"))->isVisible());
  }

  void a_model_in_use_is_known_by_another_name_of_its_folder() {
    const QTemporaryDir dir;
    const std::filesystem::path real = dir.filePath(QStringLiteral("real")).toStdString();
    const std::filesystem::path link = dir.filePath(QStringLiteral("link")).toStdString();
    std::filesystem::create_directory(real);
    std::filesystem::create_directory_symlink(real, link);
    gui_->world.describe_by(
        [real](const EngineOptions&, EngineInfo&, ModelInfo& model) { model.path = real; });
    gui_->models.install(FakeModels::full(link, ModelOrigin::downloaded));
    open();
    QTRY_COMPARE(cards().size(), 2);
    cards()[1]->findChild<QPushButton*>(QStringLiteral("useModel"))->click();
    QTRY_COMPARE(gui_->settings.engine().model, link.string());
    QTRY_VERIFY(cards()[1]->findChild<QLabel*>(QStringLiteral("modelMark"))->isVisible());
    QVERIFY(!cards()[1]->findChild<QPushButton*>(QStringLiteral("removeModel"))->isEnabled());
  }

  void another_model_of_that_name_is_not_the_full_one() {
    InstalledModel other = FakeModels::full("/m/GLM", ModelOrigin::added);
    other.parameters = 12'500'000;
    gui_->models.install(other);
    open();
    QTRY_COMPARE(cards().size(), 2);
    QVERIFY(button("getModel")->isVisible());
  }

  void everything_on_it_has_a_name_and_is_reached_by_tab() {
    gui_->models.install(FakeModels::full("/m/GLM", ModelOrigin::downloaded));
    gui_->models.set_part(PartialDownload{1'000'000'000, 4'500'000'000, hub_address});
    open();
    QTRY_COMPARE(cards().size(), 2);
    for (auto* one : page().findChildren<QWidget*>()) {
      if (!one->isVisible() || !(one->focusPolicy() & Qt::TabFocus)) continue;
      QVERIFY2(!QAccessible::queryAccessibleInterface(one)->text(QAccessible::Name).isEmpty(),
               qPrintable(one->objectName()));
      if (one->isEnabled()) tab_to(one);
    }
  }

 private:
  Download& held_download() { return download_.emplace(gui_->models); }
  std::unique_lock<std::mutex> hold_deletions() {
    gui_->models.deleting = [this] { const std::lock_guard wait(deletions_); };
    return std::unique_lock(deletions_);
  }
  void open() {
    QVERIFY(QTest::qWaitForWindowActive(&gui_->window(), test::patience_ms));
    QTest::keyClick(&gui_->window(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(page().isVisible());
  }
  ModelsPage& page() { return gui_->controller->models().part().page(); }
  QPushButton* button(const char* name) { return page().findChild<QPushButton*>(QLatin1String(name)); }
  QString shown_text(const char* name) {
    const auto* label = gui_->visible<QLabel>(QLatin1String(name));
    return label == nullptr ? QString() : label->text().remove(QChar(0x200B));
  }
  std::vector<ModelCard*> cards() {
    std::vector<ModelCard*> all;
    for (auto* card : page().findChildren<ModelCard*>()) all.push_back(card);
    return all;
  }
  static void key(Qt::Key pressed) { QTest::keyClick(QApplication::focusWidget(), pressed); }
  static void tab_to(const QWidget* wanted) {
    for (int i = 0; i < 60 && !wanted->hasFocus(); ++i) key(Qt::Key_Tab);
    QVERIFY2(wanted->hasFocus(), qPrintable(wanted->objectName()));
  }

  std::unique_ptr<GuiFixture> gui_;
  std::optional<Download> download_;
  std::mutex deletions_;  // who holds it holds them up
};

QTEST_MAIN(TestModelsPage)
#include "test_models_page.moc"
