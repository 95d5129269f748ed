// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/engine_part.h"

#include <QFontMetrics>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#include <utility>

#include "ui/format.h"
#include "ui/settings/about_dialog.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/failure_dialog.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

QToolButton* make_chip(const char* name, const char* icon, const QString& accessible_name) {
  auto* chip = named(name, new QToolButton);
  chip->setProperty("chip", true);
  chip->setIcon(line_icon(QLatin1String(icon)));
  chip->setIconSize({22, 16});  // wider than the image: space before the text
  chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  chip->setFocusPolicy(Qt::StrongFocus);
  chip->setAccessibleName(accessible_name);
  return chip;
}

void set_chip(QToolButton& chip, const QString& text, int width) {
  chip.setText(button_text(chip.fontMetrics().elidedText(text, Qt::ElideMiddle, width)));
}

}  // namespace

EnginePart::EnginePart(Shell& shell, Settings& settings) : shell_(shell), settings_(settings) {
  make_banners();
  make_chips();
  make_actions();
  set_opening({});
}

void EnginePart::make_banners() {
  const QString title = tr("The engine could not be opened");
  banner_ = new Banner(QStringLiteral("alert"), title, true);
  banner_->setProperty("role", QStringLiteral("engine"));
  details_ = banner_->add_button("engineDetails", tr("Details…"));
  connect(details_, &QPushButton::clicked, this,
          [this, title] { open_dialog(new FailureDialog(title, failure_, &shell_.widget())); });
  connect(banner_->add_button("engineChoose", tr("Engine && model…")), &QPushButton::clicked, this,
          &EnginePart::edit);
  use_demo_ = banner_->add_button("engineUseDemo", tr("Use the demo model"));
  connect(use_demo_, &QPushButton::clicked, this, [this] {
    EngineOptions demo = options_;
    demo.model.clear();
    emit optionsChosen(demo);
  });
  use_here_ = banner_->add_button("engineUseHere", tr("Work on this machine"));
  connect(use_here_, &QPushButton::clicked, this, [this] {
    EngineOptions here = options_;
    here.engine = Engine::automatic;
    emit optionsChosen(here);
  });
  connect(banner_->add_button("engineRetry", tr("Try again")), &QPushButton::clicked, this,
          &EnginePart::retryRequested);
  sample_banner_ = new Banner(QStringLiteral("play"), tr("First start"), true);
  sample_banner_->setProperty("role", QStringLiteral("sample"));
  limits_banner_ = new Banner(QStringLiteral("info"), tr("What this model cannot do"), true);
  limits_banner_->setProperty("role", QStringLiteral("limits"));
  connect(limits_banner_->add_button("limitsModels", tr("Other models…")), &QPushButton::clicked, this,
          &EnginePart::modelsRequested);
  for (const Banner* note : {sample_banner_, limits_banner_})
    connect(note, &Banner::dismissed, this, &EnginePart::dismiss_notes);
  for (Banner* banner : {banner_, sample_banner_, limits_banner_}) shell_.put(banner, Place::banner);
}

void EnginePart::make_chips() {
  engine_chip_ = make_chip("engineChip", "chip", tr("Engine"));
  model_chip_ = make_chip("modelChip", "info", tr("Model"));
  connect(engine_chip_, &QToolButton::clicked, this, &EnginePart::edit);
  connect(model_chip_, &QToolButton::clicked, this, &EnginePart::show_model);
  for (QToolButton* chip : {engine_chip_, model_chip_}) shell_.put(chip, Place::chip);
}

void EnginePart::make_actions() {
  QAction* engine = make_action(&shell_.widget(), "engine", tr("&Engine && model…"), {}, "chip");
  QAction* model = make_action(&shell_.widget(), "model", tr("What the &model can and cannot do…"));
  QAction* about = make_action(&shell_.widget(), "about", tr("&About Tilescribe…"));
  connect(engine, &QAction::triggered, this, &EnginePart::edit);
  connect(model, &QAction::triggered, this, &EnginePart::show_model);
  connect(about, &QAction::triggered, this, &EnginePart::show_about);
  shell_.add_actions({Menu::queue, 4, {engine}});
  shell_.add_actions({Menu::help, 0, {model, about}});
}

