// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/text_writer.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QTextCursor>
#include <chrono>
#include <limits>

#include "ui/format.h"
#include "ui/lab/writing_costs.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr QLatin1String random_prefix("random:");
// A text without line breaks is one paragraph, and its layout takes the longer the longer it is.
constexpr int most_tokens = 10'000;

QSpinBox* number_box(const char* name, int least, int most, int value, QWidget* parent) {
  auto* box = named(name, new QSpinBox(parent));
  box->setRange(least, most);
  box->setValue(value);
  return box;
}

/// Scrolls what is too high for it, and is as wide as what is in it.
class TallScroll : public QScrollArea {
 public:
  using QScrollArea::QScrollArea;
  QSize minimumSizeHint() const override {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            QScrollArea::minimumSizeHint().height()};
  }
};

}  // namespace

TextWriter::TextWriter(QWidget* parent)
    : QWidget(parent),
      model_(named("textModel", new QComboBox(this))),
      kind_(named("textKind", new QComboBox(this))),
      prompt_(named("textPrompt", new QPlainTextEdit(this))),
      tokens_(number_box("textTokens", 1, most_tokens, 100, this)),
      temperature_(named("textTemperature", new QDoubleSpinBox(this))),
      top_k_(number_box("textTopK", 0, 1'000'000, 50, this)),
      seed_(number_box("textSeed", 0, std::numeric_limits<int>::max(), 0, this)),
      write_(named("textWrite", new QPushButton(tr("Write"), this))),
      text_(named("writtenText", new QPlainTextEdit(this))),
      costs_(new WritingCosts(this)) {
  text_->setReadOnly(true);
  text_->setTabChangesFocus(true);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setUndoRedoEnabled(false);
  text_->document()->setDocumentMargin(page_margin);
  text_->setAccessibleName(tr("What the model writes"));
  text_->setPlaceholderText(tr("What the model writes appears here, token by token."));
  text_->setMinimumHeight(3 * text_->fontMetrics().lineSpacing() + 40);
  auto* content = new QWidget(this);
  make_column(content, {}, 0, {make_form(), make_hairline(content), {text_, 1}});
  auto* left = named("textScroll", new TallScroll(this));
  left->setAccessibleName(tr("Text"));
  left->setFrameShape(QFrame::NoFrame);
  left->setWidgetResizable(true);
  left->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  left->setBackgroundRole(QPalette::Base);
  left->setWidget(content);
  auto* both = new QSplitter(this);
  both->setChildrenCollapsible(false);
  both->addWidget(left);
  both->addWidget(costs_);
  both->setHandleWidth(1);
  both->setStretchFactor(0, 3);
  both->setStretchFactor(1, 2);
  both->setSizes({760, 480});  // in proportion
  make_column(this, {}, 0, {{both, 1}});
  flush_.setSingleShot(true);
  flush_.setInterval(std::chrono::milliseconds(40));
  connect(&flush_, &QTimer::timeout, this, &TextWriter::flush);
  connect(model_, &QComboBox::currentTextChanged, this, &TextWriter::follow_model);
  connect(kind_, &QComboBox::currentIndexChanged, this, &TextWriter::follow_kind);
  connect(prompt_, &QPlainTextEdit::textChanged, this, &TextWriter::update_buttons);
  connect(write_, &QPushButton::clicked, this, &TextWriter::writeClicked);
  kind_->setCurrentIndex(1);
  prompt_->setPlainText(QStringLiteral("1, 2, 3"));
  update_buttons();
}

