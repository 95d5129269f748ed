// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/lab_page.h"

#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "ui/format.h"
#include "ui/lab/batch_grid.h"
#include "ui/lab/engine_comparison.h"
#include "ui/lab/lab_roofline.h"
#include "ui/lab/own_kernel.h"
#include "ui/lab/text_writer.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

QLabel* sentence(const char* name, QWidget* parent) {
  auto* label = named(name, new WrappedLabel(parent));
  label->setTextFormat(Qt::PlainText);
  return label;
}

}  // namespace

LabPage::LabPage(QWidget* parent)
    : QWidget(parent),
      times_(make_times_model(this)),
      checks_(make_checks_model(this)),
      choice_(new LabChoice(this)),
      report_(named("labReport", new QPushButton(tr("Report…"), this))),
      check_(named("labCheck", new QPushButton(tr("Check"), this))),
      time_(named("labTime", new QPushButton(tr("Time"), this))),
      stop_(named("labStop", new QPushButton(tr("Stop"), this))),
      status_(sentence("labStatus", this)),
      problem_(sentence("labProblem", this)),
      setting_text_(sentence("labSetting", this)),
      tabs_(named("labTabs", new QTabWidget(this))),
      times_table_(new ResultTable(
          "labTimes", tr("Times"), *times_, [this](int row) { return time_details(row); },
          tr("Nothing was timed yet. Time runs the chosen variants side by side."), this)),
      checks_table_(new ResultTable(
          "labChecks", tr("Checks"), *checks_, [this](int row) { return check_details(row); },
          tr("Nothing was checked yet. Check compares each variant with the op's reference."), this)),
      roofline_(new LabRoofline(this)),
      own_kernel_(new OwnKernel(this)),
      comparison_(new EngineComparison(this)),
      grid_(new BatchGrid(this)),
      writer_(new TextWriter(this)) {
  setObjectName(QStringLiteral("labPage"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* times = new QWidget(this);
  setting_text_->setProperty("quiet", true);
  setting_text_->setContentsMargins(20, 8, 20, 6);
  make_column(times, {}, 0, {setting_text_, {times_table_, 1}});
  setting_text_->hide();
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Results"));
  tabs_->addTab(times, tr("Times"));
  tabs_->addTab(roofline_, tr("Roofline"));
  tabs_->addTab(checks_table_, tr("Checks"));
  tabs_->addTab(own_kernel_, tr("Own kernel"));
  tabs_->addTab(comparison_, tr("Engines"));
  tabs_->addTab(grid_, tr("Batch × length"));
  tabs_->addTab(writer_, tr("Text"));
  make_column(this, {}, 0, {make_head(), make_buttons(), {tabs_, 1}});

  connect(choice_, &LabChoice::timeRequested, time_, &QPushButton::click);
  connect(time_, &QPushButton::clicked, this, [this] { emit timeClicked(choice_->request()); });
  connect(check_, &QPushButton::clicked, this, [this] { emit checkClicked(choice_->request()); });
  connect(report_, &QPushButton::clicked, this, &LabPage::ask_for_report);
  connect(stop_, &QPushButton::clicked, this, &LabPage::stopClicked);
  connect(roofline_, &LabRoofline::chosen, this, [this](int row) {
    times_table_->choose(row);
    tabs_->setCurrentIndex(0);
  });
  set_problem({});
  update_buttons();
}

QLayout* LabPage::make_head() {
  auto* title = new QLabel(tr("Kernel lab"), this);
  title->setFont(heading_font(title->font(), 1.2));
  QToolButton* close = named("closeLab", make_tool_button("close", tr("Back to the files"), this));
  close->setIconSize({20, 20});
  connect(close, &QToolButton::clicked, this, &LabPage::closeClicked);
  return make_row(nullptr, {20, 14, 16, 6}, 6, {{title, 1}, close});
}

QLayout* LabPage::make_buttons() {
  time_->setProperty("primary", true);
  time_->setToolTip(tip_text(tr("Times the chosen variants side by side, with their errors")));
  report_->setToolTip(tip_text(
      tr("Measures the sample with this engine and with its baseline, and writes a report to be completed")));
  check_->setToolTip(
      tip_text(tr("Compares the chosen variants with the reference, on shapes of the check's "
                  "own: with tails, and with sizes of 1")));
  problem_->setForegroundRole(QPalette::BrightText);
  QLayout* row = make_row(nullptr, {}, 8, {{status_, 1}, report_, check_, time_, stop_});
  return make_column(nullptr, {20, 0, 20, 12}, 8, {choice_, row, problem_});
}

void LabPage::ask_for_report() {
  auto* dialog = new QFileDialog(this, tr("Write a report"));
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setOption(QFileDialog::DontConfirmOverwrite);  // a report is never replaced
  const QStringList filters{tr("Markdown (*.md)"), tr("LaTeX (*.tex)"), tr("HTML (*.html)")};
  dialog->setNameFilters(filters);
  dialog->setDefaultSuffix(QStringLiteral("md"));
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters](const QString& filter) {
    constexpr std::array suffixes{"md", "tex", "html"};
    dialog->setDefaultSuffix(
        QLatin1String(suffixes[static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(filter)))]));
  });
  dialog->selectFile(QStringLiteral("report.md"));
  connect(dialog, &QFileDialog::fileSelected, this,
          [this](const QString& path) { emit reportClicked(choice_->request(), path); });
  open_dialog(dialog);
}

