// SPDX-License-Identifier: Apache-2.0
#include "ui/models/full_model_card.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <cmath>
#include <exception>

#include "inference/api/clean_up.h"
#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr int bar_steps = 10'000;
constexpr int mirror_width = 360;  // logical pixels

QPushButton* hidden_button(const char* name, const QString& text, QWidget* parent) {
  auto* button = named(name, new QPushButton(text, parent));
  button->hide();
  return button;
}

}  // namespace

FullModelCard::FullModelCard(QWidget* parent)
    : Card(tr("The full model"), parent),
      title_(card_text("fullModelTitle", {}, this)),
      facts_(card_text("fullModelFacts", {}, this)),
      memory_(card_text("fullModelMemory", {}, this)),
      place_(named("fullModelPlace", new ElidedLabel(Qt::ElideMiddle, this))),
      progress_text_(card_text("downloadText", {}, this)),
      problem_(card_text("downloadProblem", {}, this)),
      bar_(named("downloadBar", new QProgressBar(this))),
      get_(named("getModel", new QPushButton(tr("Get the full model"), this))),
      pause_(hidden_button("pauseDownload", tr("Pause"), this)),
      cancel_(hidden_button("cancelDownload", tr("Cancel…"), this)),
      have_files_(named("haveFiles", new QPushButton(tr("I have the files already…"), this))),
      mirror_label_(new QLabel(tr("&Mirror address"), this)),
      mirror_(named("mirrorAddress", new QLineEdit(this))),
      mirror_problem_(card_text("mirrorProblem", {}, this)),
      unprotected_(card_text("mirrorUnprotected",
                             tr("Nothing protects the connection to this address (no https): others may "
                                "change the model on its way."),
                             this)) {
  title_->setFont(heading_font(title_->font(), 1.2));
  place_->set_color(QPalette::PlaceholderText);
  for (QLabel* label : {facts_, progress_text_}) label->setProperty("quiet", true);
  problem_->setForegroundRole(QPalette::BrightText);
  bar_->setRange(0, bar_steps);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Download"));
  get_->setProperty("primary", true);
  pause_->setAccessibleName(tr("Pause the download"));
  pause_->setToolTip(tr("What has come is kept"));
  cancel_->setAccessibleName(tr("Cancel the download…"));
  have_files_->setToolTip(tr("Choose the folder with config.json, tokenizer.json and model.safetensors"));
  connect(get_, &QPushButton::clicked, this, &FullModelCard::get);
  connect(pause_, &QPushButton::clicked, this, &FullModelCard::pauseClicked);
  connect(cancel_, &QPushButton::clicked, this, &FullModelCard::cancelClicked);
  connect(have_files_, &QPushButton::clicked, this, &FullModelCard::haveFilesClicked);

  QLabel* what = card_text("fullModelWhat",
                           tr("The model for real work: it knows Chinese and English, and can follow "
                              "an instruction. The demo model only shows how the program works."),
                           this);
  QLayout* buttons = make_row(nullptr, {}, 8, {get_, pause_, cancel_, have_files_, free_room()});
  make_column(this, {18, 16, 18, 16}, 8,
              {title_, what, facts_, memory_, place_, fixed_room(2), bar_, progress_text_, problem_, buttons,
               fixed_room(4), make_mirror()});
}

QLayout* FullModelCard::make_mirror() {
  mirror_label_->setBuddy(mirror_);
  mirror_->setPlaceholderText(QLatin1String(hub_address));
  ClearButton::add_to(*mirror_);
  mirror_->setMaximumWidth(mirror_width);
  mirror_->setToolTip(
      tr("For networks that do not reach Hugging Face. Left empty, the files come from there."));
  mirror_problem_->setForegroundRole(QPalette::BrightText);
  mirror_problem_->hide();
  unprotected_->setForegroundRole(QPalette::BrightText);
  unprotected_->hide();
  connect(mirror_, &QLineEdit::textChanged, this, &FullModelCard::follow_mirror);
  connect(mirror_, &QLineEdit::editingFinished, this, &FullModelCard::mirrorChanged);
  connect(mirror_, &QLineEdit::returnPressed, this, &FullModelCard::get);
  QLayout* row = make_row(nullptr, {}, 10, {mirror_label_, {mirror_, 1}, free_room()});
  QLabel* note =
      make_note(tr("Nothing is downloaded before you press the button. The address above then learns "
                   "that this computer gets the model, and nothing else."),
                this);
  return make_column(nullptr, {}, 6, {row, mirror_problem_, unprotected_, note});
}

