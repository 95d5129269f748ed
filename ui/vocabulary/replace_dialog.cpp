// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/replace_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeView>
#include <utility>

#include "ui/format.h"
#include "ui/vocabulary/found_delegate.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_told = 3;  // transcripts that could not be searched or changed

}  // namespace

ReplaceDialog::ReplaceDialog(const ReplaceRequest& request, QWidget* parent)
    : QDialog(parent),
      sum_(named("everywhereSum", new QLabel(this))),
      outcome_(named("everywhereOutcome", new QLabel(this))),
      reached_(named("everywhereReached", make_note({}, this))),
      bar_(named("everywhereProgress", new QProgressBar(this))),
      take_back_(named("takeBackReplacement", new QPushButton(tr("&Take back the last replacement"), this))),
      find_(named("findEverywhere", new QPushButton(tr("F&ind"), this))),
      stop_(named("stopEverywhere", new QPushButton(tr("Sto&p"), this))),
      replace_(named("replaceFound", new QPushButton(tr("&Replace"), this))) {
  setObjectName(QStringLiteral("replaceDialog"));
  setWindowTitle(tr("Find and replace in all transcripts"));
  outcome_->setWordWrap(true);
  outcome_->setMinimumWidth(1);
  sum_->setWordWrap(true);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress"));
  QLabel* note = make_note(
      tr("A transcript in the list of files changes in one step, which can be undone. What all others were "
         "before is kept until the next replacement."),
      this);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  for (QPushButton* one : {take_back_, stop_, find_, replace_}) {
    buttons->addButton(one, one == take_back_ ? QDialogButtonBox::ResetRole : QDialogButtonBox::ActionRole);
  }
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(find_, &QPushButton::clicked, this, &ReplaceDialog::search);
  connect(replace_, &QPushButton::clicked, this, [this] {
    const std::vector<FoundText> chosen = model_->chosen();
    start(State::replacing);
    emit replaceRequested(chosen);
  });
  connect(take_back_, &QPushButton::clicked, this, [this] {
    start(State::replacing);
    emit takeBackRequested();
  });
  connect(stop_, &QPushButton::clicked, this, [this] {
    stop_->setEnabled(false);
    emit stopRequested();
  });
  QLayout* form = make_form(request);
  QLayout* list = make_list();
  make_column(this, {20, 20, 20, 16}, 12, {form, {list, 1}, outcome_, bar_, reached_, note, buttons});
  resize(fitted(*this, {800, 600}));
  set_last({});
  forget_found();
  text_->setFocus();
}

QStringList ReplaceDialog::sentences_of(const std::vector<LeftOutText>& left_out) {
  QStringList sentences;
  for (std::size_t i = 0; i < left_out.size() && i < most_told; ++i)
    sentences << tr("%1 was left out. %2", "a name and a sentence").arg(left_out[i].title, left_out[i].why);
  if (left_out.size() > most_told)
    sentences << tr("%n other transcript(s) were left out.", nullptr,
                    static_cast<int>(left_out.size() - most_told));
  return sentences;
}

QLayout* ReplaceDialog::make_form(const ReplaceRequest& request) {
  const auto field = [this](const char* name, const QString& text) {
    auto* made = named(name, new QLineEdit(text, this));
    connect(made, &QLineEdit::textChanged, this, &ReplaceDialog::forget_found);
    return made;
  };
  const auto box = [this](const char* name, const QString& text, bool on) {
    auto* made = named(name, new QCheckBox(text, this));
    made->setChecked(on);
    connect(made, &QCheckBox::toggled, this, &ReplaceDialog::forget_found);
    return made;
  };
  text_ = field("everywhereText", request.terms.text);
  with_ = field("everywhereWith", request.with);
  cases_ = box("everywhereCases", tr("&Match case"), request.terms.cases);
  regular_ = box("everywhereRegular", tr("Regular e&xpression"), request.terms.regular);
  auto* form = new FormLayout;
  form->setVerticalSpacing(8);
  form->addRow(tr("&Find"), text_);
  form->addRow(tr("Replace &with"), with_);
  form->addRow(QString(), make_row(nullptr, {}, 20, {cases_, regular_, free_room()}));
  return form;
}

QLayout* ReplaceDialog::make_list() {
  model_ = new FoundModel(this);
  tree_ = named("everywhereFound", new QTreeView(this));
  tree_->setModel(model_);
  tree_->setItemDelegate(new FoundDelegate(tree_));
  tree_->setAccessibleName(tr("What would change"));
  tree_->setHeaderHidden(true);
  tree_->setUniformRowHeights(true);
  tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  tree_->setExpandsOnDoubleClick(true);
  const auto button = [this](const char* name, const QString& text, bool tick) {
    auto* made = named(name, new QPushButton(text, this));
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, [this, tick] { model_->tick_all(tick); });
    return made;
  };
  all_ = button("tickAllFound", tr("Tick &all"), true);
  none_ = button("tickNoneFound", tr("Tick &none"), false);
  connect(model_, &QAbstractItemModel::dataChanged, this, &ReplaceDialog::update_ticks);
  return make_column(nullptr, {}, 10, {{make_row(nullptr, {}, 8, {{sum_, 1}, all_, none_})}, {tree_, 1}});
}

