// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/lab_choice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <utility>

#include "inference/api/engine_names.h"
#include "ui/format.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

/// "highway" of "cpu/highway".
QString bare_name(const VariantRow& variant) {
  const QString name = QString::fromStdString(variant.variant);
  return name.mid(name.indexOf(QLatin1Char('/')) + 1);
}

/// Chooses what was chosen before, if it is still there; else the first entry.
void choose_again(QComboBox& box, const QVariant& data) {
  box.setCurrentIndex(std::max(0, box.findData(data)));
}

bool is_enabled(const QComboBox& box, int index) {
  return box.model()->index(index, 0).flags().testFlag(Qt::ItemIsEnabled);
}

}  // namespace

LabChoice::LabChoice(QWidget* parent)
    : QWidget(parent),
      op_(named("labOp", new QComboBox(this))),
      variant_(named("labVariant", new QComboBox(this))),
      engine_(named("labEngine", new QComboBox(this))),
      compute_(named("labCompute", new QComboBox(this))),
      shape_(named("labShape", new QComboBox(this))),
      configs_(named("labConfigs", new QCheckBox(tr("All configurations"), this))),
      why_(named("labWhy", new ElidedLabel(Qt::ElideRight, this))) {
  for (QComboBox* box : {op_, variant_, engine_, compute_, shape_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
  }
  shape_->setEditable(true);
  shape_->setInsertPolicy(QComboBox::NoInsert);
  shape_->lineEdit()->setPlaceholderText(tr("All shapes"));
  shape_->setToolTip(tip_text(
      tr("A shape of the open model or of the full one, or words that select some of them. Only times have a "
         "shape: a check has cases of its own.")));
  ClearButton::add_to(*shape_->lineEdit());
  configs_->setToolTip(
      tip_text(tr("Times a variant with all of its tile sizes, not only the preferred one. "
                  "A check always has all.")));
  why_->set_color(QPalette::PlaceholderText);
  lay_out();
  connect(op_, &QComboBox::currentIndexChanged, this, &LabChoice::fill_op);
  connect(variant_, &QComboBox::currentIndexChanged, this, &LabChoice::show_why);
  connect(engine_, &QComboBox::currentIndexChanged, this, [this] {
    fill_computes();
    emit engineChanged();
  });
  connect(shape_->lineEdit(), &QLineEdit::returnPressed, this, &LabChoice::timeRequested);
}

void LabChoice::lay_out() {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(4);
  const auto add = [&](const QString& text, QComboBox* box, int row, int column, int columns = 1) {
    auto* label = new QLabel(text, this);
    label->setBuddy(box);
    label->setProperty("quiet", true);
    box->setAccessibleName(text);
    grid->addWidget(label, row, column, 1, columns);
    grid->addWidget(box, row + 1, column, 1, columns);
  };
  add(tr("Op"), op_, 0, 0);
  add(tr("Variant"), variant_, 0, 1);
  add(tr("Engine"), engine_, 0, 2);
  add(tr("Arithmetic"), compute_, 0, 3);
  add(tr("Shape"), shape_, 2, 0, 3);
  shape_->lineEdit()->setAccessibleName(tr("Shape"));
  grid->addWidget(configs_, 3, 3);
  for (const int column : {0, 1}) grid->setColumnStretch(column, 3);
  for (const int column : {2, 3}) grid->setColumnStretch(column, 2);
  make_column(this, {}, 6, {grid, why_});
}

void LabChoice::set_devices(const std::vector<DeviceRow>& devices) {
  const QSignalBlocker quiet(engine_);
  const QString before = engine_->currentText();
  devices_.clear();
  engine_->clear();
  int gpus = 0;
  for (const DeviceRow& row : devices) {
    if (!row.usable || !value_of(engine_names, row.engine)) continue;
    devices_.push_back(row);
    gpus = std::max(gpus, row.gpu);
  }
  int chosen = 0;
  for (const DeviceRow& row : devices_) {
    const QString name = QString::fromStdString(row.engine);
    engine_->addItem(gpus > 0 && row.gpu >= 0 ? tr("%1, GPU %2").arg(name).arg(row.gpu) : name);
    const int last = engine_->count() - 1;
    engine_->setItemData(last, tip_text(words(row.name)), Qt::ToolTipRole);
    if (row.chosen) chosen = last;
  }
  const int again = engine_->findText(before);
  engine_->setCurrentIndex(again >= 0 ? again : chosen);
  fill_computes();
}

void LabChoice::fill_computes() {
  const QVariant before = compute_->currentData();
  compute_->clear();
  if (device() == nullptr) return;
  const Engine engine = *value_of(engine_names, device()->engine);
  for (const auto& one : compute_names) {
    if (!computes_in(engine, one.value)) continue;
    const bool own = one.value == Compute::automatic;
    compute_->addItem(own ? tr("Automatic") : QString::fromUtf8(one.name.data(), qsizetype(one.name.size())),
                      static_cast<int>(one.value));
    if (own)
      compute_->setItemData(
          0, tip_text(tr("Times in the engine's own arithmetic, and checks in all that it has here.")),
          Qt::ToolTipRole);
  }
  choose_again(*compute_, before);
}

void LabChoice::set_catalogue(const LabCatalogue& catalogue) {
  catalogue_ = catalogue;
  const QVariant before = op_->currentData();
  {
    const QSignalBlocker quiet(op_);
    op_->clear();
    for (const std::string& name : catalogue.ops) {
      const QString text = QString::fromStdString(name);
      op_->addItem(text, text);
    }
    choose_again(*op_, before);
  }
  fill_op();
}

void LabChoice::fill_op() {
  const QVariant before = variant_->currentData();
  {
    const QSignalBlocker quiet(variant_);
    variant_->clear();
    variant_->addItem(tr("All variants"), QString());
    for (const VariantRow& row : catalogue_.variants) {
      if (row.op != op()) continue;
      variant_->addItem(bare_name(row), bare_name(row));
      variant_->setItemData(variant_->count() - 1, tip_text(words(row.why)), Qt::ToolTipRole);
    }
    choose_again(*variant_, before);
  }
  fill_shapes();
  show_why();
}

void LabChoice::fill_shapes() {
  const QString typed = shape_->currentText();
  shape_->clear();
  shape_->addItem(tr("All shapes"));
  if (!model_.isEmpty()) add_shapes(tr("Planned by %1").arg(model_), model_shapes_);
  add_shapes(shape_->count() > 1 ? tr("Of the full model") : QString(), catalogue_.shapes);
  const int again = typed == offered_ ? -1 : shape_->findText(typed);
  int first = 0;
  while (first + 1 < shape_->count() && (first == 0 || !is_enabled(*shape_, first))) ++first;
  shape_->setCurrentIndex(again >= 0 ? again : first);
  if (again < 0) offered_ = shape_->currentText();
}

/// Those of the op that are not there yet. `head`: says whose they are; empty: nothing has to.
void LabChoice::add_shapes(const QString& head, const std::vector<ShapeRow>& shapes) {
  bool headed = head.isEmpty();
  for (const ShapeRow& row : shapes) {
    const QString text = QString::fromStdString(row.shape);
    if (row.op != op() || shape_->findText(text) >= 0) continue;
    if (!std::exchange(headed, true)) {
      shape_->addItem(head);
      qobject_cast<QStandardItemModel*>(shape_->model())->item(shape_->count() - 1)->setEnabled(false);
    }
    shape_->addItem(text);
  }
}

void LabChoice::set_model_shapes(const QString& model, const std::vector<ShapeRow>& shapes) {
  model_ = model;
  model_shapes_ = shapes;
  const QString typed = shape_->currentText();
  const bool own_words = typed != offered_ && shape_->findText(typed) < 0;
  fill_shapes();
  if (own_words) shape_->setEditText(typed);  // the user is typing
}

void LabChoice::show_why() {
  QString text = tr("All variants of the op, in the order in which the engine prefers them.");
  for (const VariantRow& row : catalogue_.variants) {
    if (row.op == op() && bare_name(row) == variant_->currentData().toString()) text = words(row.why);
  }
  why_->set_text(text);
}

const DeviceRow* LabChoice::device() const {
  const int index = engine_->currentIndex();
  return index < 0 ? nullptr : &devices_[static_cast<std::size_t>(index)];
}

std::string LabChoice::op() const {
  return op_->currentData().toString().toStdString();
}

LabRequest LabChoice::request() const {
  LabRequest request;
  if (const DeviceRow* row = device()) {
    request.engine.engine = *value_of(engine_names, row->engine);
    request.engine.gpu = std::max(0, row->gpu);
    request.engine.compute = static_cast<Compute>(compute_->currentData().toInt());
  }
  request.op = op();
  request.variant = variant_->currentData().toString().toStdString();
  const QString shape = shape_->currentText().simplified();
  if (shape != shape_->itemText(0)) request.shape = shape.toStdString();
  request.configs = configs_->isChecked();
  return request;
}

QWidget* LabChoice::first() const {
  return op_;
}

}  // namespace tilescribe::ui
