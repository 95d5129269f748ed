// SPDX-License-Identifier: Apache-2.0
// How the main window closes: it hides where the program goes on without it, and asks where something is at
// stake. It is closed again once that is answered.
#include <QCloseEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <utility>

#include "ui/settings/settings.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/window/main_window.h"

namespace tilescribe::ui {

void MainWindow::add_closing_question(std::function<std::optional<ClosingQuestion>()> question) {
  questions_.push_back(std::move(question));
}

void MainWindow::set_hiding(std::function<bool()> useful, std::function<void()> hidden) {
  useful_without_ = std::move(useful);
  hidden_ = std::move(hidden);
}

void MainWindow::quit() {
  quitting_ = true;
  close();
  quitting_ = false;
}

void MainWindow::close_unasked() {
  asks_nothing_ = true;
  quit();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!quitting_ && useful_without_ && useful_without_()) {
    event->ignore();
    hide();
    return hidden_();
  }
  if (!asks_nothing_ && asks_before_closing()) return event->ignore();
  settings_.geometry.set(saveGeometry());
  settings_.splitter.set(splitter_->saveState());
  settings_.live_splitter.set(outer_splitter_->saveState());
  save_state();
  emit ending();
  emit closing();
  event->accept();
}

/// The first thing at stake to which the user has not agreed. What has grown since then is asked anew.
std::optional<ClosingQuestion> MainWindow::next_question() const {
  for (const auto& ask : questions_) {
    auto question = ask();
    if (question && !agreed_.contains(question->text)) return question;
  }
  return {};
}

bool MainWindow::asks_before_closing() {
  if (!next_question()) return false;
  if (isHidden()) bring_up();  // the user should see what the question is about
  if (question_ != nullptr) {
    question_->activateWindow();
    return true;
  }
  question_ = named("closingQuestion", new QMessageBox(QMessageBox::Question, tr("Quit Tilescribe?"), {},
                                                       QMessageBox::NoButton, this));
  stop_ = named("stop", question_->addButton(QString(), QMessageBox::AcceptRole));
  stay_ = named("stay", question_->addButton(QString(), QMessageBox::RejectRole));
  question_->setDefaultButton(stay_);
  connect(question_, &QDialog::finished, this, &MainWindow::answered);
  closing_changed();
  open_dialog(question_);
  return true;
}

void MainWindow::answered() {
  const QMessageBox* question = std::exchange(question_, nullptr);
  if (question->clickedButton() != stop_) return agreed_.clear();
  agreed_.append(question->text());
  quit();
}

/// The user answers what is at stake now.
void MainWindow::closing_changed() {
  if (question_ == nullptr) return;
  const auto question = next_question();
  if (!question) {
    question_->setText(tr("Everything is finished now."));
    question_->setInformativeText({});
    stop_->setText(tr("Quit"));
    return;
  }
  question_->setText(question->text);
  question_->setInformativeText(question->more);
  stop_->setText(question->stop);
  stay_->setText(question->stay);
}

}  // namespace tilescribe::ui
