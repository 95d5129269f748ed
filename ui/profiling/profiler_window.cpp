// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/profiler_window.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>
#include <array>

#include "ui/profiling/comparison_page.h"
#include "ui/profiling/duration_chart.h"
#include "ui/profiling/icicle.h"
#include "ui/profiling/kernel_table.h"
#include "ui/profiling/keys_help.h"
#include "ui/profiling/overview_page.h"
#include "ui/profiling/profile_header.h"
#include "ui/profiling/roofline.h"
#include "ui/profiling/selection_bar.h"
#include "ui/profiling/timeline.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/save_question.h"

namespace tilescribe::ui {

namespace {

struct FormatText {
  ProfileFormat format;
  const char* filter;
  const char* ending;
};
constexpr std::array<FormatText, 4> formats{{
    {ProfileFormat::session,
     QT_TRANSLATE_NOOP("ProfilerWindow", "Profile that can be opened again (*.sqlite)"), ".sqlite"},
    {ProfileFormat::report, QT_TRANSLATE_NOOP("ProfilerWindow", "Report to read in a browser (*.html)"),
     ".html"},
    {ProfileFormat::trace, QT_TRANSLATE_NOOP("ProfilerWindow", "Trace for Perfetto (*.json)"), ".json"},
    {ProfileFormat::table, QT_TRANSLATE_NOOP("ProfilerWindow", "Kernel table (*.csv)"), ".csv"},
}};

QAction* add_action(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& name) {
  QAction* action = menu.addAction(text);
  action->setShortcut(keys);
  action->setObjectName(name);
  return action;
}

}  // namespace

ProfilerWindow::ProfilerWindow(QWidget* parent)
    : QMainWindow(parent),
      header_(new ProfileHeader(this)),
      banner_(new Banner(QStringLiteral("alert"), tr("Profiles"), true, this)),
      selection_bar_(new SelectionBar(document_, this)),
      tabs_(new QTabWidget(this)),
      splitter_(new QSplitter(Qt::Vertical, this)),
      lower_(new QSplitter(Qt::Horizontal, this)) {
  setObjectName(QStringLiteral("profilerWindow"));
  resize(1280, 800);
  make_views();
  make_menus();
  connect(&document_, &ProfileDocument::opened, this, &ProfilerWindow::follow_document);
  connect(&document_, &ProfileDocument::selectionChanged, this, &ProfilerWindow::follow_selection);
  connect(&document_, &ProfileDocument::comparisonChanged, this, [this] { show_page(CompareTab); });
  connect(&document_, &ProfileDocument::failed, this, &ProfilerWindow::show_error);
  follow_document();
}

ProfilerWindow::~ProfilerWindow() {
  delete takeCentralWidget();  // the views, before their document
}

void ProfilerWindow::make_views() {
  overview_ = new OverviewPage(document_, this);
  timeline_ = new Timeline(document_, this);
  roofline_ = new RooflineView(document_, this);
  icicle_ = new Icicle(document_, this);
  comparison_ = new ComparisonPage(document_, this);
  table_ = new KernelTable(document_, this);
  histogram_ = new DurationChart(document_, this);
  tabs_->setDocumentMode(true);
  tabs_->setObjectName(QStringLiteral("profilerTabs"));
  tabs_->addTab(overview_, tr("Overview"));
  tabs_->addTab(timeline_, tr("Timeline"));
  tabs_->addTab(roofline_, tr("Roofline"));
  tabs_->addTab(icicle_, tr("Flame"));
  tabs_->addTab(comparison_, tr("Compare"));
  auto* lower = static_cast<QSplitter*>(lower_);
  lower->addWidget(table_);
  lower->addWidget(histogram_);
  lower->setStretchFactor(0, 3);
  lower->setStretchFactor(1, 1);
  lower->setChildrenCollapsible(false);
  histogram_->setMinimumWidth(280);
  tabs_->setMinimumHeight(240);
  lower_->setMinimumHeight(160);
  splitter_->addWidget(tabs_);
  splitter_->addWidget(lower_);
  splitter_->setChildrenCollapsible(false);
  splitter_->setStretchFactor(0, 3);
  splitter_->setStretchFactor(1, 2);

  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(banner_);
  column->addWidget(header_);
  column->addWidget(selection_bar_);
  column->addWidget(splitter_, 1);
  setCentralWidget(page);

  connect(overview_, &OverviewPage::detailsRequested, this, [this] { show_page(TimelineTab); });
  connect(comparison_, &ComparisonPage::chooseClicked, this, &ProfilerWindow::ask_compare);
  connect(tabs_, &QTabWidget::currentChanged, this, &ProfilerWindow::show_for_page);
  show_for_page();
}

void ProfilerWindow::make_menus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  connect(add_action(*file, tr("&Open a profile…"), QKeySequence::Open, QStringLiteral("openProfile")),
          &QAction::triggered, this, &ProfilerWindow::ask_open);
  save_ = add_action(*file, tr("&Save…"), QKeySequence::Save, QStringLiteral("saveProfile"));
  connect(save_, &QAction::triggered, this, [this] { ask_save(ProfileFormat::session); });
  export_ = add_action(*file, tr("&Export…"), QKeySequence(QStringLiteral("Ctrl+E")),
                       QStringLiteral("exportProfile"));
  connect(export_, &QAction::triggered, this, [this] { ask_save(ProfileFormat::report); });
  file->addSeparator();
  compare_ = add_action(*file, tr("&Compare with a saved run…"), QKeySequence(QStringLiteral("Ctrl+D")),
                        QStringLiteral("compareProfile"));
  connect(compare_, &QAction::triggered, this, &ProfilerWindow::ask_compare);
  file->addSeparator();
  connect(add_action(*file, tr("C&lose"), QKeySequence::Close, QStringLiteral("closeProfiler")),
          &QAction::triggered, this, &QWidget::close);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  for (int page = 0; page < tabs_->count(); ++page) {
    QAction* action =
        add_action(*view, tabs_->tabText(page), QKeySequence(QStringLiteral("Ctrl+%1").arg(page + 1)),
                   QStringLiteral("page%1").arg(page));
    connect(action, &QAction::triggered, this, [this, page] {
      tabs_->setCurrentIndex(page);
      tabs_->currentWidget()->setFocus();  // so that its keys work
    });
  }
  view->addSeparator();
  back_ = add_action(*view, tr("&Back to the selection before"), QKeySequence::Back,
                     QStringLiteral("selectionBack"));
  connect(back_, &QAction::triggered, this, [this] { document_.go_back(); });
  forward_ =
      add_action(*view, tr("For&ward again"), QKeySequence::Forward, QStringLiteral("selectionForward"));
  connect(forward_, &QAction::triggered, this, [this] { document_.go_forward(); });
  clear_ = add_action(*view, tr("&Show everything"), QKeySequence(QStringLiteral("Ctrl+0")),
                      QStringLiteral("showEverything"));
  connect(clear_, &QAction::triggered, this, [this] { document_.select({}); });

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  connect(add_action(*help, tr("&Keys and mouse"), QKeySequence(Qt::Key_F1), QStringLiteral("profilerKeys")),
          &QAction::triggered, this, [this] {
            auto* keys = findChild<KeysDialog*>();
            if (keys == nullptr) keys = new KeysDialog(this);
            keys->show();
            keys->raise();
            keys->activateWindow();
          });
}

