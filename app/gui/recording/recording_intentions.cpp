// SPDX-License-Identifier: Apache-2.0
// What the record page, the tray, the small window and the service tell the recording controller.
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QGuiApplication>
#include <QTextDocumentFragment>
#include <QUrl>
#include <utility>

#include "app/gui/recording/recording_controller.h"
#include "inference/api/spacing.h"
#include "ui/recording/last_lines.h"
#include "ui/recording/live_text_view.h"
#include "ui/recording/record_page.h"
#include "ui/recording/recording_dialog.h"
#include "ui/shell/actions.h"
#include "ui/widgets/open_dialog.h"
#include "ui/words.h"

namespace tilescribe {

using ui::RecordPage;
using ui::RecordPhase;

void RecordingController::connect_page() {
  connect(&part_, &ui::RecordPart::toggled, this, &RecordingController::toggle);
  connect(&page_, &RecordPage::pauseClicked, this, &RecordingController::pause);
  connect(&page_, &RecordPage::settingsClicked, this, &RecordingController::edit_settings);
  connect(&page_, &RecordPage::laterClicked, this, &RecordingController::transcribe_later);
  connect(&page_, &RecordPage::demoClicked, this, &RecordingController::demoRequested);
  connect(&page_, &RecordPage::folderClicked, this, &RecordingController::show_folder);
  connect(&page_, &RecordPage::smallWindowClicked, this, [this] {
    small_window_came_ = false;
    small_window_.setVisible(!small_window_.isVisible());
  });
  connect(&page_, &RecordPage::copyAllClicked, this, [this] {
    QGuiApplication::clipboard()->setText(page_.text().toPlainText());
    shell_.show_message(tr("The text was copied."));
  });
}

void RecordingController::connect_windows() {
  connect(&small_window_, &ui::SmallWindow::recordClicked, this, &RecordingController::toggle);
  connect(&small_window_, &ui::SmallWindow::pageRequested, this, [this] {
    shell_.bring_up();
    part_.show_page();
  });
  connect(&tray_, &ui::Tray::recordClicked, this, &RecordingController::toggle);
  connect(&tray_, &ui::Tray::showClicked, this, [this] { shell_.bring_up(); });
  connect(&tray_, &ui::Tray::quitClicked, this, [this] { shell_.quit(); });
  connect(shortcut_.get(), &GlobalShortcut::activated, this, &RecordingController::toggle);
  connect(shortcut_.get(), &GlobalShortcut::refused, this,
          [this](const QString& sentence) { shell_.show_message(sentence); });
}

void RecordingController::show_folder() {
  QDir().mkpath(shelf_.folder());
  QDesktopServices::openUrl(QUrl::fromLocalFile(shelf_.folder()));
}

void RecordingController::connect_service() {
  service_.on<EngineOpening>(this, [this](const EngineOpening&) {
    engine_ = EngineState::opening;
    server_.clear();
    update();
  });
  service_.on<EngineReady>(this, [this](const EngineReady& event) {
    engine_ = EngineState::ready;
    is_demo_ = event.model.is_demo;
    server_ = QString::fromStdString(event.engine.server);
    update();
  });
  service_.on<EngineFailed>(this, [this](const EngineFailed&) {
    engine_ = EngineState::failed;
    if (!sessions_.empty() && sessions_.front().stopped) service_.abandon_live();
    update();
  });
  // What comes is about the first session; the page shows the last one, of which alone is typed.
  service_.on<LiveFixed>(this, [this](const LiveFixed& event) {
    if (sessions_.empty()) return;
    sessions_.front().document->append_words(event.piece);
    if (sessions_.size() == 1 && settings_.types_text && !event.piece.text.empty()) type(event.piece);
  });
  service_.on<LiveProvisional>(this, [this](const LiveProvisional& event) {
    if (sessions_.empty()) return;
    const LivePiece& piece = event.piece;
    sessions_.front().document->set_tail(
        {QString::fromStdString(piece.text), piece.start_s, piece.utterance});
  });
  service_.on<LiveProgress>(this, [this](const LiveProgress& event) {
    if (sessions_.empty()) return;
    sessions_.front().status = event.status;
    update();
  });
  service_.on<LiveMoved>(this, [this](const LiveMoved& event) {
    if (sessions_.empty()) return;
    sessions_.front().moved = true;
    const QString sentence = tr("%1 The text continues on the CPU.").arg(ui::words(event.failure.message));
    page_.add_notice({.message = Message::verbatim(sentence.toStdString()), .at_s = state_.elapsed_s});
    update();
  });
  service_.on<LiveFinished>(this, [this](LiveFinished& event) {
    if (sessions_.empty()) return;
    sessions_.front().document->finish(std::move(event.transcript));
    end_text();
  });
  service_.on<LiveFailed>(this, [this](const LiveFailed& event) {
    if (sessions_.empty()) return;
    sessions_.front().failure = ui::words(event.failure.message);
    sessions_.front().refused = !server_.isEmpty();
    sessions_.front().document->set_tail({});
    end_text();
  });
}

/// Between utterances, of two recordings too, a space goes where the script has spaces; inside one the pieces
/// bring theirs along.
void RecordingController::type(const LivePiece& piece) {
  QString words = QString::fromStdString(piece.text);
  if (piece.utterance != typed_utterance_) {
    words = words.trimmed();
    const QString before = last_typed_.isNull() ? QString() : QString(last_typed_);
    if (space_between(before.toStdString(), words.toStdString())) words.prepend(QLatin1Char(' '));
  }
  if (words.isEmpty()) return;
  typer_->type(words);
  typed_utterance_ = piece.utterance;
  last_typed_ = words.back();
}

/// The small window needs the end of the last recording's text only.
void RecordingController::update_small_text(const ui::TranscriptDocument& document) {
  constexpr int enough = 400;  // characters
  if (!sessions_.empty() && sessions_.back().document.get() != &document) return;
  const ui::ProvisionalTail& tail = document.tail();
  const QString words = document.last_words(enough);
  const bool apart = !tail.continues && space_between(words.toStdString(), tail.text.toStdString());
  small_window_.lines().set_text(words, (apart ? QStringLiteral(" ") : QString()) + tail.text);
}

void RecordingController::transcribe_later() {
  if (sessions_.empty()) return;
  sessions_.back().later = true;
  service_.abandon_live();
  update();
}

void RecordingController::edit_settings() {
  auto* dialog = new ui::RecordingDialog(settings_, {shortcut_->limit(), typer_->limit()},
                                         ui::keys_of(shell_.action("record")), &shell_.widget());
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    settings_ = dialog->chosen();
    store_.set_recording(settings_);
    apply_settings();
  });
  ui::open_dialog(dialog);
}

