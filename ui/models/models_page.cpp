// SPDX-License-Identifier: Apache-2.0
#include "ui/models/models_page.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>

#include "ui/models/full_model_card.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr int most_width = 760;  // of the cards, logical pixels: longer lines are hard to read

}  // namespace

ModelsPage::ModelsPage(QWidget* parent)
    : QWidget(parent),
      full_(named("fullModel", new FullModelCard(this))),
      here_title_(new QLabel(tr("On this computer"), this)),
      looking_(named("lookingForModels", new QLabel(tr("Looking for models…"), this))),
      add_problem_(card_text("addProblem", {}, this)),
      add_(named("addModel", new QPushButton(tr("Add a folder…"), this))),
      cards_at_(new QVBoxLayout) {
  setObjectName(QStringLiteral("modelsPage"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* title = new QLabel(tr("Models"), this);
  title->setFont(heading_font(title->font(), 1.2));
  QToolButton* close = named("closeModels", make_tool_button("close", tr("Back to the files"), this));
  close->setIconSize({20, 20});
  connect(close, &QToolButton::clicked, this, &ModelsPage::closeClicked);
  connect(full_, &FullModelCard::haveFilesClicked, this, &ModelsPage::addClicked);
  connect(add_, &QPushButton::clicked, this, &ModelsPage::addClicked);
  here_title_->setFont(heading_font(here_title_->font(), 1.1));
  looking_->setProperty("quiet", true);
  add_problem_->setForegroundRole(QPalette::BrightText);
  add_problem_->hide();
  add_->setToolTip(tr("A model's folder that is already on this computer"));

  auto* area = named("modelsArea", new QScrollArea(this));
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);  // it follows the focus of what is in it
  area->viewport()->setAutoFillBackground(false);
  area->setWidget(make_content());
  area->widget()->setAutoFillBackground(false);
  QLayout* head = make_row(nullptr, {20, 14, 16, 10}, 6, {{title, 1}, close});
  make_column(this, {}, 0, {head, {area, 1}});
}

QWidget* ModelsPage::make_content() {
  auto* content = new QWidget(this);
  cards_at_->setSpacing(12);
  QLayout* here = make_row(nullptr, {}, 8, {{here_title_, 1}, add_});
  auto* column = new QWidget(content);
  column->setMaximumWidth(most_width);
  make_column(column, {}, 14, {full_, fixed_room(4), here, add_problem_, looking_, cards_at_, free_room()});
  make_row(content, {20, 6, 20, 20}, 0, {{column, 100}, free_room()});
  return content;
}

QWidget* ModelsPage::first() {
  if (auto* get = full_->findChild<QPushButton*>(QStringLiteral("getModel"));
      get != nullptr && !get->isHidden())
    return get;
  return add_;
}

void ModelsPage::set_state(const ModelsState& state) {
  const bool offers = !state.has_full() || state.phase != DownloadPhase::none;
  // Whoever waited for it with the keyboard goes on with what has come.
  const bool focus_goes = !offers && focusWidget() != nullptr && full_->isAncestorOf(focusWidget());
  full_->set_state(state);
  show_installed(state);
  if (focus_goes) focus_model(state.published.name);
  full_->setVisible(offers);
}

void ModelsPage::set_progress(const ModelsState& state) {
  full_->set_state(state);
}

void ModelsPage::set_add_problem(const QString& sentence) {
  add_problem_->setText(breakable(sentence));
  add_problem_->setVisible(!sentence.isEmpty());
}

void ModelsPage::focus_model(const std::string& name) {
  for (const ModelCard* card : cards_) {
    auto* use = card->findChild<QPushButton*>(QStringLiteral("useModel"));
    if (card->model().name == name && !use->isHidden()) return use->setFocus();
  }
  add_->setFocus();
}

void ModelsPage::show_installed(const ModelsState& state) {
  looking_->setVisible(state.installed.empty());
  // The cards are made anew; the focus stays with what it was on.
  std::filesystem::path focused;
  QString button;
  for (ModelCard* card : cards_) {
    const QWidget* focus = focusWidget();
    if (focus != nullptr && card->isAncestorOf(focus)) {
      focused = card->model().folder;
      button = focus->objectName();
    }
    delete card;
  }
  cards_.clear();
  QWidget* last = add_;
  for (const InstalledModel& model : state.installed) {
    const auto is_it = [&](const std::filesystem::path& folder) { return folder == model.folder; };
    auto* card = new ModelCard(model, std::ranges::any_of(state.in_use, is_it), this);
    card->setEnabled(std::ranges::none_of(state.removing, is_it));
    cards_at_->addWidget(card);
    card->show();  // now, not in the next round of events: until then it could not take the focus
    cards_.push_back(card);
    connect(card, &ModelCard::useClicked, this, [this, model] { emit useClicked(model); });
    connect(card, &ModelCard::folderClicked, this, [this, model] { emit folderClicked(model); });
    connect(card, &ModelCard::removeClicked, this, [this, model] { emit removeClicked(model); });
    for (auto* one : card->findChildren<QPushButton*>()) {
      setTabOrder(last, one);
      last = one;
    }
  }
  if (button.isEmpty()) return;
  for (const ModelCard* card : cards_) {
    auto* found = card->findChild<QPushButton*>(button);
    if (card->model().folder == focused && found != nullptr && found->isEnabled() && !found->isHidden())
      return found->setFocus();
  }
  add_->setFocus();
}

}  // namespace tilescribe::ui