QString FullModelCard::mirror() const {
  return mirror_->text().trimmed();
}

void FullModelCard::set_mirror(const QString& typed) {
  mirror_->setText(typed);
}

void FullModelCard::follow_mirror() {
  mirror_problem_->hide();
  bool readable = false;
  try {
    readable = is_readable_on_the_way(checked_address(mirror_->text().toStdString()));
  } catch (const std::exception&) {  // still being typed
  }
  unprotected_->setVisible(readable);
}

void FullModelCard::get() {
  if (!get_->isVisible() || !get_->isEnabled()) return;
  try {
    const std::string address = checked_address(mirror_->text().toStdString());
    emit getClicked(QString::fromStdString(address));
  } catch (...) {
    mirror_problem_->setText(breakable(words(describe_failure(std::current_exception()).message)));
    mirror_problem_->show();
    mirror_->setFocus();
  }
}

QString FullModelCard::progress_text(const ModelsState& state) const {
  const DownloadProgress& progress = state.progress;
  using Stage = DownloadProgress::Stage;
  QString sizes = tr("%1 of %2").arg(bytes_text(progress.bytes), bytes_text(progress.total));
  if (state.phase == DownloadPhase::stopping) return tr("Stopping…");
  if (state.phase == DownloadPhase::stopped)
    return progress.total > 0 ? tr("%1 are here. Continue gets the rest.").arg(sizes)
                              : tr("Nothing has come yet.");
  switch (progress.stage) {
    case Stage::asking:
      return tr("Asking which files there are…");
    case Stage::waiting:
      return words(Message("{1} Next attempt in {2} s.", progress.trouble, Real{progress.wait_s, 0}));
    case Stage::checking:
      return tr("Checking that everything arrived as it was sent…");
    case Stage::receiving:
      break;
  }
  if (progress.bytes_per_s <= 0.0) return sizes;
  return tr("%1, %2 per second, %3 left")
      .arg(sizes, bytes_text(std::llround(progress.bytes_per_s)), elapsed_text(progress.remaining_s()));
}

void FullModelCard::set_state(const ModelsState& state) {
  const PublishedModel& model = state.published;
  const DownloadPhase phase = state.phase;
  const bool busy = phase == DownloadPhase::running || phase == DownloadPhase::stopping;
  const bool begun = phase != DownloadPhase::none;
  title_->setText(tr("The full model: %1").arg(QString::fromStdString(model.name)));
  facts_->setText(tr("Download: about %1. Licence: %2. Published by %3 on Hugging Face.")
                      .arg(bytes_text(model.bytes), QString::fromStdString(model.licence),
                           QString::fromStdString(model.repository).section(QLatin1Char('/'), 0, 0)));
  memory_->setText(state.fit ? words(state.fit->sentence) : tr("Looking at this computer's memory…"));
  memory_->setForegroundRole(state.fit && !state.fit->fits ? QPalette::BrightText : QPalette::WindowText);
  place_->set_text(
      tr("It comes into %1.")
          .arg(QFile::decodeName(QByteArray::fromStdString((state.folder / model.name).string()))));
  const DownloadProgress& progress = state.progress;
  bar_->setVisible(begun);
  bar_->setValue(progress.total > 0 ? static_cast<int>(static_cast<double>(progress.bytes) /
                                                       static_cast<double>(progress.total) * bar_steps)
                                    : 0);
  progress_text_->setVisible(begun);
  if (begun) progress_text_->setText(progress_text(state));
  problem_->setText(breakable(words(state.problem)));
  problem_->setVisible(!state.problem.empty() && !busy);

  // Who had the focus of a button that goes gets that of the one that comes.
  const bool focus_moves =
      ((get_->hasFocus() || mirror_->hasFocus()) && busy) || (pause_->hasFocus() && !busy);
  get_->setText(phase == DownloadPhase::stopped ? tr("Continue") : tr("Get the full model"));
  get_->setAccessibleName(phase == DownloadPhase::stopped ? tr("Continue the download") : QString());
  get_->setVisible(!busy);
  pause_->setVisible(busy);
  cancel_->setVisible(begun);
  cancel_->setEnabled(phase != DownloadPhase::stopping);
  if (focus_moves) (busy ? pause_ : get_)->setFocus();
  have_files_->setVisible(!busy);
  mirror_->setEnabled(!busy);
  mirror_label_->setEnabled(!busy);
}

}  // namespace tilescribe::ui