void LabPage::set_phase(LabPhase phase) {
  phase_ = phase;
  update_buttons();
}

void LabPage::set_held(bool held) {
  held_ = held;
  update_buttons();
}

void LabPage::update_buttons() {
  const bool works = phase_ != LabPhase::idle && phase_ != LabPhase::looking;
  const bool may = phase_ == LabPhase::idle && !held_;
  QWidget* const focus = focusWidget();
  const bool stop_had_it = focus == stop_;
  const bool begins = works && focus != nullptr && !stop_had_it &&
                      (choice_->isAncestorOf(focus) || qobject_cast<QPushButton*>(focus) != nullptr);
  if (begins) before_ = focus;
  stop_->setVisible(works);
  if (begins) stop_->setFocus();
  choice_->setEnabled(!works);
  for (QPushButton* button : {check_, time_}) button->setEnabled(may && !choice_->request().op.empty());
  report_->setEnabled(may);
  own_kernel_->set_may_begin(may);
  comparison_->set_may_begin(may);
  grid_->set_may_begin(may);
  writer_->set_may_begin(may);
  // The focus returns to where the work was begun.
  if (!works && stop_had_it)
    (before_ && before_->isEnabled() ? before_.data() : choice_->first())->setFocus();
}

void LabPage::set_status(const QString& sentence) {
  status_->setText(sentence);
}

void LabPage::set_problem(const QString& sentence) {
  problem_->setText(sentence);
  problem_->setVisible(!sentence.isEmpty());
}

void LabPage::begin_times() {
  times_->set_rows({});
  set_setting({}, false);
  if (tabs_->currentIndex() >= 2) tabs_->setCurrentIndex(0);
}

void LabPage::set_setting(const BenchSetting& setting, bool on_gpu) {
  setting_ = setting;
  on_gpu_ = on_gpu;
  QString text = QString::fromStdString(setting.engine);
  const BenchCeilings& most = setting.ceilings;
  if (most.read_gb_s) text = tr("%1. Reading memory: %2.").arg(text, nice_rate(*most.read_gb_s));
  if (const auto peak = most.tflop_s(setting.compute))
    text = tr("%1 Matrix products in %2: %3.")
               .arg(text, QString::fromStdString(setting.compute), nice_flop_rate(*peak));
  setting_text_->setText(text);
  setting_text_->setVisible(!text.isEmpty());
  roofline_->show_rows(times_->rows(), setting_, on_gpu_);
}

void LabPage::add_times(std::vector<OpRow> rows) {
  times_->append(std::move(rows));
  roofline_->show_rows(times_->rows(), setting_, on_gpu_);
}

void LabPage::begin_checks() {
  checks_->set_rows({});
  shows_failed_ = false;
  tabs_->setCurrentIndex(2);
}

void LabPage::add_checks(std::vector<CheckRow> rows) {
  const int before = checks_->rowCount();
  checks_->append(std::move(rows));
  if (shows_failed_) return;
  for (int row = before; row < checks_->rowCount(); ++row) {
    if (checks_->rows()[static_cast<std::size_t>(row)].passed) continue;
    shows_failed_ = true;
    return checks_table_->choose(row);
  }
}

QString LabPage::time_details(int row) const {
  const OpRow& op = times_->rows()[static_cast<std::size_t>(row)];
  const QString what = tr("%1 of %2: %3")
                           .arg(QString::fromStdString(op.variant), QString::fromStdString(op.op),
                                QString::fromStdString(op.problem));
  if (!op.complaint.empty()) return tr("%1. %2").arg(what, words(op.complaint));
  if (!on_gpu_)
    return tr("%1. It ran on the CPU: only a GPU's kernels have registers and memory of their own.")
        .arg(what);
  if (op.kernels.empty()) return tr("%1. It ran a library's kernels, whose code is not known.").arg(what);
  return what + QLatin1Char('\n') + kernels_text(op.kernels);
}

QString LabPage::check_details(int row) const {
  const CheckRow& check = checks_->rows()[static_cast<std::size_t>(row)];
  const QString what = tr("%1 of %2: %3")
                           .arg(QString::fromStdString(check.variant), QString::fromStdString(check.op),
                                QString::fromStdString(check.problem));
  return check.message.empty() ? what : tr("%1. %2").arg(what, words(check.message));
}

}  // namespace tilescribe::ui
