// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/engine_comparison.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "inference/api/engine_names.h"
#include "ui/format.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

using Figure = std::optional<double>;

QString seconds_text(double seconds) {
  return nice_duration(std::llround(seconds * 1e9));
}

QString ms_text(double ms) {
  return nice_duration(std::llround(ms * 1e6));
}

QString share_text(double share) {
  return nice_percent(100.0 * share);
}

Figure if_heard(const SideBySideRow& row, double value) {
  return row.complaint.empty() ? Figure(value) : Figure();
}

TableColumn<SideBySideRow> stage_column(const QString& title, const QString& hint, const char* stage) {
  return figure_column<SideBySideRow>(
      title, hint,
      [stage](const SideBySideRow& row) {
        const auto found = std::ranges::find(row.stages, stage, &SideBySideRow::Stage::name);
        return found == row.stages.end() ? Figure() : Figure(found->ms);
      },
      ms_text);
}

SideBySideModel* make_model(QObject* parent) {
  return new SideBySideModel(
      {{EngineComparison::tr("Engine"),
        {},
        [](const SideBySideRow& row) { return QString::fromStdString(row.engine); }},
       figure_column<SideBySideRow>(
           EngineComparison::tr("Time"), EngineComparison::tr("What the transcription took"),
           [](const SideBySideRow& row) { return if_heard(row, row.seconds); }, seconds_text),
       figure_column<SideBySideRow>(
           EngineComparison::tr("Real time"), EngineComparison::tr("Length of the recording over that time"),
           [](const SideBySideRow& row) { return if_heard(row, row.times_real_time()); }, times_text),
       figure_column<SideBySideRow>(
           EngineComparison::tr("Ratio"), EngineComparison::tr("How many times as fast as the first engine"),
           [](const SideBySideRow& row) { return row.times_as_fast; }, times_text),
       figure_column<SideBySideRow>(
           EngineComparison::tr("Word errors"),
           EngineComparison::tr(
               "Words that differ from the reference text, or without one from the first engine's"),
           [](const SideBySideRow& row) { return row.word_error_rate; }, share_text),
       stage_column(EngineComparison::tr("Features"), EngineComparison::tr("The log-mel spectrogram"),
                    "features"),
       stage_column(EngineComparison::tr("Encoder"), EngineComparison::tr("What the encoder took"),
                    "encoder"),
       stage_column(EngineComparison::tr("Projector"), EngineComparison::tr("What the projector took"),
                    "projector"),
       stage_column(EngineComparison::tr("Prefill"),
                    EngineComparison::tr("Reading the prompt, to the first token"), "prefill"),
       stage_column(EngineComparison::tr("Decode"), EngineComparison::tr("All other tokens"), "decode"),
       {EngineComparison::tr("Text"),
        EngineComparison::tr("What it wrote, or why it wrote nothing"),
        [](const SideBySideRow& row) {
          return row.complaint.empty() ? QString::fromStdString(row.text) : words(row.complaint);
        },
        {},
        [](const SideBySideRow& row) {
          return tip_text(row.complaint.empty() ? QString::fromStdString(row.text) : words(row.complaint));
        }}},
      parent);
}

QCheckBox* engine_box(const QString& name, QWidget* parent) {
  auto* box = new QCheckBox(name, parent);
  box->setObjectName(QStringLiteral("compare:") + name);
  return box;
}

QString name_text(Engine engine) {
  const std::string_view name = name_of(engine_names, engine);
  return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

}  // namespace