void ProfilerWindow::follow_document() {
  const QString& name = document_.name();
  setWindowTitle(name.isEmpty() ? tr("Profiler") : tr("%1 – Profiler").arg(QFileInfo(name).fileName()));
  banner_->hide();
  header_->set_session(document_.session().get());
  for (QAction* action : {save_, export_, compare_}) action->setEnabled(document_.session() != nullptr);
  follow_selection();
}

void ProfilerWindow::show_error(const QString& text) {
  banner_->set_text(text);
  banner_->show();
}

void ProfilerWindow::follow_selection() {
  clear_->setEnabled(!document_.selection().empty());
  back_->setEnabled(document_.can_go_back());
  forward_->setEnabled(document_.can_go_forward());
}

void ProfilerWindow::show_page(Page page) {
  tabs_->setCurrentIndex(page);
}

void ProfilerWindow::show_for_page() {
  const int page = tabs_->currentIndex();
  lower_->setVisible(page != OverviewTab && page != CompareTab);
}

void ProfilerWindow::ask_for_profile(const QString& title, void (ProfilerWindow::*chosen)(const QString&)) {
  auto* dialog = new QFileDialog(this, title, {}, tr("Profiles (*.sqlite);;All files (*)"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, chosen);
  open_dialog(dialog);
}

void ProfilerWindow::ask_open() {
  ask_for_profile(tr("Open a profile"), &ProfilerWindow::openRequested);
}

void ProfilerWindow::ask_compare() {
  ask_for_profile(tr("Compare with a saved run"), &ProfilerWindow::compareRequested);
}

void ProfilerWindow::ask_save(ProfileFormat first) {
  if (!document_.session()) return;
  std::vector<SaveForm> forms;
  std::size_t offered = 0;
  for (const FormatText& each : formats) {
    if (each.format == first) offered = forms.size();
    forms.push_back({tr(each.filter), QLatin1String(each.ending)});
  }
  const QString audio =
      QFileInfo(QString::fromStdString(document_.session()->setting.audio)).completeBaseName();
  const QString base = !document_.name().isEmpty() ? QFileInfo(document_.name()).completeBaseName()
                       : audio.isEmpty()           ? tr("profile")
                                                   : audio;
  ask_where_to_save(
      {this, tr("Save the profile"), forms, offered}, base + forms[offered].ending,
      [this](const SaveTarget& target) { emit saveRequested(target.path, formats[target.form].format); });
}

}  // namespace tilescribe::ui