void EnginePart::forget_trouble() {
  refused_ = false;
  banner_->hide();
}

void EnginePart::set_opening(const EngineOptions& options) {
  options_ = options;
  engine_.reset();
  model_.reset();
  if (!refused_) banner_->hide();
  emit waitingTextChanged(tr("Waiting for the model to open."));
  engine_chip_->setText(tr("Opening the engine…"));
  engine_chip_->setToolTip(tr("The model is being opened. Files wait until it is ready."));
  model_chip_->hide();
}

void EnginePart::set_engine(const EngineInfo& engine, const ModelInfo& model) {
  engine_ = engine;
  model_ = model;
  if (!std::exchange(refused_, false)) banner_->hide();
  if (model.is_demo) use_demo_->hide();
  emit waitingTextChanged(tr("Waiting for its turn."));
  const QString summary = words(engine.description());
  set_chip(*engine_chip_, summary, 320);
  engine_chip_->setToolTip(tip_text(QStringLiteral("%1\n%2").arg(summary, words(engine.reason))));
  engine_chip_->setAccessibleName(tr("Engine: %1").arg(summary));
  const QString full = QString::fromStdString(model.name);
  set_chip(*model_chip_, full, 220);
  model_chip_->setToolTip(tip_text(tr("%1: what it can and cannot do").arg(full)));
  model_chip_->setAccessibleName(tr("Model: %1").arg(full));
  model_chip_->show();
  if (!model.is_demo) settings_.limits_dismissed.set(false);
  update_notes();
}

void EnginePart::show_sample_note(bool visible) {
  if (std::exchange(sample_note_, visible) != visible) update_notes();
}

/// The banner for new users: the welcome, and what the demo model cannot do.
void EnginePart::update_notes() {
  const bool demo = model_ && model_->is_demo;
  const QString limits = demo ? words(model_->limits) : QString();
  const bool tells = !limits.isEmpty() && !settings_.limits_dismissed.get();
  const QString welcome =
      tr("Welcome. This is a recording that comes with Tilescribe, being transcribed on this computer. Drop "
         "your own files anywhere in the window.");
  sample_banner_->set_text(tells ? tr("%1 %2").arg(welcome, limits) : welcome);
  limits_banner_->set_text(limits);
  sample_banner_->setVisible(sample_note_);
  limits_banner_->setVisible(tells && !sample_note_);
}

void EnginePart::dismiss_notes() {
  sample_note_ = false;
  if (model_ && model_->is_demo) settings_.limits_dismissed.set(true);
  update_notes();
}

void EnginePart::show_trouble(const Failure& failure, const QString& text) {
  failure_ = failure;
  banner_->set_text(text);
  details_->setVisible(!failure.details.empty());
  const bool here = options_.engine != Engine::remote;
  use_demo_->setVisible(here && !options_.model.empty());
  use_here_->setVisible(!here);
  banner_->show();
}

void EnginePart::set_refusal(const Failure& failure) {
  refused_ = true;
  show_trouble(failure, tr("%1 The model used before is kept.").arg(words(failure.message)));
}

void EnginePart::set_failure(const Failure& failure) {
  refused_ = false;
  show_trouble(failure, words(failure.message));
  update_notes();  // no model is open
  emit waitingTextChanged(tr("Waiting for an engine that works."));
  engine_chip_->setText(tr("No engine"));
  engine_chip_->setToolTip(tip_text(words(failure.message)));
}

void EnginePart::edit() {
  auto* dialog = new EngineDialog(options_, devices_, &shell_.widget());
  dialog->set_check(check_model);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { emit optionsChosen(dialog->options()); });
  connect(dialog, &EngineDialog::serverRequested, this, [this] { emit serverRequested(options_.remote); });
  open_dialog(dialog);
}

void EnginePart::show_model() {
  if (!model_) return show_about();
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Model"), model_description(*model_),
                              QMessageBox::Close, &shell_.widget());
  box->setTextFormat(Qt::RichText);
  box->setTextInteractionFlags(Qt::TextSelectableByMouse);
  open_dialog(box);
}

void EnginePart::show_about() {
  open_dialog(new AboutDialog(model_ ? &*model_ : nullptr, engine_ ? &*engine_ : nullptr, &shell_.widget()));
}

}  // namespace tilescribe::ui
