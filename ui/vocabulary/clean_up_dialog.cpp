// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/clean_up_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>
#include <utility>

#include "inference/api/error.h"
#include "ui/theme/theme.h"
#include "ui/vocabulary/clean_up_delegate.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/kept_key.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_reasons = 3;  // that are told in full

}  // namespace

CleanUpDialog::CleanUpDialog(const CleanUpOptions& options, const QString& title, QWidget* parent)
    : QDialog(parent),
      before_(options),
      pages_(new QStackedWidget(this)),
      outcome_(named("cleanUpOutcome", new QLabel(this))),
      reached_(named("cleanUpReached", make_note({}, this))),
      bar_(named("cleanUpProgress", new QProgressBar(this))),
      start_(named("startCleanUp", new QPushButton(tr("&Start"), this))),
      stop_(named("stopCleanUp", new QPushButton(tr("Sto&p"), this))),
      back_(named("cleanUpBack", new QPushButton(tr("&Back"), this))),
      apply_(named("applyCleanUp", new QPushButton(tr("Appl&y"), this))) {
  setObjectName(QStringLiteral("cleanUpDialog"));
  setWindowTitle(tr("Clean up the text"));
  auto* heading = new ElidedLabel(Qt::ElideMiddle, this);
  heading->setFont(heading_font(heading->font(), 1.15));
  heading->set_text(title);
  pages_->addWidget(make_form(options));
  pages_->addWidget(make_result());
  outcome_->setWordWrap(true);
  outcome_->setMinimumWidth(1);  // whatever a service wrote, it does not widen the dialog
  outcome_->hide();
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress"));
  apply_->setToolTip(tr("As one step, which can be undone"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  for (QPushButton* one : {back_, stop_, start_, apply_})
    buttons->addButton(one, one == back_ ? QDialogButtonBox::ResetRole : QDialogButtonBox::ActionRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(start_, &QPushButton::clicked, this, &CleanUpDialog::start);
  connect(stop_, &QPushButton::clicked, this, [this] {
    stop_->setEnabled(false);
    emit stopRequested();
  });
  connect(back_, &QPushButton::clicked, this, [this] {
    outcome_->hide();
    enter(State::form);
  });
  connect(apply_, &QPushButton::clicked, this, &CleanUpDialog::apply);
  make_column(this, {20, 20, 20, 16}, 12, {heading, {pages_, 1}, outcome_, bar_, reached_, buttons});
  resize(fitted(*this, {760, 560}));
  enter(State::form);
}

QString CleanUpDialog::default_instruction() {
  return tr(
      "Correct spelling, punctuation and words that were obviously misheard. Change nothing else. Keep the "
      "language of the text.");
}

QWidget* CleanUpDialog::make_form(const CleanUpOptions& options) {
  auto* page = new QWidget(this);
  const auto field = [page](const char* name, const std::string& text) {
    auto* made = named(name, new QLineEdit(page));
    made->setText(QString::fromStdString(text));
    return made;
  };
  address_ = field("cleanUpAddress", options.address);
  address_->setPlaceholderText(QStringLiteral("http://localhost:11434/v1"));
  model_name_ = field("cleanUpModel", options.model);
  model_name_->setPlaceholderText(tr("The model's name there"));
  key_ = field("cleanUpKey", options.key);
  key_->setEchoMode(QLineEdit::Password);
  key_->setPlaceholderText(tr("None is needed for many services on your own computer"));
  instruction_ = named("cleanUpInstruction", new QPlainTextEdit(page));
  instruction_->setPlainText(options.instruction.empty() ? default_instruction()
                                                         : QString::fromStdString(options.instruction));
  instruction_->setTabChangesFocus(true);
  instruction_->setFixedHeight(7 * fontMetrics().lineSpacing());
  sent_ = named("cleanUpSent", new QLabel(page));
  sent_->setWordWrap(true);
  unprotected_ =
      named("cleanUpUnprotected",
            new QLabel(tr("Nothing protects the connection to this address (no https): others may read "
                          "the text and the key on their way."),
                       page));
  unprotected_->setWordWrap(true);
  unprotected_->setForegroundRole(QPalette::BrightText);
  QLabel* kept = make_note(
      tr("Any service with a chat address in OpenAI's format will do, such as Ollama or llama.cpp on this "
         "computer. What you enter here, with the key, is kept in the settings file, which only you can "
         "read."),
      page);
  auto* form = new FormLayout;
  form->setVerticalSpacing(8);
  form->addRow(tr("&Address"), address_);
  form->addRow(tr("&Model"), model_name_);
  form->addRow(tr("&Key"), key_);
  form->addRow(tr("&Instruction"), instruction_);
  make_column(page, {}, 12, {form, sent_, unprotected_, kept, free_room()});
  for (QLineEdit* one : {address_, model_name_})
    connect(one, &QLineEdit::textChanged, this, &CleanUpDialog::update_form);
  connect(address_, &QLineEdit::textEdited, this, &CleanUpDialog::follow_address);
  return page;
}

QWidget* CleanUpDialog::make_result() {
  auto* page = new QWidget(this);
  model_ = new CleanUpModel(this);
  list_ = named("cleanUpChanges", new QListView(page));
  list_->setModel(model_);
  list_->setItemDelegate(new CleanUpDelegate(list_));
  list_->setAccessibleName(tr("What would change"));
  list_->setResizeMode(QListView::Adjust);
  list_->setLayoutMode(QListView::Batched);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  ticked_ = named("cleanUpTicked", new QLabel(page));
  ticked_->setWordWrap(true);
  const auto button = [&](const char* name, const QString& text, bool tick) {
    auto* made = named(name, new QPushButton(text, page));
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, [this, tick] { model_->tick_all(tick); });
    return made;
  };
  QPushButton* all = button("tickAll", tr("Tick &all"), true);
  QPushButton* none = button("tickNone", tr("Tick &none"), false);
  connect(model_, &QAbstractItemModel::dataChanged, this, &CleanUpDialog::update_ticks);
  QLabel* note =
      make_note(tr("What goes is struck out, what comes is underlined. What the model wrote is kept "
                   "with the text: Edit > Bring back what the model wrote."),
                page);
  make_column(page, {}, 10, {{make_row(nullptr, {}, 8, {{ticked_, 1}, all, none})}, {list_, 1}, note});
  return page;
}

CleanUpOptions CleanUpDialog::options() const {
  const QString instruction = instruction_->toPlainText().trimmed();
  return {.address = address_->text().trimmed().toStdString(),
          .model = model_name_->text().trimmed().toStdString(),
          .key = key_->text().trimmed().toStdString(),
          .instruction = (instruction.isEmpty() ? default_instruction() : instruction).toStdString()};
}

void CleanUpDialog::update_form() {
  QString host;
  bool readable = false;
  try {
    const std::string address = checked_chat_address(address_->text().toStdString());
    host = QUrl(QString::fromStdString(address)).authority();
    readable = is_readable_on_the_way(address);
  } catch (const std::exception&) {  // still being typed
  }
  sent_->setText(
      host.isEmpty()
          ? tr("Start sends the text of this transcript to the address that you enter, and no sound. "
               "Nothing is sent at any other time.")
          : tr("Start sends the text of this transcript to %1, and no sound. Nothing is sent at any "
               "other time.")
                .arg(host));
  unprotected_->setVisible(readable);
  start_->setEnabled(!address_->text().trimmed().isEmpty() && !model_name_->text().trimmed().isEmpty());
}

void CleanUpDialog::follow_address() {
  ui::follow_address(*address_, *key_, before_, checked_chat_address);
}

void CleanUpDialog::start() {
  CleanUpOptions asked = options();
  try {
    asked.address = checked_chat_address(asked.address);
  } catch (...) {
    show_problem(words(describe_failure(std::current_exception()).message));
    address_->setFocus();
    return;
  }
  outcome_->hide();
  bar_->setRange(0, 0);
  reached_->clear();
  enter(State::running);
  before_ = asked;
  key_->setModified(false);
  emit startRequested(asked);
}

void CleanUpDialog::show_progress(const CleanUpProgress& progress) {
  if (state_ != State::running) return;
  // Before the first answer nobody knows how long it takes.
  bar_->setRange(0, progress.done == 0 ? 0 : static_cast<int>(progress.total));
  bar_->setValue(static_cast<int>(progress.done));
  reached_->setText(
      tr("%1 of %n segment(s) answered", nullptr, static_cast<int>(progress.total)).arg(progress.done));
}

void CleanUpDialog::show_proposal(CleanUpProposal proposal) {
  const CleanUpResult& result = proposal.result;
  QStringList sentences;
  if (proposal.changes.empty() && result.problems.empty() && !result.stopped)
    sentences << tr("The model found nothing to correct.");
  int other = 0;
  for (std::size_t i = 0; i < result.problems.size(); ++i) {
    const int segments = static_cast<int>(result.problems[i].segments);
    if (i < most_reasons)
      sentences
          << tr("%n segment(s) stay as they are. %1", nullptr, segments).arg(words(result.problems[i].why));
    else
      other += segments;
  }
  if (other > 0) sentences << tr("%n segment(s) stay as they are for other reasons.", nullptr, other);
  if (result.not_sent > 0) {
    const int rest = static_cast<int>(result.not_sent);
    sentences << (result.stopped ? tr("You stopped before %n segment(s).", nullptr, rest)
                                 : tr("%n segment(s) were not sent any more.", nullptr, rest));
  }
  outcome_->setText(sentences.join(QLatin1Char('\n')));
  outcome_->setForegroundRole(result.problems.empty() ? QPalette::WindowText : QPalette::BrightText);
  outcome_->setVisible(!sentences.isEmpty());
  segments_ = static_cast<int>(result.asked);
  const bool any = !proposal.changes.empty();
  model_->set(std::move(proposal.changes));
  update_ticks();
  enter(any ? State::result : State::form);
  if (!any) return;
  list_->setCurrentIndex(model_->index(0));
  list_->setFocus();
}

void CleanUpDialog::show_problem(const QString& why) {
  outcome_->setText(why);
  outcome_->setForegroundRole(QPalette::BrightText);
  outcome_->show();
  enter(State::form);
}

void CleanUpDialog::update_ticks() {
  ticked_->setText(tr("%1 of %n segment(s) would change. %2 with a tick.", nullptr, segments_)
                       .arg(model_->rowCount())
                       .arg(model_->ticked()));
  apply_->setEnabled(model_->ticked() > 0);
}

void CleanUpDialog::enter(State state) {
  state_ = state;
  pages_->setCurrentIndex(state == State::result ? 1 : 0);
  pages_->widget(0)->setEnabled(state == State::form);
  start_->setVisible(state == State::form);
  stop_->setVisible(state == State::running);
  stop_->setEnabled(state == State::running);
  back_->setVisible(state == State::result);
  apply_->setVisible(state == State::result);
  bar_->setVisible(state == State::running);
  reached_->setVisible(state == State::running);
  QPushButton* usual = state == State::result ? apply_ : state == State::running ? stop_ : start_;
  usual->setDefault(true);
  if (state == State::running) stop_->setFocus();
  update_form();
}

void CleanUpDialog::apply() {
  emit applyRequested(model_->accepted());
  accept();
}

bool CleanUpDialog::has_unapplied() const {
  return state_ == State::result && model_->rowCount() > 0;
}

void CleanUpDialog::done(int result) {
  if (state_ == State::running) emit stopRequested();
  state_ = State::form;  // nothing is left to lose
  QDialog::done(result);
}

}  // namespace tilescribe::ui
