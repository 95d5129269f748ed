// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/words_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <algorithm>
#include <string>
#include <utility>

#include "ui/shell/actions.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

WordsDialog::WordsDialog(std::vector<WordProfile> profiles, const QString& chosen, QWidget* parent)
    : QDialog(parent), profiles_(std::move(profiles)), model_(new ReplacementModel(this)) {
  setObjectName(QStringLiteral("wordsDialog"));
  setWindowTitle(tr("Words of your own"));
  make_profile_row();
  make_fields();
  make_table();
  make_preview();
  lay_out();
  for (const WordProfile& profile : profiles_) choice_->addItem(QString::fromStdString(profile.name));
  choice_->setCurrentIndex(std::max(0, choice_->findText(chosen)));
  if (chosen.isEmpty()) choice_->setCurrentIndex(0);
  connect(choice_, &QComboBox::currentIndexChanged, this, &WordsDialog::show_profile);
  show_profile();
}

void WordsDialog::make_profile_row() {
  choice_ = named("wordProfile", new QComboBox(this));
  choice_->setAccessibleName(tr("Profile"));
  choice_->addItem(tr("None: text as the model writes it"));
  const auto button = [this](const char* name, const QString& text) {
    auto* made = named(name, new QPushButton(text, this));
    made->setAutoDefault(false);
    return made;
  };
  new_ = button("newProfile", tr("&New"));
  delete_ = button("deleteProfile", tr("De&lete"));
  import_ = button("importWords", tr("I&mport…"));
  export_ = button("exportWords", tr("E&xport…"));
  connect(new_, &QPushButton::clicked, this, [this] {
    add({{.name = tr("My words").toStdString()}});
    name_->setFocus();
    name_->selectAll();
  });
  connect(delete_, &QPushButton::clicked, this, &WordsDialog::remove_profile);
  connect(import_, &QPushButton::clicked, this, &WordsDialog::ask_import);
  connect(export_, &QPushButton::clicked, this, &WordsDialog::ask_export);
}

void WordsDialog::make_fields() {
  fields_ = new QWidget(this);
  const auto field = [this](const char* name) { return named(name, new QLineEdit(fields_)); };
  name_ = field("profileName");
  instruction_ = field("wordsInstruction");
  instruction_->setPlaceholderText(tr("The model's own"));
  hotwords_ = field("wordsHotwords");
  hotwords_->setPlaceholderText(tr("Names and terms, separated by commas"));
  demo_ = make_note(
      tr("The demo model follows no instruction, so neither the instruction nor the hotwords go to it. "
         "Filler words and replacements work with every model."),
      fields_);
  demo_->setObjectName(QStringLiteral("wordsDemoNote"));
  demo_->hide();
  english_ =
      named("englishFillers", new QCheckBox(tr("Leave out En&glish filler words: um, uh, er, hmm"), fields_));
  chinese_ = named("chineseFillers",
                   new QCheckBox(tr("Leave out &Chinese filler words that begin a clause: 嗯, 呃"), fields_));
  connect(name_, &QLineEdit::editingFinished, this, &WordsDialog::rename);
  for (QLineEdit* one : {instruction_, hotwords_})
    connect(one, &QLineEdit::textChanged, this, &WordsDialog::take_fields);
  for (QCheckBox* one : {english_, chinese_})
    connect(one, &QCheckBox::toggled, this, &WordsDialog::take_fields);
}

void WordsDialog::make_table() {
  table_ = named("replacements", new QTableView(fields_));
  table_->setModel(model_);
  table_->setAccessibleName(tr("Replacements"));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
  QHeaderView* header = table_->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(ReplacementModel::Find, QHeaderView::Stretch);
  header->setSectionResizeMode(ReplacementModel::With, QHeaderView::Stretch);
  problem_ = named("wordsProblem", make_note({}, fields_));
  problem_->setForegroundRole(QPalette::BrightText);
  connect(model_, &ReplacementModel::edited, this, &WordsDialog::take_fields);
}

void WordsDialog::make_preview() {
  subject_ = named("wordsSubject", new QLabel(this));
  subject_->setWordWrap(true);
  sum_ = named("wordsSum", make_note({}, this));
  preview_ = named("wordsPreview", new DifferenceView(this));
  preview_->setAccessibleName(tr("What the rules change"));
  next_ = named("nextChange", new QPushButton(tr("Next chang&e"), this));
  apply_to_text_ = named("applyToText", new QPushButton(tr("Apply to &this transcript"), this));
  apply_to_text_->setToolTip(tr("As one step, which can be undone"));
  for (QPushButton* one : {next_, apply_to_text_}) one->setAutoDefault(false);
  connect(next_, &QPushButton::clicked, this, [this] { preview_->go(true); });
  connect(apply_to_text_, &QPushButton::clicked, this, [this] { emit applyRequested(rules()); });
}

