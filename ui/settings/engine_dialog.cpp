// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/engine_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <algorithm>
#include <array>

#include "inference/api/engine_names.h"
#include "ui/format.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr int most_threads = 512;  // more than any machine's cores; the engine uses what exists

// In the order of all_engine_names.
constexpr std::array engine_titles{
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "Automatic"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "CPU"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "CUDA baseline (plain kernels, to compare with)"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "CUDA (tuned kernels)"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "Remote server…"),
};

// In the order of compute_names.
constexpr std::array compute_titles{
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "Automatic"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "f32 (exact)"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "tf32 (tensor cores, CUDA baseline)"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "bf16 (fastest where the hardware has it)"),
};

// In the order of weights_names.
constexpr std::array weights_titles{
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "As stored"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "bf16"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "int8 (half the memory, slightly less exact)"),
    QT_TRANSLATE_NOOP("tilescribe::ui::EngineDialog", "fp8 (fastest with CUDA, less exact)"),
};

template <class Value, std::size_t n>
void fill(QComboBox& box, const std::array<Named<Value>, n>& names, const std::array<const char*, n>& titles,
          Value chosen) {
  for (std::size_t i = 0; i < n; ++i)
    box.addItem(EngineDialog::tr(titles[i]), static_cast<int>(names[i].value));
  box.setCurrentIndex(box.findData(static_cast<int>(chosen)));
}

/// Enables a choice, or disables it and says why.
void set_possible(const QComboBox& box, int value, bool possible, const QString& reason) {
  auto* item = qobject_cast<QStandardItemModel*>(box.model())->item(box.findData(value));
  item->setEnabled(possible);
  item->setToolTip(possible ? QString() : tip_text(reason));
}

/// Leaves the choices that are possible with the engine; another becomes automatic.
template <class Value, std::size_t n>
void leave_possible(QComboBox& box, const std::array<Named<Value>, n>& names, Engine engine,
                    bool (*possible)(Engine, Value), const QString& reason) {
  for (const auto& one : names)
    set_possible(box, static_cast<int>(one.value), possible(engine, one.value), reason);
  if (!possible(engine, static_cast<Value>(box.currentData().toInt())))
    box.setCurrentIndex(box.findData(static_cast<int>(Value::automatic)));
}

}  // namespace

EngineDialog::EngineDialog(const EngineOptions& options, const std::vector<DeviceRow>& devices,
                           QWidget* parent)
    : QDialog(parent),
      before_(options),
      devices_(devices),
      model_(named("modelFolder", new QLineEdit(this))),
      engine_(named("engineChoice", new QComboBox(this))),
      gpu_(named("gpuChoice", new QComboBox(this))),
      compute_(named("computeChoice", new QComboBox(this))),
      weights_(named("weightsChoice", new QComboBox(this))),
      threads_(new QSpinBox(this)),
      reason_(named("engineReason", make_note({}, this))),
      problem_(named("modelProblem", new QLabel(this))),
      demo_(named("useDemo", new QPushButton(tr("Demo model"), this))),
      form_(new FormLayout) {
  setWindowTitle(tr("Engine & model"));
  model_->setText(QString::fromStdString(options.model));
  model_->setPlaceholderText(tr("The bundled demo model"));
  ClearButton::add_to(*model_);
  model_->setAccessibleName(tr("Model folder"));
  problem_->setTextFormat(Qt::PlainText);
  problem_->setWordWrap(true);
  demo_->setToolTip(tr("Go back to the model that comes with Tilescribe"));
  for (auto* box : {engine_, gpu_, compute_, weights_})
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  fill_engines(options);
  fill_gpus(options);
  fill(*compute_, compute_names, compute_titles, options.compute);
  fill(*weights_, weights_names, weights_titles, options.weights);
  threads_->setRange(0, most_threads);
  threads_->setSpecialValueText(tr("All cores"));
  threads_->setValue(options.threads);
  lay_out();
  for (auto* box : {engine_, gpu_})
    connect(box, &QComboBox::currentIndexChanged, this, &EngineDialog::update_choices);
  connect(model_, &QLineEdit::textChanged, this, &EngineDialog::forget_problem);
  connect(demo_, &QPushButton::clicked, model_, &QLineEdit::clear);
  update_choices();
  forget_problem();
  fit_width(*this, 600);
}

