// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/own_kernel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTextBlock>
#include <QTextCursor>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <chrono>

#include "ui/format.h"
#include "ui/lab/kernel_source.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

OwnKernel::OwnKernel(QWidget* parent)
    : QWidget(parent),
      file_(named("ownKernelFile", new QLineEdit(this))),
      engine_(named("ownKernelEngine", new QComboBox(this))),
      new_(named("ownKernelNew", new QToolButton(this))),
      check_(named("ownKernelCheck", new QPushButton(tr("Check the file"), this))),
      time_(named("ownKernelTime", new QPushButton(tr("Time the file"), this))),
      model_(named("ownKernelModel", new QPushButton(tr("In the model"), this))),
      compile_(named("ownKernelCompile", new QPushButton(tr("GPU code"), this))),
      again_(named("ownKernelAgain", new QCheckBox(tr("Run again when the file changes"), this))),
      source_(named("ownKernelSource", new KernelSource(this))),
      output_(named("ownKernelOutput", new QPlainTextEdit(this))) {
  file_->setPlaceholderText(tr("A kernel file"));
  file_->setAccessibleName(tr("Kernel file"));
  ClearButton::add_to(*file_);
  engine_->setAccessibleName(tr("Engine of the kernel file"));
  auto* browse = named("ownKernelChoose", new QPushButton(tr("Choose…"), this));
  browse->setAccessibleName(tr("Choose the kernel file"));
  source_->setAccessibleName(tr("Source of the kernel file"));
  make_listing(*output_);
  output_->setAccessibleName(tr("What the lab says about the file"));
  output_->setPlaceholderText(
      tr("The compiler's complaints with their lines, the first wrong element, or the times."));
  compile_->setToolTip(tip_text(
      tr("Compiles the file for a GPU, which need not be there: registers, shared memory, spilled registers, "
         "and how many instructions of each kind there are")));
  QLabel* note = make_note(
      tr("A new file has the contract of its op as comments, and no body. It is compiled here, and runs in a "
         "program of its own, which is ended if the kernel hangs."),
      this);
  new_->setText(tr("New…"));
  new_->setAccessibleName(tr("New kernel file"));
  new_->setPopupMode(QToolButton::InstantPopup);
  new_->setFocusPolicy(Qt::StrongFocus);
  new_->setMenu(new QMenu(new_));
  model_->setToolTip(tip_text(tr(
      "Transcribes the sample with the open model, with the kernel and without it: the time of each stage, "
      "and the word error rate")));
  again_->setToolTip(tip_text(tr("Checks and times the file whenever it is saved")));
  QLayout* what = make_row(nullptr, {}, 8, {{file_, 1}, browse, new_});
  QLayout* row = make_row(nullptr, {}, 8, {{again_, 1}, engine_, check_, time_, model_, compile_});
  QLayout* head = make_column(nullptr, {20, 10, 20, 8}, 8, {what, row, note});
  setAcceptDrops(true);
  for (QWidget* child :
       {static_cast<QWidget*>(file_), static_cast<QWidget*>(source_), static_cast<QWidget*>(output_)})
    child->setAcceptDrops(false);  // what is dropped on them is opened, too
  settled_.setSingleShot(true);
  settled_.setInterval(std::chrono::milliseconds(150));
  auto* panes = new QSplitter(Qt::Horizontal, this);
  panes->setChildrenCollapsible(false);
  panes->addWidget(source_);
  panes->addWidget(output_);
  make_column(this, {}, 0, {head, make_hairline(this), {panes, 1}});
  connect(browse, &QPushButton::clicked, this, &OwnKernel::choose);
  connect(file_, &QLineEdit::textChanged, this, [this] {
    watch();
    source_->show_file(file());
    update_buttons();
  });
  connect(again_, &QCheckBox::toggled, this, &OwnKernel::watch);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, &settled_, qOverload<>(&QTimer::start));
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, &settled_, qOverload<>(&QTimer::start));
  connect(&settled_, &QTimer::timeout, this, &OwnKernel::look_again);
  connect(file_, &QLineEdit::returnPressed, check_, &QPushButton::click);
  connect(check_, &QPushButton::clicked, this, &OwnKernel::checkClicked);
  connect(time_, &QPushButton::clicked, this, &OwnKernel::timeClicked);
  connect(model_, &QPushButton::clicked, this, &OwnKernel::modelClicked);
  connect(compile_, &QPushButton::clicked, this, &OwnKernel::compileClicked);
  update_buttons();
}

