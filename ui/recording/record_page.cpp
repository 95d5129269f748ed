// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/record_page.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/format.h"
#include "ui/recording/live_text_view.h"
#include "ui/recording/record_button.h"
#include "ui/recording/source_picker.h"
#include "ui/recording/transport_bar.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/message_page.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr int log_lines = 3;  // visible at the same time

}  // namespace

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
      transport_(new TransportBar(this)),
      keeping_(named("keeping", new QLabel(this))) {
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
  keeping_->setWordWrap(true);
  keeping_->setTextFormat(Qt::RichText);
  keeping_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  keeping_->setAlignment(Qt::AlignHCenter);
  keeping_->setContentsMargins(20, 0, 20, 12);
  connect(keeping_, &QLabel::linkActivated, this, [this](const QString& link) {
    link == QLatin1String("folder") ? emit folderClicked() : emit settingsClicked();
  });

  QLayout* log_row = make_row(nullptr, {16, 4, 20, 4}, -1, {log_});
  make_column(
      this, {}, 0,
      {make_header(), trouble_, offer_, {stack_, 1}, log_row, make_hairline(this), transport_, keeping_});
  connect(transport_, &TransportBar::recordClicked, this, &RecordPage::recordClicked);
  connect(transport_, &TransportBar::pauseClicked, this, &RecordPage::pauseClicked);
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

QToolButton* RecordPage::tool(const char* icon, const QString& text, void (RecordPage::*clicked)()) {
  QToolButton* button = make_tool_button(icon, text, this);
  button->setIconSize({20, 20});
  connect(button, &QToolButton::clicked, this, clicked);
  return button;
}

SourcePicker& RecordPage::picker() {
  return transport_->picker();
}

void RecordPage::focus_button() {
  transport_->record_button().setFocus();
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
  transport_->set_state(state);
  update_message();
}

void RecordPage::set_sources(const SourceList& sources) {
  sources_ = sources;
  transport_->picker().set_sources(sources);
  update_message();
}

void RecordPage::set_keys(const QString& record, const QString& pause) {
  record_keys_ = record;
  transport_->set_keys(record, pause);
  update_message();
}

void RecordPage::set_start_problem(const QString& sentence) {
  start_problem_ = sentence;
  update_message();
}

/// The message in place of the text.
void RecordPage::update_message() {
  const bool has_text = text_->has_text();
  transport_->set_possible(sources_.problem.empty());
  copy_->setEnabled(has_text);
  // Behind the text it needs no space.
  message_->setSizePolicy(QSizePolicy::Preferred, has_text ? QSizePolicy::Ignored : QSizePolicy::Preferred);
  stack_->setCurrentWidget(has_text ? static_cast<QWidget*>(text_) : message_);
  if (has_text) return;
  const QString problem = start_problem_.isEmpty() ? words(sources_.problem) : start_problem_;
  switch (state_.phase) {
    case RecordPhase::idle:
    case RecordPhase::starting:
      if (problem.isEmpty() || state_.phase == RecordPhase::starting)
        return message_->show_message(
            QStringLiteral("microphone"),
            record_keys_.isEmpty()
                ? tr("Press the red button and speak. The text appears here while you do.")
                : tr("Press the red button, or %1, and speak. The text appears here while you do.")
                      .arg(record_keys_));
      return message_->show_message(QStringLiteral("alert"), problem);
    case RecordPhase::paused:
      return message_->show_message(QStringLiteral("pause"), tr("Paused. Nothing is being recorded."));
    case RecordPhase::recording:
    case RecordPhase::waiting:
    case RecordPhase::finishing:
      return message_->show_message(QStringLiteral("waveform"), tr("Listening."));
  }
}

void RecordPage::set_keeping(const QString& folder, int days) {
  const QString text =
      days == 0
          ? tr("Recordings are stored in <a href=\"folder\">%1</a> and kept <a href=\"keep\">forever</a>.")
          : tr("Recordings are stored in <a href=\"folder\">%1</a> and kept <a href=\"keep\">for %n "
               "day(s)</a>.",
               nullptr, days);
  keeping_->setText(text.arg(folder.toHtmlEscaped()));
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

QString RecordPage::plain_text() const {
  return text_->toPlainText();
}

void RecordPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  emit shown();
}

}  // namespace tilescribe::ui