QLayout* TextWriter::make_form() {
  auto* grid = new QGridLayout;
  grid->setContentsMargins(20, 10, 16, 10);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  const auto add = [&](const QString& text, QWidget* field, int row, int column, int columns = 1) {
    auto* label = new QLabel(text, this);
    label->setBuddy(field);
    label->setProperty("quiet", true);
    field->setAccessibleName(text);
    grid->addWidget(label, row, column, 1, columns);
    grid->addWidget(field, row + 1, column, 1, columns);
  };
  model_->setEditable(true);
  model_->setInsertPolicy(QComboBox::NoInsert);
  model_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  model_->setMinimumContentsLength(8);
  model_->lineEdit()->setPlaceholderText(tr("A folder, a .pt file, or random:NAME"));
  model_->setToolTip(
      tip_text(tr("A checkpoint of GPT-2 as transformers writes it, a model.pt of minGPT, or random weights, "
                  "which only show what a model of that size costs")));
  kind_->addItems({tr("Text"), tr("Token ids")});
  prompt_->setTabChangesFocus(true);
  prompt_->document()->setDocumentMargin(0);
  prompt_->setFixedHeight(2 * prompt_->fontMetrics().lineSpacing() + 12);
  temperature_->setRange(0.0, 100.0);
  temperature_->setSingleStep(0.1);
  temperature_->setToolTip(tip_text(
      tr("0: the likeliest token is taken. Above it tokens are drawn, the higher the more freely.")));
  top_k_->setToolTip(tip_text(tr("With a temperature, tokens are drawn among so many likeliest; 0: all")));
  seed_->setToolTip(tip_text(tr("With a temperature, the same seed draws the same tokens")));
  auto* choose = named("textChoose", new QPushButton(tr("Choose…"), this));
  choose->setAccessibleName(tr("Choose the model"));
  auto* menu = new QMenu(choose);
  menu->addAction(tr("Folder…"), this, [this] { choose_model(true); });
  menu->addAction(tr("File of minGPT…"), this, [this] { choose_model(false); });
  choose->setMenu(menu);
  write_->setProperty("primary", true);
  add(tr("Model"), model_, 0, 0, 5);
  model_->lineEdit()->setAccessibleName(tr("Model"));
  grid->addWidget(choose, 1, 5);
  add(tr("Prompt"), prompt_, 2, 0, 6);
  add(tr("Prompt is"), kind_, 4, 0);
  add(tr("New tokens"), tokens_, 4, 1);
  add(tr("Temperature"), temperature_, 4, 2);
  add(tr("Top-k"), top_k_, 4, 3);
  add(tr("Seed"), seed_, 4, 4);
  grid->addWidget(write_, 5, 5);
  for (int column = 0; column < 5; ++column) grid->setColumnStretch(column, 1);
  return grid;
}

void TextWriter::set_random_models(const QStringList& names) {
  const QString before = model_->currentText();
  model_->clear();
  for (const QString& name : names) model_->addItem(random_prefix + name);
  if (!before.isEmpty()) model_->setCurrentText(before);
}

void TextWriter::set_may_begin(bool may) {
  may_begin_ = may;
  update_buttons();
}

void TextWriter::update_buttons() {
  write_->setEnabled(may_begin_ && !model_->currentText().trimmed().isEmpty() &&
                     !prompt_->toPlainText().isEmpty());
}

/// Random weights have no vocabulary, and most folders have one.
void TextWriter::follow_model() {
  const QString model = model_->currentText().trimmed();
  const bool random = model.startsWith(random_prefix);
  if (!model.isEmpty() && random != random_) {
    random_ = random;
    kind_->setCurrentIndex(random ? 1 : 0);
  }
  update_buttons();
}

void TextWriter::follow_kind() {
  prompt_->setPlaceholderText(kind_->currentIndex() == 1 ? tr("Whole numbers with commas between them")
                                                         : tr("The text that is continued"));
}

WritingRequest TextWriter::request() const {
  return {.model = model_->currentText().trimmed(),
          .prompt = prompt_->toPlainText(),
          .ids = kind_->currentIndex() == 1,
          .max_new_tokens = tokens_->value(),
          .temperature = temperature_->value(),
          .top_k = top_k_->value(),
          .seed = static_cast<std::uint64_t>(seed_->value())};
}

void TextWriter::begin() {
  flush_.stop();
  arriving_.clear();
  text_->clear();
  costs_->begin();
}

void TextWriter::add_text(const QString& piece) {
  arriving_ += piece;
  if (!flush_.isActive()) flush_.start();
}

void TextWriter::flush() {
  if (arriving_.isEmpty()) return;
  QScrollBar* bar = text_->verticalScrollBar();
  const bool follows = bar->value() == bar->maximum();  // unless the reader has scrolled back
  QTextCursor end(text_->document());
  end.movePosition(QTextCursor::End);
  end.insertText(arriving_);
  arriving_.clear();
  if (follows) bar->setValue(bar->maximum());
}

void TextWriter::finish() {
  flush_.stop();
  flush();
  costs_->finish();
}

void TextWriter::choose_model(bool folder) {
  auto* dialog = new QFileDialog(this, tr("Model"), QFileInfo(model_->currentText()).path());
  dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
  dialog->setOption(QFileDialog::ShowDirsOnly, folder);
  if (!folder) dialog->setNameFilters({tr("Models of minGPT (*.pt)"), tr("All files (*)")});
  connect(dialog, &QFileDialog::fileSelected, model_, &QComboBox::setCurrentText);
  open_dialog(dialog);
}

}  // namespace tilescribe::ui
