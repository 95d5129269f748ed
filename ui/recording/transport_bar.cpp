// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/transport_bar.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/format.h"
#include "ui/recording/level_meter.h"
#include "ui/recording/record_button.h"
#include "ui/recording/source_picker.h"
#include "ui/shell/actions.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr int button_diameter = 68;  // logical pixels
constexpr int pause_size = 40;

}  // namespace

TransportBar::TransportBar(QWidget* parent)
    : QFrame(parent),
      picker_(new SourcePicker(this)),
      meter_(new LevelMeter(this)),
      record_(named("recordButton", new RecordButton(button_diameter, this))),
      pause_(named("pauseButton", new QPushButton(this))),
      elapsed_(named("elapsed", new QLabel(clock_text(0.0), this))),
      lag_(named("lag", new QLabel(this))) {
  setObjectName(QStringLiteral("transport"));
  meter_->setMaximumWidth(picker_->maximumWidth());
  pause_->setProperty("round", true);
  pause_->setFixedSize(pause_size, pause_size);
  pause_->setIconSize({20, 20});
  elapsed_->setAccessibleName(tr("Recorded"));
  elapsed_->setFont(heading_font(elapsed_->font(), 1.8));
  lag_->setProperty("quiet", true);
  lag_->setToolTip(tr("How far the text is behind. Nothing is lost: the rest is read from disk."));

  // Separate widgets, so that both sides have the same width and the button is in the middle.
  auto* left = new QWidget(this);
  make_column(left, {}, 9, {free_room(), picker_, meter_, free_room()});
  auto* right = new QWidget(this);
  make_column(right, {}, 0,
              {free_room(), {elapsed_, 0, Qt::AlignRight}, {lag_, 0, Qt::AlignRight}, free_room()});
  // Pause is to the right of the button; the same space is kept on its left.
  QLayout* middle = make_row(nullptr, {}, 14, {fixed_room(pause_size + 14), record_, pause_});
  auto* row = new QGridLayout(this);
  row->setContentsMargins(20, 12, 20, 12);
  row->setHorizontalSpacing(16);
  row->addWidget(left, 0, 0);
  row->addLayout(middle, 0, 1);
  row->addWidget(right, 0, 2);
  row->setColumnStretch(0, 1);
  row->setColumnStretch(2, 1);
  row->setColumnMinimumWidth(0, 130);
  row->setColumnMinimumWidth(2, 130);

  connect(record_, &RecordButton::clicked, this, &TransportBar::recordClicked);
  connect(pause_, &QPushButton::clicked, this, &TransportBar::pauseClicked);
  set_state({});
}

void TransportBar::set_possible(bool possible) {
  possible_ = possible;
  record_->setEnabled(possible_ || phase_ != RecordPhase::idle);
}

void TransportBar::set_keys(const QString& record, const QString& pause) {
  record_->set_keys(record);
  pause_keys_ = pause;
  pause_->setToolTip(with_keys(pause_->accessibleName(), pause_keys_));
}

void TransportBar::set_state(const RecordState& state) {
  phase_ = state.phase;
  const bool live = takes_sound(phase_);
  const bool paused = phase_ == RecordPhase::paused;
  record_->set_stops(live || phase_ == RecordPhase::starting);
  set_possible(possible_);
  pause_->setEnabled(live);
  pause_->setIcon(line_icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  pause_->setAccessibleName(paused ? tr("Resume recording") : tr("Pause"));
  pause_->setToolTip(with_keys(pause_->accessibleName(), pause_keys_));
  picker_->setEnabled(!live && phase_ != RecordPhase::starting);
  meter_->set_level(phase_ == RecordPhase::recording ? state.level : SoundLevel{});
  elapsed_->setText(clock_text(state.elapsed_s));
  elapsed_->setEnabled(phase_ != RecordPhase::idle);
  lag_->setText(phase_ == RecordPhase::idle ? QString() : lag_text(state.lag_s));
}

}  // namespace tilescribe::ui
