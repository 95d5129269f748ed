// SPDX-License-Identifier: Apache-2.0
#include "ui/exporting/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <algorithm>
#include <array>

#include "ui/exporting/name_pattern.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

// In the order of all_export_formats.
constexpr std::array format_titles{
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "Plain text"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "SubRip subtitles"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "WebVTT subtitles"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "JSON, with tokens"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "Tab-separated table"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "Word document"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "Web page"),
};
static_assert(format_titles.size() == all_export_formats.size());

// In the order of text_layout_names.
constexpr std::array text_titles{
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "A line for each segment"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "A line for each sentence"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "Paragraphs, divided at pauses"),
};
static_assert(text_titles.size() == text_layout_names.size());

}  // namespace

QString ending_of(ExportFormat format) {
  const std::string_view suffix = extension(format);
  return QLatin1Char('.') + QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
}

QString ExportDialog::title_of(ExportFormat format) {
  const auto* found = std::ranges::find(all_export_formats, format);
  return tr(format_titles[static_cast<std::size_t>(found - all_export_formats.begin())]);
}

ExportDialog::ExportDialog(const ExportSettings& now, const ExportScope& scope, QWidget* parent)
    : QDialog(parent),
      scope_(scope),
      pattern_before_(now.pattern),
      model_(new CueModel(this)),
      form_(new FormLayout),
      format_(new QComboBox(this)),
      preset_(new QComboBox(this)),
      words_(new QSpinBox(this)),
      text_(new QComboBox(this)),
      pause_(new QDoubleSpinBox(this)),
      preview_(new QWidget(this)),
      table_(new QTableView(preview_)),
      sum_(new QLabel(preview_)),
      next_(new QPushButton(tr("&Next problem"), preview_)) {
  setObjectName(QStringLiteral("exportDialog"));
  setWindowTitle(scope.kept        ? tr("Export from the library")
                 : scope.files > 0 ? tr("Export all finished files")
                                   : tr("Export transcript"));
  make_format(now.format);
  make_rules(now.options.cues);
  words_->setObjectName(QStringLiteral("wordGroup"));
  words_->setRange(0, CueLimits::word_group);
  words_->setSpecialValueText(tr("Off"));
  words_->setValue(now.options.word_group);
  words_->setToolTip(
      tr("SRT: a cue for so many words. WebVTT: the time of every so many words, for karaoke."));
  text_->setObjectName(QStringLiteral("textLayout"));
  for (std::size_t i = 0; i < text_titles.size(); ++i)
    text_->addItem(tr(text_titles[i]), static_cast<int>(i));
  text_->setCurrentIndex(static_cast<int>(now.options.text));
  pause_->setObjectName(QStringLiteral("paragraphPause"));
  pause_->setRange(0.1, CueLimits::pause_s);
  pause_->setDecimals(1);
  pause_->setSingleStep(0.1);
  pause_->setSuffix(tr(" s"));
  pause_->setValue(now.options.paragraph_pause_s);
  form_->addRow(tr("&Words at a time"), words_);
  form_->addRow(tr("&Text"), text_);
  form_->addRow(tr("Pause for a new para&graph"), pause_);
  make_preview();
  lay_out(now);
  connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::update_format);
  connect(text_, &QComboBox::currentIndexChanged, this, &ExportDialog::update_format);
  connect(preset_, &QComboBox::currentIndexChanged, this, &ExportDialog::set_preset);
  update_format();
}

void ExportDialog::make_format(ExportFormat format) {
  format_->setObjectName(QStringLiteral("exportFormat"));
  for (std::size_t i = 0; i < format_titles.size(); ++i)
    format_->addItem(
        QStringLiteral("%1 (%2)").arg(title_of(all_export_formats[i]), ending_of(all_export_formats[i])),
        static_cast<int>(all_export_formats[i]));
  format_->setCurrentIndex(format_->findData(static_cast<int>(format)));
  form_->addRow(tr("&Format"), format_);
}