void EngineDialog::fill_engines(const EngineOptions& options) {
  fill(*engine_, all_engine_names, engine_titles, options.engine);
  if (devices_.empty()) return;
  for (const auto& one : engine_names) {
    if (one.value == Engine::automatic) continue;
    const auto can_run = [&](const DeviceRow& row) { return row.usable && row.engine == one.name; };
    const bool possible = std::ranges::any_of(devices_, can_run);
    const DeviceRow* row = device(one.value, 0);
    set_possible(*engine_, static_cast<int>(one.value), possible,
                 row == nullptr ? QString() : words(row->reason));
  }
}

/// One entry per GPU, including the chosen one if it is gone.
void EngineDialog::fill_gpus(const EngineOptions& options) {
  for (const DeviceRow& row : devices_) {
    if (row.gpu >= 0 && gpu_->findData(row.gpu) < 0) gpu_->addItem(words(row.name), row.gpu);
  }
  if (gpu_->findData(options.gpu) < 0) gpu_->addItem(tr("GPU %1").arg(options.gpu), options.gpu);
  gpu_->setCurrentIndex(gpu_->findData(options.gpu));
}

void EngineDialog::lay_out() {
  auto* browse = new QPushButton(tr("Choose…"), this);
  browse->setAccessibleName(tr("Choose the model folder"));
  connect(browse, &QPushButton::clicked, this, &EngineDialog::choose_folder);
  for (QWidget* field : std::initializer_list<QWidget*>{engine_, gpu_, compute_, weights_, threads_})
    field->setMinimumHeight(model_->sizeHint().height());
  auto* folder = new QWidget(this);
  make_row(folder, {}, 8, {{model_, 1}, browse, demo_});
  folder_ = folder;
  form_->addRow(tr("&Model folder"), folder);
  static_cast<QLabel*>(form_->labelForField(folder))->setBuddy(model_);
  form_->addRow(QString(), problem_);
  form_->addRow(tr("&Engine"), engine_);
  form_->addRow(QString(), reason_);
  form_->addRow(tr("&GPU"), gpu_);
  form_->addRow(tr("&Arithmetic"), compute_);
  form_->addRow(tr("&Weights"), weights_);
  form_->addRow(tr("&Threads"), threads_);
  form_->setRowVisible(gpu_, gpu_->count() > 1);
  note_ =
      make_note(tr("A folder of the GLM-ASR family, as published on Hugging Face. The engine is opened again "
                   "as soon as the file being transcribed is finished."),
                this);
  QDialogButtonBox* buttons = make_apply_buttons(this);
  apply_ = qobject_cast<QPushButton*>(buttons->buttons().first());
  apply_text_ = apply_->text();
  make_column(this, {20, 20, 20, 16}, 14, {form_, note_, free_room(), buttons});
}

Engine EngineDialog::engine() const {
  return static_cast<Engine>(engine_->currentData().toInt());
}

/// The device for an engine: this GPU, or any. A GPU that can't be used is listed once, under cuda.
const DeviceRow* EngineDialog::device(Engine engine, int gpu) const {
  const DeviceRow* found = nullptr;
  for (const DeviceRow& row : devices_) {
    if (engine == Engine::automatic) {
      if (row.chosen) return &row;
      continue;
    }
    const bool named = row.engine == name_of(engine_names, engine);
    if (named && (row.gpu < 0 || row.gpu == gpu)) return &row;
    const bool stands_for_it = engine == Engine::cuda_baseline && row.engine == "cuda" && !row.usable;
    if (found == nullptr && (named || stands_for_it)) found = &row;
  }
  return found;
}

