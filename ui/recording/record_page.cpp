// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/record_page.h"

#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/format.h"
#include "ui/recording/level_meter.h"
#include "ui/recording/live_text_view.h"
#include "ui/recording/source_picker.h"
#include "ui/shell/actions.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/message_page.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"
#include "ui/words.h"

namespace tilescribe::ui {

constexpr int log_lines = 3;         // visible at the same time
constexpr int button_diameter = 68;  // logical pixels
constexpr int pause_size = 40;

RecordPage::RecordPage(QWidget* parent)
    : QWidget(parent),
      title_(named("recordTitle", new ElidedLabel(Qt::ElideRight, this))),
      remark_(named("recordRemark", new ElidedLabel(Qt::ElideRight, this))),
      trouble_(new Banner(QStringLiteral("alert"), tr("Trouble with the sound"), false, this)),
      offer_(new Banner(QStringLiteral("clock"), tr("The engine is slower than speech"), false, this)),
      stack_(new QStackedWidget(this)),
      text_(new LiveTextView(this)),
      message_(new MessagePage(this)),
      log_(named("noticeLog", new QPlainTextEdit(this))),
      picker_(new SourcePicker(this)),
      meter_(new LevelMeter(this)),
      record_(named("recordButton", new RecordButton(button_diameter, this))),
      pause_(named("pauseButton", new QPushButton(this))),
      elapsed_(named("elapsed", new QLabel(clock_text(0.0), this))),
      lag_(named("lag", new QLabel(this))),
      keeping_(named("keeping", new WrappedLabel(this))) {
  setObjectName(QStringLiteral("recordPage"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  trouble_->setProperty("role", QStringLiteral("trouble"));
  offer_->setProperty("role", QStringLiteral("tooSlow"));
  offer_->set_text(tr("This engine is slower than speech: its text falls behind."));
  demo_ = offer_->add_button("liveUseDemo", tr("Use the demo model"));
  connect(demo_, &QPushButton::clicked, this, &RecordPage::demoClicked);
  QPushButton* later = offer_->add_button("liveLater", tr("Transcribe later"));
  later->setToolTip(tr("Only record now, and transcribe the recording when it is stopped"));
  connect(later, &QPushButton::clicked, this, &RecordPage::laterClicked);

  stack_->addWidget(message_);
  stack_->addWidget(text_);
  log_->setReadOnly(true);
  log_->setFrameShape(QFrame::NoFrame);
  log_->setTabChangesFocus(true);
  log_->setAcceptDrops(false);
  log_->viewport()->setAcceptDrops(false);
  log_->viewport()->setAutoFillBackground(false);
  log_->setAccessibleName(tr("What happened while recording"));
  // It shrinks if the window is low.
  log_->setMinimumHeight(log_->fontMetrics().lineSpacing() + 12);
  log_->setMaximumHeight(log_lines * log_->fontMetrics().lineSpacing() + 12);
  log_->document()->setDocumentMargin(4);
  log_->hide();
  keeping_->setProperty("quiet", true);
  keeping_->setTextFormat(Qt::RichText);
  keeping_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  keeping_->setAlignment(Qt::AlignHCenter);
  keeping_->setContentsMargins(20, 0, 20, 12);
  connect(keeping_, &QLabel::linkActivated, this, [this](const QString& link) {
    link == QLatin1String("folder") ? emit folderClicked() : emit settingsClicked();
  });

  QLayout* log_row = make_row(nullptr, {16, 4, 20, 4}, -1, {log_});
  make_column(this, {}, 0,
              {make_header(),
               trouble_,
               offer_,
               {stack_, 1},
               log_row,
               make_hairline(this),
               make_transport(),
               keeping_});
  set_state({});
}

QWidget* RecordPage::make_header() {
  auto* header = new QWidget(this);
  title_->setFont(heading_font(title_->font(), 1.2));
  remark_->set_color(QPalette::PlaceholderText);
  copy_ = named("copyLive", tool("copy", tr("Copy all of this text"), &RecordPage::copyAllClicked));
  QLayout* row =
      make_row(nullptr, {}, 6,
               {{title_, 1},
                copy_,
                tool("small_window", tr("Small window above all others"), &RecordPage::smallWindowClicked),
                tool("settings", tr("Recording settings…"), &RecordPage::settingsClicked),
                tool("close", tr("Back to the files. A recording continues."), &RecordPage::closeClicked)});
  make_column(header, {20, 14, 16, 10}, 4, {row, remark_});
  return header;
}

QLayout* RecordPage::make_transport() {
  meter_->setMaximumWidth(picker_->maximumWidth());
  pause_->setProperty("round", true);
  pause_->setFixedSize(pause_size, pause_size);
  pause_->setIconSize({20, 20});
  elapsed_->setAccessibleName(tr("Recorded"));
  elapsed_->setFont(heading_font(elapsed_->font(), 1.8));
  lag_->setProperty("quiet", true);
  lag_->setToolTip(tr("How far the text is behind. Nothing is lost: the rest is read from disk."));
  connect(record_, &RecordButton::clicked, this, &RecordPage::recordClicked);
  connect(pause_, &QPushButton::clicked, this, &RecordPage::pauseClicked);

  // Separate widgets, so that both sides have the same width and the button is in the middle.
  auto* left = new QWidget(this);
  make_column(left, {}, 9, {free_room(), picker_, meter_, free_room()});
  auto* right = new QWidget(this);
  make_column(right, {}, 0,
              {free_room(), {elapsed_, 0, Qt::AlignRight}, {lag_, 0, Qt::AlignRight}, free_room()});
  auto* row = new QGridLayout;
  row->setContentsMargins(20, 12, 20, 12);
  row->setHorizontalSpacing(12);
  row->addWidget(left, 0, 0);
  // Pause is to the right of the button; the same space is kept on its left, as long as there is room.
  auto* middle = new QHBoxLayout;
  middle->setSpacing(14);
  middle->addSpacerItem(new QSpacerItem(pause_size, 0, QSizePolicy::Maximum));
  middle->addWidget(record_);
  middle->addWidget(pause_);
  row->addLayout(middle, 0, 1);
  row->addWidget(right, 0, 2);
  for (const int side : {0, 2}) {
    row->setColumnStretch(side, 1);
    row->setColumnMinimumWidth(side, 88);
  }
  return row;
}

QToolButton* RecordPage::tool(const char* icon, const QString& text, void (RecordPage::*clicked)()) {
  QToolButton* button = make_tool_button(icon, text, this);
  button->setIconSize({20, 20});
  connect(button, &QToolButton::clicked, this, clicked);
  return button;
}

void RecordPage::set_state(const RecordState& state) {
  state_ = state;
  const QString phase = phase_text(state.phase);
  title_->set_text(phase.isEmpty() ? (text_->has_text() ? tr("Last recording") : tr("New recording"))
                                   : phase);
  remark_->set_text(state.remark);
  if (!state.trouble.isEmpty()) trouble_->set_text(state.trouble);
  trouble_->setVisible(!state.trouble.isEmpty());
  // One at a time: a problem with the sound is more urgent than one with the text.
  offer_->setVisible(state.too_slow && state.phase != RecordPhase::idle && state.trouble.isEmpty());
  demo_->setVisible(state.demo_helps);
  show_transport();
  update_message();
}

void RecordPage::show_transport() {
  const RecordPhase phase = state_.phase;
  const bool live = takes_sound(phase);
  const bool paused = phase == RecordPhase::paused;
  record_->set_stops(live || phase == RecordPhase::starting);
  pause_->setEnabled(live);
  pause_->setIcon(line_icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  pause_->setAccessibleName(paused ? tr("Resume recording") : tr("Pause"));
  pause_->setToolTip(with_keys(pause_->accessibleName(), pause_keys_));
  picker_->setEnabled(!live && phase != RecordPhase::starting);
  meter_->set_level(phase == RecordPhase::recording ? state_.level : SoundLevel{});
  elapsed_->setText(clock_text(state_.elapsed_s));
  elapsed_->setEnabled(phase != RecordPhase::idle);
  lag_->setText(phase == RecordPhase::idle ? QString() : lag_text(state_.lag_s));
}

void RecordPage::set_sources(const SourceList& sources) {
  sources_ = sources;
  picker_->set_sources(sources);
  update_message();
}

void RecordPage::set_keys(const QString& record, const QString& pause) {
  record_keys_ = record;
  pause_keys_ = pause;
  record_->set_keys(record);
  show_transport();
  update_message();
}

void RecordPage::set_start_problem(const QString& sentence) {
  start_problem_ = sentence;
  update_message();
}

/// The message in place of the text.
void RecordPage::update_message() {
  const bool has_text = text_->has_text();
  record_->setEnabled(sources_.problem.empty() || state_.phase != RecordPhase::idle);
  copy_->setEnabled(has_text);
  // Behind the text it needs no space.
  message_->setSizePolicy(QSizePolicy::Preferred, has_text ? QSizePolicy::Ignored : QSizePolicy::Preferred);
  stack_->setCurrentWidget(has_text ? static_cast<QWidget*>(text_) : message_);
  if (has_text) return;
  const QString problem = start_problem_.isEmpty() ? words(sources_.problem) : start_problem_;
  if (state_.phase == RecordPhase::paused) {
    message_->show_message(QStringLiteral("pause"), tr("Paused. Nothing is being recorded."));
  } else if (state_.phase != RecordPhase::idle && state_.phase != RecordPhase::starting) {
    message_->show_message(QStringLiteral("waveform"), tr("Listening."));
  } else if (state_.phase == RecordPhase::idle && !problem.isEmpty()) {
    message_->show_message(QStringLiteral("alert"), problem);
  } else {
    message_->show_message(QStringLiteral("microphone"), invitation());
  }
}

QString RecordPage::invitation() const {
  const bool keys = !record_keys_.isEmpty();
  if (!state_.server.isEmpty()) {
    const QString later =
        tr("No text appears while you do: after you stop, the recording is sent to %1 and transcribed there.")
            .arg(state_.server);
    return keys ? tr("Press the red button, or %1, and speak. %2").arg(record_keys_, later)
                : tr("Press the red button and speak. %1").arg(later);
  }
  return keys ? tr("Press the red button, or %1, and speak. The text appears here while you do.")
                    .arg(record_keys_)
              : tr("Press the red button and speak. The text appears here while you do.");
}

QString RecordPage::keeping_text(const QString& folder, int days) {
  return (days == 0
              ? tr("Recordings are saved in <a href=\"folder\">%1</a> and kept <a href=\"keep\">forever</a>.")
              : tr("Recordings are saved in <a href=\"folder\">%1</a> and kept <a href=\"keep\">for %n "
                   "day(s)</a>.",
                   nullptr, days))
      .arg(folder.toHtmlEscaped());
}

void RecordPage::set_keeping(const QString& folder, int days) {
  keeping_->setText(keeping_text(folder, days));
}

void RecordPage::add_notice(const RecordingNotice& notice) {
  log_->appendPlainText(QStringLiteral("%1  %2").arg(clock_text(notice.at_s), words(notice.message)));
  log_->show();
}

void RecordPage::begin(const std::shared_ptr<TranscriptDocument>& document) {
  disconnect(text_changes_);
  text_->set_document(document);
  if (document)
    text_changes_ = connect(document.get(), &TranscriptDocument::changed, this, &RecordPage::update_message);
  log_->clear();
  log_->hide();
  start_problem_.clear();
  update_message();
}

void RecordPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  emit shown();
}

}  // namespace tilescribe::ui