void ExportDialog::make_preview() {
  table_->setObjectName(QStringLiteral("cuePreview"));
  table_->setAccessibleName(tr("Preview of the subtitles"));
  table_->setModel(model_);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setShowGrid(false);
  table_->setWordWrap(false);  // lines break where they will break
  table_->setTabKeyNavigation(false);
  table_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(2 * fontMetrics().lineSpacing() + 12);
  QHeaderView* header = table_->horizontalHeader();
  header->setHighlightSections(false);
  const int digit = fontMetrics().horizontalAdvance(QLatin1Char('0'));
  table_->setColumnWidth(CueModel::Start, 11 * digit);
  table_->setColumnWidth(CueModel::Length, 9 * digit);
  table_->setColumnWidth(CueModel::Speed, 8 * digit);
  table_->setColumnWidth(CueModel::Problem, 15 * digit);
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(4 * digit);
  header->setSectionResizeMode(CueModel::Text, QHeaderView::Stretch);
  sum_->setObjectName(QStringLiteral("cueSum"));
  next_->setObjectName(QStringLiteral("nextProblem"));
  next_->setAutoDefault(false);
  connect(next_, &QPushButton::clicked, this, &ExportDialog::go_to_problem);
  // Whether there are problems is known once the preview is there.
  next_->hide();
  table_->setColumnHidden(CueModel::Problem, true);
  make_column(preview_, {}, 8, {{table_, 1}, make_row(nullptr, {}, 8, {{sum_, 1}, next_})});
}

/// The folder and the names of many files.
void ExportDialog::make_many(const ExportSettings& now) {
  folder_ = new QLineEdit(QDir::toNativeSeparators(scope_.folder), this);
  folder_->setObjectName(QStringLiteral("exportFolder"));
  folder_->setAccessibleName(tr("Folder"));
  auto* choose = new QPushButton(tr("Choose…"), this);
  choose->setObjectName(QStringLiteral("chooseFolder"));
  choose->setAccessibleName(tr("Choose the folder"));
  choose->setAutoDefault(false);
  pattern_ = new QLineEdit(now.pattern, this);
  pattern_->setObjectName(QStringLiteral("namePattern"));
  pattern_->setToolTip(tr("{name}: the recording's name. {date}: today. {number}: 001, 002 and so on."));
  example_ = make_note({}, this);
  example_->setObjectName(QStringLiteral("nameExample"));
  example_->setMinimumHeight(3 * fontMetrics().lineSpacing());
  auto* row = new QWidget(this);
  make_row(row, {}, 8, {{folder_, 1}, choose});
  form_->addRow(make_hairline(this));
  form_->addRow(tr("Fold&er"), row);
  static_cast<QLabel*>(form_->labelForField(row))->setBuddy(folder_);
  form_->addRow(tr("File na&mes"), pattern_);
  form_->addRow(QString(), example_);
  connect(choose, &QPushButton::clicked, this, &ExportDialog::choose_folder);
  for (QLineEdit* field : {folder_, pattern_})
    connect(field, &QLineEdit::textChanged, this, &ExportDialog::update_names);
}

void ExportDialog::lay_out(const ExportSettings& now) {
  form_->setVerticalSpacing(8);
  const int height = QLineEdit().sizeHint().height();
  for (QWidget* field : std::initializer_list<QWidget*>{format_, preset_, words_, text_, pause_})
    field->setMinimumHeight(height);
  for (const Number& number : numbers_) number.box->setMinimumHeight(height);
  auto* buttons = new QDialogButtonBox(this);
  apply_ = new QPushButton(scope_.files > 0 ? tr("Export %n file(s)", nullptr, scope_.files) : tr("&Export…"),
                           this);
  apply_->setObjectName(QStringLiteral("exportNow"));
  apply_->setProperty("primary", true);
  buttons->addButton(apply_, QDialogButtonBox::AcceptRole);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
  apply_->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  if (scope_.files > 0) make_many(now);
  QBoxLayout* left = make_column(nullptr, {}, 0, {form_, free_room()});
  make_column(this, {20, 20, 20, 16}, 14, {{make_row(nullptr, {}, 20, {left, {preview_, 1}}), 1}, buttons});
  order_tabs(findChild<QPushButton*>(QStringLiteral("chooseFolder")));
}