void WordsDialog::lay_out() {
  auto* form = new FormLayout;
  form->setVerticalSpacing(8);
  form->addRow(tr("N&ame"), name_);
  form->addRow(tr("&Instruction"), instruction_);
  form->addRow(tr("&Hotwords"), hotwords_);
  form->addRow(QString(), demo_);
  // Keys of the table alone: in a field they edit its text.
  const auto act = [this](const char* name, const QString& text, const QKeySequence& keys, auto&& slot) {
    QAction* action = make_action(table_, name, text, keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    table_->addAction(action);
    connect(action, &QAction::triggered, this, slot);
    auto* button = named((std::string(name) + "Button").c_str(), new QPushButton(text, fields_));
    button->setAutoDefault(false);
    follow_action(*button, *action);
    return button;
  };
  const auto go = [this](int row) {
    if (row >= 0) table_->setCurrentIndex(model_->index(row, ReplacementModel::Find));
  };
  QPushButton* add_row = act("addReplacement", tr("A&dd"), Qt::Key_Insert, [this, go] {
    go(model_->add());
    table_->setFocus();
    table_->edit(table_->currentIndex());
  });
  QPushButton* remove_row = act("removeReplacement", tr("&Remove"), QKeySequence::Delete,
                                [this] { model_->remove(table_->currentIndex().row()); });
  QPushButton* up = act("replacementUp", tr("&Up"), Qt::ALT | Qt::Key_Up,
                        [this, go] { go(model_->move(table_->currentIndex().row(), -1)); });
  QPushButton* down = act("replacementDown", tr("D&own"), Qt::ALT | Qt::Key_Down,
                          [this, go] { go(model_->move(table_->currentIndex().row(), 1)); });
  auto* label = new QLabel(tr("Re&placements, applied in this order"), fields_);
  label->setBuddy(table_);
  QHBoxLayout* of_table = make_row(nullptr, {}, 8, {add_row, remove_row, up, down, free_room()});
  make_column(fields_, {}, 10, {form, english_, chinese_, label, {table_, 1}, problem_, of_table});
  QHBoxLayout* of_profile = make_row(nullptr, {}, 8, {{choice_, 1}, new_, delete_, import_, export_});
  QBoxLayout* left = make_column(nullptr, {}, 12, {of_profile, {fields_, 1}});
  QBoxLayout* right = make_column(
      nullptr, {}, 8,
      {subject_, {preview_, 1}, sum_, make_row(nullptr, {}, 8, {next_, apply_to_text_, free_room()})});
  QDialogButtonBox* buttons = make_apply_buttons(this);
  apply_ = named("applyWords", qobject_cast<QPushButton*>(buttons->buttons().value(0)));
  QLabel* note =
      make_note(tr("The chosen profile is used for what is transcribed or recorded from now on. What the "
                   "model wrote is kept with the text."),
                this);
  make_column(this, {20, 20, 20, 16}, 14,
              {{make_row(nullptr, {}, 20, {{left, 3}, {right, 2}}), 1}, note, buttons});
  resize(fitted(*this, {1080, std::max(620, sizeHint().height())}));
}

int WordsDialog::current() const {
  return choice_->currentIndex() - 1;
}

WordRules WordsDialog::rules() const {
  return current() < 0 ? WordRules() : profiles_[static_cast<std::size_t>(current())].rules;
}

QString WordsDialog::chosen() const {
  return current() < 0 ? QString()
                       : QString::fromStdString(profiles_[static_cast<std::size_t>(current())].name);
}

void WordsDialog::set_subject(const QString& title, bool editable) {
  has_subject_ = !title.isEmpty();
  editable_ = editable;
  subject_->setText(has_subject_
                        ? tr("What changes in %1").arg(title)
                        : tr("Choose a transcript in the window to see here what the rules change in it."));
  update_state();
}

void WordsDialog::set_demo(bool demo) {
  demo_->setVisible(demo);
}

void WordsDialog::show_profile() {
  showing_ = true;
  const bool any = current() >= 0;
  const WordProfile profile = any ? profiles_[static_cast<std::size_t>(current())] : WordProfile();
  name_->setText(QString::fromStdString(profile.name));
  instruction_->setText(QString::fromStdString(profile.instruction));
  QStringList hotwords;
  for (const std::string& word : profile.hotwords) hotwords.append(QString::fromStdString(word));
  hotwords_->setText(hotwords.join(tr(", ")));
  english_->setChecked(profile.rules.english_fillers);
  chinese_->setChecked(profile.rules.chinese_fillers);
  model_->set(profile.rules.replacements);
  showing_ = false;
  update_state();
}

void WordsDialog::take_fields() {
  if (showing_ || current() < 0) return;
  WordProfile& profile = profiles_[static_cast<std::size_t>(current())];
  profile.instruction = instruction_->text().trimmed().toStdString();
  profile.hotwords = hotwords_of(hotwords_->text().toStdString());
  profile.rules = {.replacements = model_->rows(),
                   .english_fillers = english_->isChecked(),
                   .chinese_fillers = chinese_->isChecked()};
  std::erase_if(profile.rules.replacements, [](const WordReplacement& one) { return one.find.empty(); });
  update_state();
}

void WordsDialog::rename() {
  if (current() < 0) return;
  const QString name = free_name(name_->text().trimmed(), current());
  profiles_[static_cast<std::size_t>(current())].name = name.toStdString();
  choice_->setItemText(choice_->currentIndex(), name);
  name_->setText(name);
}

/// What nobody else is called: "My words 2".
QString WordsDialog::free_name(const QString& wanted, int except) const {
  const QString base = wanted.isEmpty() ? tr("My words") : wanted;
  const auto taken = [&](const QString& name) {
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
      if (static_cast<int>(i) != except && profiles_[i].name == name.toStdString()) return true;
    }
    return false;
  };
  QString name = base;
  for (int number = 2; taken(name); ++number) name = tr("%1 %2", "a name and a number").arg(base).arg(number);
  return name;
}