void OwnKernel::set_devices(const std::vector<DeviceRow>& devices) {
  const QString before = engine_->currentText();
  engine_->clear();
  for (const char* name : {"cpu", "cuda-baseline"}) {
    const auto runs = [name](const DeviceRow& row) { return row.usable && row.engine == name; };
    if (std::ranges::any_of(devices, runs)) engine_->addItem(QLatin1String(name));
  }
  engine_->setCurrentIndex(std::max(0, engine_->findText(before)));
}

void OwnKernel::set_exercises(const QStringList& names) {
  new_->menu()->clear();
  for (const QString& name : names)
    new_->menu()->addAction(name, this, [this, name] { choose_folder(name); });
}

void OwnKernel::set_may_begin(bool may) {
  may_begin_ = may;
  update_buttons();
  if (may) settled_.start();  // the file may have changed meanwhile
}

OwnKernel::Looks OwnKernel::looks_of(const QString& path) {
  const QFileInfo info(path);
  return info.isFile() ? Looks{info.lastModified(), info.size()} : Looks{};
}

// Editors write a file in place or put another one there, so its folder is watched, too.
void OwnKernel::watch() {
  if (const QStringList before = watcher_.files() + watcher_.directories(); !before.isEmpty())
    watcher_.removePaths(before);
  looks_ = looks_of(file());
  if (looks_.size >= 0) watcher_.addPaths({file(), QFileInfo(file()).absolutePath()});
}

void OwnKernel::look_again() {
  source_->read_again();
  const Looks now = looks_of(file());
  if (now.size >= 0 && !watcher_.files().contains(file())) watcher_.addPath(file());  // another in its place
  if (!again_->isChecked() || !may_begin_ || now == looks_ || now.size < 0) return;
  watch();
  emit timeClicked();
}

void OwnKernel::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && QFileInfo(urls.front().toLocalFile()).isFile()) event->acceptProposedAction();
}

void OwnKernel::dropEvent(QDropEvent* event) {
  set_file(event->mimeData()->urls().front().toLocalFile());
  event->acceptProposedAction();
}

void OwnKernel::update_buttons() {
  const bool may = may_begin_ && !file().isEmpty();
  check_->setEnabled(may);
  time_->setEnabled(may);
  model_->setEnabled(may);
  compile_->setEnabled(may);
}

QString OwnKernel::file() const {
  return file_->text().trimmed();
}

void OwnKernel::set_file(const QString& path) {
  file_->setText(path);
}

QString OwnKernel::engine() const {
  return engine_->currentText();
}

void OwnKernel::clear_output() {
  output_->clear();
  source_->clear_marks();
  searched_ = 0;
}

void OwnKernel::add_output(const QString& text) {
  QTextCursor end(output_->document());
  end.movePosition(QTextCursor::End);
  end.insertText(text);
  mark_complaints();
}

// A complaint has its place before it, as in “gelu.cpp:12:5: …”.
void OwnKernel::mark_complaints() {
  const QString before = file() + QLatin1Char(':');
  QTextBlock block = output_->document()->findBlockByNumber(searched_);
  for (; block.isValid() && block.next().isValid(); block = block.next(), ++searched_) {
    const qsizetype found = block.text().indexOf(before);
    if (found < 0) continue;
    const QString rest = block.text().mid(found + before.size());
    source_->mark(rest.left(rest.indexOf(QLatin1Char(':'))).toInt());
  }
}

void OwnKernel::choose_folder(const QString& exercise) {
  auto* dialog = new QFileDialog(this, tr("Folder of the new kernel file"), QFileInfo(file()).path());
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, exercise](const QString& folder) { emit newRequested(exercise, folder); });
  open_dialog(dialog);
}

void OwnKernel::choose() {
  auto* dialog = new QFileDialog(this, tr("Kernel file"), QFileInfo(file()).path());
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setNameFilters({tr("Kernel files (*.cpp *.cu *.tilebc)"), tr("All files (*)")});
  connect(dialog, &QFileDialog::fileSelected, this, &OwnKernel::set_file);
  open_dialog(dialog);
}

}  // namespace tilescribe::ui