QString EngineDialog::reason_text(Engine engine) const {
  const DeviceRow* row = device(engine, gpu_->currentData().toInt());
  if (row == nullptr) return {};
  QString text = words(Message("{1}. {2}", row->name, row->reason));
  const DeviceRow* gpu = device(Engine::cuda, gpu_->currentData().toInt());
  const bool missed = engine == Engine::automatic && row->gpu < 0 && gpu != nullptr && !gpu->usable;
  return missed ? tr("%1 No GPU is used: %2").arg(text, words(gpu->reason)) : text;
}

/// Updates what depends on the engine: the reason for it, its arithmetics, and how it stores weights.
void EngineDialog::update_choices() {
  const Engine chosen = engine();
  gpu_->setEnabled(chosen != Engine::cpu);
  threads_->setEnabled(chosen == Engine::cpu || chosen == Engine::automatic);
  const QString unsupported = tr("This engine does not support it.");
  const bool here = chosen != Engine::remote;
  if (here) {
    leave_possible(*compute_, compute_names, chosen, computes_in, unsupported);
    leave_possible(*weights_, weights_names, chosen, stores_in, unsupported);
  }
  const QString reason =
      here ? reason_text(chosen)
           : tr("A server that you name writes the text. The audio of your files is sent to it.");
  reason_->setText(reason);
  form_->setRowVisible(reason_, !reason.isEmpty());
  for (QWidget* field : std::initializer_list<QWidget*>{folder_, compute_, weights_, threads_})
    form_->setRowVisible(field, here);
  form_->setRowVisible(gpu_, here && gpu_->count() > 1);
  form_->setRowVisible(problem_, here && !problem_->text().isEmpty());
  note_->setVisible(here);
  apply_->setText(here ? apply_text_ : tr("Choose the &server…"));
  fit_width(*this, width());
}

void EngineDialog::choose_folder() {
  auto* dialog = new QFileDialog(this, tr("Model folder"), model_->text());
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, model_, &QLineEdit::setText);
  open_dialog(dialog);
}

void EngineDialog::accept() {
  if (engine() == Engine::remote) {
    reject();
    return emit serverRequested();
  }
  const std::string model = options().model;
  if (!check_ || model.empty()) return QDialog::accept();
  show_problem(tr("Checking the folder…"), false);
  apply_->setEnabled(false);
  const int asked = ++asked_;
  check_(model, [dialog = QPointer<EngineDialog>(this), asked](const Failure& failure) {
    if (!dialog || dialog->asked_ != asked) return;
    dialog->apply_->setEnabled(true);
    if (failure.message.empty()) return dialog->QDialog::accept();
    dialog->show_problem(words(failure.message), true);
    dialog->model_->setFocus();
  });
}

/// A result for the previous folder no longer counts.
void EngineDialog::forget_problem() {
  ++asked_;
  apply_->setEnabled(true);
  demo_->setEnabled(!model_->text().trimmed().isEmpty());
  show_problem({}, false);
}

void EngineDialog::show_problem(const QString& sentence, bool is_error) {
  problem_->setText(sentence);
  problem_->setForegroundRole(is_error ? QPalette::BrightText : QPalette::PlaceholderText);
  form_->setRowVisible(problem_, !sentence.isEmpty());
  fit_width(*this, width());
}

EngineOptions EngineDialog::options() const {
  EngineOptions options = before_;
  QString model = model_->text().trimmed();
  if (model == QLatin1String("~") || model.startsWith(QLatin1String("~/")))
    model.replace(0, 1, QDir::homePath());
  options.model = model.toStdString();
  options.engine = engine();
  options.gpu = gpu_->currentData().toInt();
  options.compute = static_cast<Compute>(compute_->currentData().toInt());
  options.weights = static_cast<Weights>(weights_->currentData().toInt());
  options.threads = threads_->value();
  return options;
}

}  // namespace tilescribe::ui