void WordsDialog::add(std::vector<WordProfile> profiles) {
  const int first = static_cast<int>(profiles_.size());
  for (WordProfile& profile : profiles) {
    profile.name = free_name(QString::fromStdString(profile.name), -1).toStdString();
    profiles_.push_back(std::move(profile));
    choice_->addItem(QString::fromStdString(profiles_.back().name));
  }
  if (!profiles.empty()) choice_->setCurrentIndex(first + 1);
}

void WordsDialog::remove_profile() {
  const int at = current();
  if (at < 0) return;
  profiles_.erase(profiles_.begin() + at);
  const QSignalBlocker quiet(choice_);
  choice_->removeItem(at + 1);
  show_profile();
}

void WordsDialog::update_state() {
  const bool any = current() >= 0;
  const QString problem = model_->problem();
  fields_->setEnabled(any);
  delete_->setEnabled(any);
  export_->setEnabled(any && problem.isEmpty());
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  apply_->setEnabled(problem.isEmpty());
  const bool shows = has_subject_ && any && problem.isEmpty();
  apply_to_text_->setEnabled(false);
  next_->setEnabled(false);
  if (!shows) {
    preview_->show_lines({});
    sum_->setText(!problem.isEmpty() ? tr("The rule that is wrong must be mended first.") : QString());
  } else if (isVisible()) {
    emit previewWanted(rules());
  }
}

void WordsDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  update_state();
}

void WordsDialog::show_preview(const WordsPreview& preview) {
  if (preview.rules != rules() || !has_subject_ || !model_->problem().isEmpty()) return;
  preview_->show_lines(preview.lines);
  QStringList sentences;
  if (preview.changed == 0) {
    sentences.append(tr("Nothing changes."));
  } else {
    sentences.append(tr("%1 of %n segment(s) change.", nullptr, preview.segments).arg(preview.changed));
    if (preview.changed > static_cast<int>(preview.lines.size()))
      sentences.append(
          tr("The first %n of them are shown.", nullptr, static_cast<int>(preview.lines.size())));
  }
  for (const Message& problem : preview.problems) sentences.append(words(problem));
  sum_->setText(sentences.join(QLatin1Char(' ')));
  next_->setEnabled(preview.changed > 0);
  apply_to_text_->setEnabled(preview.changed > 0 && editable_);
}

void WordsDialog::ask_import() {
  auto* dialog = new QFileDialog(this, tr("Import words"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setNameFilter(tr("Words (*.json)"));
  connect(dialog, &QFileDialog::fileSelected, this, &WordsDialog::importRequested);
  open_dialog(dialog);
}

void WordsDialog::ask_export() {
  auto* dialog = new QFileDialog(this, tr("Export words"));
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilter(tr("Words (*.json)"));
  dialog->setDefaultSuffix(QStringLiteral("json"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    if (current() >= 0) emit exportRequested(path, profiles_[static_cast<std::size_t>(current())]);
  });
  open_dialog(dialog);
}

}  // namespace tilescribe::ui
