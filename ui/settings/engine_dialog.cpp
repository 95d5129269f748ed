// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/engine_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace tilescribe::ui {

namespace {

constexpr int most_threads = 512;  // more than any machine's cores; the engine takes what there is

}  // namespace

EngineDialog::EngineDialog(const EngineOptions& options, QWidget* parent)
    : QDialog(parent),
      before_(options),
      model_(new QLineEdit(this)),
      engine_(new QComboBox(this)),
      compute_(new QComboBox(this)),
      threads_(new QSpinBox(this)) {
  setWindowTitle(tr("Engine & model"));
  model_->setObjectName(QStringLiteral("modelFolder"));
  model_->setText(QString::fromStdString(options.model));
  model_->setPlaceholderText(tr("The bundled demo model"));
  model_->setClearButtonEnabled(true);
  model_->setAccessibleName(tr("Model folder"));
  auto* browse = new QPushButton(tr("Choose…"), this);
  browse->setAccessibleName(tr("Choose the model folder"));
  connect(browse, &QPushButton::clicked, this, &EngineDialog::choose_folder);

  engine_->addItem(tr("Automatic"), static_cast<int>(Engine::automatic));
  engine_->addItem(tr("CPU"), static_cast<int>(Engine::cpu));
  engine_->setCurrentIndex(engine_->findData(static_cast<int>(options.engine)));
  compute_->addItem(tr("Automatic"), static_cast<int>(Compute::automatic));
  compute_->addItem(tr("f32 (exact)"), static_cast<int>(Compute::f32));
  compute_->addItem(tr("bf16 (faster where the CPU has AVX512-BF16)"), static_cast<int>(Compute::bf16));
  compute_->setCurrentIndex(compute_->findData(static_cast<int>(options.compute)));
  compute_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  threads_->setRange(0, most_threads);
  threads_->setSpecialValueText(tr("All cores"));
  threads_->setValue(options.threads);

  for (auto* field :
       {static_cast<QWidget*>(engine_), static_cast<QWidget*>(compute_), static_cast<QWidget*>(threads_)}) {
    field->setMinimumHeight(model_->sizeHint().height());
  }

  auto* folder = new QWidget(this);
  auto* model_row = new QHBoxLayout(folder);
  model_row->setContentsMargins(0, 0, 0, 0);
  model_row->setSpacing(8);
  model_row->addWidget(model_, 1);
  model_row->addWidget(browse);
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(10);
  folder->setFocusProxy(model_);
  form->addRow(tr("&Model folder"), folder);
  form->addRow(tr("&Engine"), engine_);
  form->addRow(tr("&Arithmetic"), compute_);
  form->addRow(tr("&Threads"), threads_);
  auto* note = new QLabel(
      tr("A folder as published on Hugging Face, of the GLM-ASR family. The engine is opened again "
         "as soon as the file being transcribed is finished."),
      this);
  note->setProperty("quiet", true);
  note->setWordWrap(true);

  auto* buttons = new QDialogButtonBox(this);
  auto* apply = new QPushButton(tr("Apply"), this);
  apply->setProperty("primary", true);  // before the box polishes it
  buttons->addButton(apply, QDialogButtonBox::AcceptRole);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
  apply->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 20, 20, 16);
  column->setSpacing(14);
  column->addLayout(form);
  column->addWidget(note);
  column->addStretch();
  column->addWidget(buttons);
  resize(540, sizeHint().height());
}

void EngineDialog::choose_folder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Model folder"), model_->text());
  if (!folder.isEmpty()) model_->setText(folder);
}

EngineOptions EngineDialog::options() const {
  EngineOptions options = before_;
  options.model = model_->text().trimmed().toStdString();
  options.engine = static_cast<Engine>(engine_->currentData().toInt());
  options.compute = static_cast<Compute>(compute_->currentData().toInt());
  options.threads = threads_->value();
  return options;
}

}  // namespace tilescribe::ui