/// From the top to the bottom, then the preview, then the buttons.
void ExportDialog::order_tabs(QPushButton* choose) {
  std::vector<QWidget*> order{format_, preset_};
  for (const Number& number : numbers_) order.push_back(number.box);
  order.insert(order.end(), {words_, text_, pause_});
  if (folder_ != nullptr) order.insert(order.end(), {folder_, choose, pattern_});
  order.insert(order.end(), {table_, next_, apply_});
  for (std::size_t i = 1; i < order.size(); ++i) setTabOrder(order[i - 1], order[i]);
}

ExportFormat ExportDialog::format() const {
  return static_cast<ExportFormat>(format_->currentData().toInt());
}

ExportSettings ExportDialog::chosen() const {
  ExportSettings chosen{.format = format(),
                        .pattern = pattern_ != nullptr ? pattern_->text() : pattern_before_};
  chosen.options = {.cues = rules(),
                    .word_group = words_->value(),
                    .text = static_cast<TextLayout>(text_->currentIndex()),
                    .paragraph_pause_s = pause_->value()};
  return chosen;
}

QString ExportDialog::folder() const {
  return folder_ == nullptr ? QString() : QDir::fromNativeSeparators(folder_->text().trimmed());
}

/// Shows the fields that the format has.
void ExportDialog::update_format() {
  const bool cues = holds_cues(format()), text = holds_passages(format());
  for (QWidget* field : std::initializer_list<QWidget*>{preset_, words_}) form_->setRowVisible(field, cues);
  for (const Number& number : numbers_) form_->setRowVisible(number.box, cues);
  form_->setRowVisible(text_, text);
  form_->setRowVisible(pause_, text && text_->currentIndex() == static_cast<int>(TextLayout::paragraphs));
  preview_->setVisible(cues);
  layout()->activate();
  const int wide = fitted(*this, {cues ? std::max(width(), 1080) : 480, 0}).width();
  fit(*this, {wide, std::max({cues ? std::max(height(), scope_.files > 0 ? 680 : 560) : 0,
                              minimumSizeHint().height(), heightForWidth(wide)})});
  update_rules();
  update_names();
}

void ExportDialog::update_apply() {
  const bool named =
      pattern_ == nullptr || (unknown_place(pattern_->text()).isEmpty() && !folder().isEmpty());
  apply_->setEnabled(named && contradiction().isEmpty());
}

void ExportDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  update_rules();
}

void ExportDialog::show_cues(const CueModel::Cues& cues, const CueRules& of) {
  if (of != rules() || !contradiction().isEmpty()) return;
  model_->set(cues, of);
  sum_->setForegroundRole(QPalette::WindowText);
  const int broken = model_->broken();
  const QString all = tr("%n subtitle(s)", nullptr, model_->rowCount());
  sum_->setText(broken > 0 ? tr("%1, %2").arg(all, tr("%n of them break(s) a rule", nullptr, broken)) : all);
  next_->setVisible(broken > 0);
  table_->setColumnHidden(CueModel::Problem, broken == 0);
  table_->setColumnHidden(CueModel::Speed, of.speed <= 0.0);
}

void ExportDialog::go_to_problem() {
  const int row = model_->next_broken(table_->currentIndex().row());
  if (row < 0) return;
  table_->setCurrentIndex(model_->index(row, CueModel::Text));
  table_->scrollTo(table_->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void ExportDialog::update_names() {
  if (pattern_ == nullptr) return;
  const QString wrong = unknown_place(pattern_->text());
  const QString name = name_by_pattern(pattern_->text(), {scope_.first, QDate::currentDate(), 1});
  example_->setText(wrong.isEmpty()
                        ? tr("For example %1. A file that exists already is kept: the new one gets a number.")
                              .arg(name + ending_of(format()))
                        : tr("%1 is not known. {name}, {date} and {number} are.").arg(wrong));
  example_->setForegroundRole(wrong.isEmpty() ? QPalette::WindowText : QPalette::BrightText);
  update_apply();
}

void ExportDialog::choose_folder() {
  auto* dialog = new QFileDialog(this, tr("Folder for the exports"), folder());
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this](const QString& path) { folder_->setText(QDir::toNativeSeparators(path)); });
  open_dialog(dialog);
}

}  // namespace tilescribe::ui
