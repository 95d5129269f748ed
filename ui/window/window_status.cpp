// SPDX-License-Identifier: Apache-2.0
// The main window's status bar, and what it says about engine, model and queue.
#include <QCoreApplication>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>
#include <cmath>
#include <utility>

#include "ui/format.h"
#include "ui/settings/about_dialog.h"
#include "ui/theme/icons.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/window_actions.h"

namespace tilescribe::ui {

namespace {

struct StatusTexts {
  Q_DECLARE_TR_FUNCTIONS(StatusTexts)
};

/// "Ready", "1 of 3 finished, 1 failed", "All 3 finished", "2 finished, 1 failed". Failed files never count
/// as finished.
QString overall_text(const QueueModel::Overall& overall) {
  if (overall.total == 0) return StatusTexts::tr("Ready");
  QStringList parts;
  if (overall.active > 0) {
    parts.append(StatusTexts::tr("%1 of %n finished", nullptr, overall.total).arg(overall.done));
  } else if (overall.done == overall.total) {
    parts.append(StatusTexts::tr("All %n finished", nullptr, overall.total));
  } else if (overall.done > 0) {
    parts.append(StatusTexts::tr("%n finished", nullptr, overall.done));
  }
  if (overall.failed > 0) parts.append(StatusTexts::tr("%n failed", nullptr, overall.failed));
  if (overall.cancelled > 0) parts.append(StatusTexts::tr("%n cancelled", nullptr, overall.cancelled));
  return parts.join(StatusTexts::tr(", "));
}

/// The model whose limits were dismissed; they are not shown again until another model was used.
constexpr auto dismissed_key = "notes/dismissedLimits";

}  // namespace

void MainWindow::make_status_bar() {
  statusBar()->setSizeGripEnabled(false);
  statusBar()->setContentsMargins(10, 2, 8, 2);
  // Not the status bar's own messages: those hide its other contents.
  message_ = new ElidedLabel(Qt::ElideMiddle, this);
  message_->setObjectName(QStringLiteral("statusMessage"));
  message_timer_.setSingleShot(true);
  connect(&message_timer_, &QTimer::timeout, this, &MainWindow::update_status);
  overall_text_ = new QLabel(this);
  overall_text_->setObjectName(QStringLiteral("overallText"));
  overall_text_->setProperty("quiet", true);
  overall_text_->setContentsMargins(0, 0, 6, 0);  // from the bar
  overall_bar_ = new QProgressBar(this);
  overall_bar_->setRange(0, 1000);
  overall_bar_->setTextVisible(false);
  overall_bar_->setFixedWidth(120);
  overall_bar_->setAccessibleName(tr("Progress of the whole queue"));
  statusBar()->addWidget(message_, 1);
  statusBar()->addWidget(overall_text_);
  statusBar()->addWidget(overall_bar_);
  const auto chip = [this](const QString& icon, const QString& name) {
    auto* button = new QToolButton(this);
    button->setProperty("chip", true);
    button->setIcon(line_icon(icon));
    button->setIconSize({22, 16});  // wider than the image: space before the text
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(name);
    statusBar()->addPermanentWidget(button);
    return button;
  };
  engine_chip_ = chip(QStringLiteral("chip"), tr("Engine"));
  engine_chip_->setObjectName(QStringLiteral("engineChip"));
  model_chip_ = chip(QStringLiteral("info"), tr("Model"));
  model_chip_->setObjectName(QStringLiteral("modelChip"));
  connect(engine_chip_, &QToolButton::clicked, this, [this] { edit_engine(); });
  connect(model_chip_, &QToolButton::clicked, this, [this] { show_model(); });
  set_engine_opening({});
}

void MainWindow::update_status() {
  const auto overall = model_.overall();
  const bool working = overall.active > 0;
  const bool says = message_timer_.isActive();
  message_->setVisible(says);
  overall_text_->setVisible(!says);
  overall_bar_->setVisible(!says && working);
  overall_bar_->setValue(static_cast<int>(std::lround(overall.fraction * 1000)));
  overall_text_->setText(overall_text(overall));
}

void MainWindow::forget_engine_trouble() {
  engine_refused_ = false;
  engine_banner_->hide();
}

void MainWindow::set_engine_opening(const EngineOptions& options) {
  engine_options_ = options;
  engine_.reset();
  model_info_.reset();
  if (!engine_refused_) engine_banner_->hide();
  panel_->set_waiting_text(tr("Waiting for the model to open."));
  engine_chip_->setText(tr("Opening the engine…"));
  engine_chip_->setToolTip(tr("The model is being opened. Files wait until it is ready."));
  model_chip_->hide();
}

void MainWindow::set_engine(const EngineInfo& engine, const ModelInfo& model) {
  engine_ = engine;
  model_info_ = model;
  if (!std::exchange(engine_refused_, false)) engine_banner_->hide();
  if (model.is_demo) use_demo_->hide();
  panel_->set_waiting_text(tr("Waiting for its turn."));
  const QString summary = QString::fromStdString(engine.summary());
  engine_chip_->setText(button_text(fontMetrics().elidedText(summary, Qt::ElideMiddle, 320)));
  engine_chip_->setToolTip(
      tip_text(QStringLiteral("%1\n%2").arg(summary, QString::fromStdString(engine.reason))));
  engine_chip_->setAccessibleName(tr("Engine: %1").arg(summary));
  const QString full = QString::fromStdString(model.name);
  model_chip_->setText(button_text(fontMetrics().elidedText(full, Qt::ElideMiddle, 220)));
  model_chip_->setToolTip(tip_text(tr("%1: what it can and cannot do").arg(full)));
  model_chip_->setAccessibleName(tr("Model: %1").arg(full));
  model_chip_->show();
  if (!model.is_demo) settings_.remove(QLatin1String(dismissed_key));
  update_notes();
}

/// The banner for new users: the welcome, and what the demo model cannot do.
void MainWindow::update_notes() {
  const bool demo = model_info_ && model_info_->is_demo;
  const QString limits = demo ? QString::fromStdString(model_info_->limits) : QString();
  const bool tells = !limits.isEmpty() && !settings_.value(QLatin1String(dismissed_key), false).toBool();
  const QString welcome =
      tr("Welcome. This is a recording that comes with Tilescribe, being transcribed on this computer. Drop "
         "your own files anywhere in the window.");
  sample_banner_->set_text(tells ? tr("%1 %2").arg(welcome, limits) : welcome);
  limits_banner_->set_text(limits);
  sample_banner_->setVisible(sample_note_);
  limits_banner_->setVisible(tells && !sample_note_);
}

void MainWindow::dismiss_notes() {
  sample_note_ = false;
  if (model_info_ && model_info_->is_demo) settings_.setValue(QLatin1String(dismissed_key), true);
  update_notes();
}

void MainWindow::show_engine_trouble(const Failure& failure, const QString& text) {
  engine_failure_ = failure;
  engine_banner_->set_text(text);
  engine_details_->setVisible(!failure.details.empty());
  use_demo_->setVisible(!engine_options_.model.empty());
  engine_banner_->show();
}

void MainWindow::set_engine_refusal(const Failure& failure) {
  engine_refused_ = true;
  show_engine_trouble(failure,
                      tr("%1 The model used before is kept.").arg(QString::fromStdString(failure.sentence)));
}

void MainWindow::set_engine_failure(const Failure& failure) {
  engine_refused_ = false;
  show_engine_trouble(failure, QString::fromStdString(failure.sentence));
  update_notes();  // no model is open
  panel_->set_waiting_text(tr("Waiting for an engine that works."));
  engine_chip_->setText(tr("No engine"));
  engine_chip_->setToolTip(tip_text(QString::fromStdString(failure.sentence)));
}

void MainWindow::set_devices(const std::vector<DeviceRow>& devices) {
  devices_ = devices;
}

void MainWindow::show_model() {
  if (!model_info_) return show_about();
  QMessageBox box(QMessageBox::NoIcon, tr("Model"), model_description(*model_info_), QMessageBox::Close,
                  this);
  box.setTextFormat(Qt::RichText);
  box.setTextInteractionFlags(Qt::TextSelectableByMouse);
  box.exec();
}

}  // namespace tilescribe::ui
