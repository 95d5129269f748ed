// SPDX-License-Identifier: Apache-2.0
#include "ui/playback/playback_bar.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/playback/waveform_strip.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

namespace {

QToolButton* button_of(QAction* action, const char* name, QWidget* parent) {
  auto* button = named(name, new QToolButton(parent));
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setIconSize({20, 20});
  button->setFocusPolicy(Qt::StrongFocus);
  const auto name_it = [button, action] { button->setAccessibleName(action->toolTip()); };
  QObject::connect(action, &QAction::changed, button, name_it);
  name_it();
  return button;
}

}  // namespace

PlaybackBar::PlaybackBar(QAction* play, QAction* back, QWidget* parent)
    : QWidget(parent),
      strip_(new WaveformStrip(this)),
      play_(button_of(play, "playButton", this)),
      back_(button_of(back, "backButton", this)),
      place_(named("playbackPlace", new QLabel(this))),
      problem_(named("playbackProblem", new WrappedLabel(this))),
      speed_(named("playbackSpeed", new QComboBox(this))) {
  setObjectName(QStringLiteral("playbackBar"));
  problem_->setProperty("quiet", true);
  problem_->setMinimumWidth(120);  // a long path widens no window
  speed_->setAccessibleName(tr("Speed"));
  speed_->setToolTip(tr("Speed, at the same pitch"));
  for (const double speed : playback_speeds) {
    const double tenths = speed * 10.0;
    const int decimals = speed == std::round(speed) ? 0 : tenths == std::round(tenths) ? 1 : 2;
    speed_->addItem(tr("%1×", "a speed").arg(decimal_text(speed, decimals)), speed);
  }
  connect(speed_, &QComboBox::activated, this,
          [this](int index) { emit speedChosen(speed_->itemData(index).toDouble()); });
  QLayout* row =
      make_row(nullptr, {14, 6, 16, 8}, 6, {play_, back_, fixed_room(4), place_, {problem_, 1}, speed_});
  make_column(this, {}, 0, {make_hairline(this), strip_, row});
  update_room();
}

void PlaybackBar::show_waveform(bool there) {
  has_waveform_ = there;
  update_room();
}

void PlaybackBar::set_state(const PlaybackState& state) {
  state_ = state;
  //: The place in a recording, and its length: "0:07 / 12:03"
  place_->setText(tr("%1 / %2").arg(clock_text(state.position_s), clock_text(state.length_s)));
  problem_->setText(state.problem);
  const auto speed = std::find_if(playback_speeds.begin(), playback_speeds.end(),
                                  [&](double each) { return std::abs(each - state.speed) < 0.01; });
  if (speed != playback_speeds.end())
    speed_->setCurrentIndex(static_cast<int>(speed - playback_speeds.begin()));
  strip_->set_position(state.position_s, state.playing);
  update_room();
}

void PlaybackBar::update_room() {
  setVisible(state_.possible || !state_.problem.isEmpty());
  strip_->setVisible(state_.possible && has_waveform_);
  for (QWidget* each : {static_cast<QWidget*>(play_), static_cast<QWidget*>(back_),
                        static_cast<QWidget*>(place_), static_cast<QWidget*>(speed_)})
    each->setVisible(state_.possible);
}

}  // namespace tilescribe::ui