EngineComparison::EngineComparison(QWidget* parent)
    : QWidget(parent),
      model_(make_model(this)),
      file_(named("compareFile", new QLineEdit(this))),
      engines_{{{Engine::cpu, engine_box(name_text(Engine::cpu), this)},
                {Engine::cuda_baseline, engine_box(name_text(Engine::cuda_baseline), this)},
                {Engine::cuda, engine_box(name_text(Engine::cuda), this)}}},
      transformers_(engine_box(QStringLiteral("transformers"), this)),
      python_(named("comparePython", new QLineEdit(QStringLiteral("python3"), this))),
      reference_(named("compareReference", new QLineEdit(this))),
      compare_(named("compareEngines", new QPushButton(tr("Compare"), this))),
      table_(new ResultTable(
          "compareTable", tr("Engines side by side"), *model_, [this](int row) { return details(row); },
          tr("Nothing was compared yet. Each engine hears the recording twice, and the second time counts."),
          this)) {
  file_->setPlaceholderText(tr("A recording; empty: the sample"));
  file_->setAccessibleName(tr("Recording"));
  reference_->setPlaceholderText(tr("What is said; empty: the first engine's text"));
  reference_->setAccessibleName(tr("Reference text"));
  python_->setAccessibleName(tr("Python with torch"));
  python_->setPlaceholderText(tr("A Python with torch"));
  for (QLineEdit* field : {file_, reference_}) ClearButton::add_to(*field);
  transformers_->setToolTip(tip_text(
      tr("Hugging Face transformers, in a Python that has torch and transformers; for recordings of at "
         "most an hour. It hears them last, in the same windows.")));
  compare_->setToolTip(tip_text(tr("Has every chosen engine transcribe the recording with the open model")));
  auto* choose = named("compareChoose", new QPushButton(tr("Choose…"), this));
  choose->setAccessibleName(tr("Choose the recording"));
  QLayout* what = make_row(nullptr, {}, 8, {{file_, 1}, choose, {reference_, 1}});
  QLayout* who = make_row(nullptr, {}, 12,
                          {engines_[0].box,
                           engines_[1].box,
                           engines_[2].box,
                           transformers_,
                           {python_, 1},
                           free_room(),
                           compare_});
  QLayout* head = make_column(nullptr, {20, 10, 20, 8}, 8, {what, who});
  make_column(this, {}, 0, {head, make_hairline(this), {table_, 1}});
  connect(choose, &QPushButton::clicked, this, &EngineComparison::choose);
  for (const Choice& choice : engines_)
    connect(choice.box, &QCheckBox::toggled, this, &EngineComparison::update_parts);
  connect(transformers_, &QCheckBox::toggled, this, &EngineComparison::update_parts);
  connect(python_, &QLineEdit::textChanged, this, &EngineComparison::update_parts);
  for (QLineEdit* field : {file_, reference_, python_})
    connect(field, &QLineEdit::returnPressed, compare_, &QPushButton::click);
  connect(compare_, &QPushButton::clicked, this, &EngineComparison::compareClicked);
  update_parts();
}

void EngineComparison::set_devices(const std::vector<DeviceRow>& devices) {
  for (const Choice& choice : engines_) {
    const std::string name(name_of(engine_names, choice.engine));
    const auto usable =
        std::ranges::find_if(devices, [&](const DeviceRow& row) { return row.usable && row.engine == name; });
    // Where a GPU can't be used, one row of the engine cuda says why.
    const auto refused = std::ranges::find_if(devices, [](const DeviceRow& row) { return !row.usable; });
    choice.box->setChecked(usable != devices.end());
    const QString why = usable != devices.end()    ? words(usable->reason)
                        : refused != devices.end() ? words(refused->reason)
                                                   : QString();
    choice.box->setToolTip(tip_text(why));
    choice.box->setAccessibleDescription(why);
  }
}

void EngineComparison::set_may_begin(bool may) {
  may_begin_ = may;
  update_parts();
}

void EngineComparison::update_parts() {
  const ComparisonRequest wanted = request();
  python_->setEnabled(transformers_->isChecked());
  compare_->setEnabled(may_begin_ && (!wanted.engines.empty() || !wanted.python.isEmpty()));
}

ComparisonRequest EngineComparison::request() const {
  ComparisonRequest request;
  request.file = file_->text().trimmed();
  for (const Choice& choice : engines_) {
    if (choice.box->isChecked()) request.engines.push_back(choice.engine);
  }
  if (transformers_->isChecked()) request.python = python_->text().trimmed();
  request.reference = reference_->text().trimmed();
  return request;
}

void EngineComparison::begin() {
  model_->set_rows({});
}

void EngineComparison::add_rows(std::vector<SideBySideRow> rows) {
  model_->append(std::move(rows));
}

QString EngineComparison::details(int row) const {
  const SideBySideRow& heard = model_->rows()[static_cast<std::size_t>(row)];
  if (!heard.complaint.empty())
    return tr("%1: %2").arg(QString::fromStdString(heard.engine), words(heard.complaint));
  return tr("%1 (%2): %3")
      .arg(QString::fromStdString(heard.engine), words(heard.description),
           QString::fromStdString(heard.text));
}

void EngineComparison::choose() {
  auto* dialog = new QFileDialog(this, tr("Recording"), QFileInfo(file_->text()).path(), media_filter());
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, file_, &QLineEdit::setText);
  open_dialog(dialog);
}

}  // namespace tilescribe::ui