QString RecordingController::shown_folder() const {
  QString folder = shelf_.folder();
  if (folder.startsWith(QDir::homePath() + QLatin1Char('/')))
    folder.replace(0, QDir::homePath().size(), QStringLiteral("~"));
  return folder;
}

QString RecordingController::keeping() const {
  const QString on_page = RecordPage::keeping_text(shown_folder(), settings_.keep_days);
  return QTextDocumentFragment::fromHtml(on_page).toPlainText();
}

void RecordingController::apply_settings() {
  page_.set_keeping(shown_folder(), settings_.keep_days);
  shortcut_->set(settings_.shortcut);
}

bool RecordingController::works_without_window() const {
  const bool in_tray = tray_.is_shown() && desktop_.has_tray();
  return in_tray && !finished_ && (!shortcut_->keys().isEmpty() || state_.phase != RecordPhase::idle);
}

std::optional<ui::ClosingQuestion> RecordingController::closing_question() const {
  if (state_.phase == RecordPhase::idle) return {};
  const bool finishing = state_.phase == RecordPhase::finishing;
  return ui::ClosingQuestion{
      finishing ? tr("The text of a recording is being finished.") : tr("A recording is being made."),
      tr("The recording and its text so far are kept. Tilescribe offers to finish the "
         "text when it starts again."),
      finishing ? tr("Quit") : tr("Stop, keep and quit"),
      finishing ? tr("Continue") : tr("Continue recording")};
}

/// Once to every user: from then on it is known where the window went.
void RecordingController::tell_of_tray() {
  if (store_.told_of_tray.get()) return;
  store_.told_of_tray.set(true);
  const QString goes_on = state_.phase != RecordPhase::idle
                              ? tr("The recording continues.")
                              : tr("%1 still begins and stops a recording.").arg(shortcut_->keys());
  tray_.tell(tr("Tilescribe stays in the tray"),
             tr("%1 Click this icon to see the window again; Quit is in its menu.").arg(goes_on));
}

}  // namespace tilescribe