ReplaceRequest ReplaceDialog::request() const {
  return {{text_->text(), regular_->isChecked(), cases_->isChecked()}, with_->text()};
}

void ReplaceDialog::search() {
  const TextSearch search(request().terms);
  if (const QString problem = search.problem(); !problem.isEmpty()) {
    show_problem(
        tr("Not a regular expression: %1, at character %2.").arg(problem).arg(search.problem_at() + 1));
    return text_->setFocus();
  }
  if (search.empty()) return;
  start(State::searching);
  emit searchRequested(request());
}

void ReplaceDialog::start(State state) {
  outcome_->hide();
  reached_->clear();
  bar_->setRange(0, 0);
  enter(state);
}

/// What is shown belongs to other words.
void ReplaceDialog::forget_found() {
  model_->set({});
  tell(tr("Every transcript that is kept is searched, and those in the list of files. Nothing changes before "
          "you press Replace."),
       {}, false);
  enter(State::form);
}

void ReplaceDialog::show_progress(int done, int total) {
  if (state_ != State::searching && state_ != State::replacing) return;
  bar_->setRange(0, total);
  bar_->setValue(done);
  reached_->setText(tr("%1 of %n transcript(s)", nullptr, total).arg(done));
}

void ReplaceDialog::show_found(FoundTexts found) {
  QStringList sentences = sentences_of(found.left_out);
  if (found.being_written > 0)
    sentences << tr("%n file(s) that are waiting or being transcribed were left out.", nullptr,
                    found.being_written);
  if (found.stopped) sentences << tr("You stopped before all were searched.");
  searched_ = found.searched;
  const bool any = !found.texts.empty();
  model_->set(std::move(found.texts));
  tell(tr("No matches in %n transcript(s).", nullptr, searched_), sentences, !found.left_out.empty());
  enter(any ? State::found : State::form);
  if (!any) return text_->setFocus();
  update_ticks();
  if (model_->rowCount() <= 20) tree_->expandAll();
  tree_->expand(model_->index(0, 0));
  tree_->setCurrentIndex(model_->index(0, 0));
  tree_->setFocus();
}

void ReplaceDialog::show_replaced(const ReplacedEverywhere& replaced) {
  QStringList sentences = sentences_of(replaced.left_out);
  if (replaced.not_reached > 0)
    sentences << tr("You stopped before %n transcript(s), which stay as they are.", nullptr,
                    replaced.not_reached);
  forget_found();
  tell(tr("%n place(s) replaced. Transcripts changed: %1.", nullptr, replaced.places).arg(replaced.texts),
       sentences, !replaced.left_out.empty());
  text_->setFocus();
}

void ReplaceDialog::show_taken_back(const ReplacedEverywhere& restored) {
  QStringList sentences = sentences_of(restored.left_out);
  if (restored.not_reached > 0)
    sentences << tr("You stopped before %n transcript(s), which stay as they are.", nullptr,
                    restored.not_reached);
  forget_found();
  tell(tr("%n transcript(s) are as they were before.", nullptr, restored.texts), sentences,
       !restored.left_out.empty());
  text_->setFocus();
}

void ReplaceDialog::show_problem(const QString& why) {
  forget_found();
  tell(sum_->text(), {why}, true);
}

void ReplaceDialog::set_last(const LastReplacement& last) {
  last_ = last;
  take_back_->setVisible(last.texts > 0);
  take_back_->setToolTip(last.texts == 0
                             ? QString()
                             : tip_text(tr("“%1” became “%2” in %n transcript(s)", nullptr, last.texts)
                                            .arg(last.request.terms.text, last.request.with)));
}

void ReplaceDialog::update_ticks() {
  sum_->setText(tr("Places found: %1, in %2 of %n transcript(s). %3 with a tick.", nullptr, searched_)
                    .arg(model_->places())
                    .arg(model_->rowCount())
                    .arg(model_->ticked()));
  replace_->setEnabled(model_->ticked() > 0);
}

void ReplaceDialog::tell(const QString& sum, const QStringList& sentences, bool trouble) {
  sum_->setText(sum);
  outcome_->setText(sentences.join(QLatin1Char('\n')));
  outcome_->setForegroundRole(trouble ? QPalette::BrightText : QPalette::WindowText);
  outcome_->setVisible(!sentences.isEmpty());
}

void ReplaceDialog::enter(State state) {
  state_ = state;
  const bool busy = state == State::searching || state == State::replacing;
  for (QWidget* one : std::initializer_list<QWidget*>{text_, with_, cases_, regular_, tree_})
    one->setEnabled(!busy);
  for (QPushButton* one : {all_, none_}) one->setVisible(state == State::found);
  find_->setVisible(!busy);
  find_->setEnabled(!text_->text().isEmpty());
  replace_->setVisible(!busy);
  replace_->setEnabled(state == State::found && model_->ticked() > 0);
  take_back_->setEnabled(!busy);
  stop_->setVisible(busy);
  stop_->setEnabled(busy);
  bar_->setVisible(busy);
  reached_->setVisible(busy);
  QPushButton* usual = busy ? stop_ : state == State::found ? replace_ : find_;
  usual->setDefault(true);
  if (busy) stop_->setFocus();
}

void ReplaceDialog::done(int result) {
  if (state_ == State::searching || state_ == State::replacing) emit stopRequested();
  QDialog::done(result);
}

}  // namespace tilescribe::ui
