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

namespace tilescribe::ui {

namespace {

struct FormatText {
  ProfileFormat format;
  const char* filter;
  const char* ending;
};
constexpr std::array<FormatText, 4> formats{{
    {ProfileFormat::session,
     QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Profile that can be opened again (*.sqlite)"),
     ".sqlite"},
    {ProfileFormat::report,
     QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Report to read in a browser (*.html)"), ".html"},
    {ProfileFormat::trace, QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Trace for Perfetto (*.json)"),
     ".json"},
    {ProfileFormat::table, QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Kernel table (*.csv)"),
     ".csv"},
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
      selection_bar_(new SelectionBar(this)),
      tabs_(new QTabWidget(this)),
      splitter_(new QSplitter(Qt::Vertical, this)),
      lower_(new QSplitter(Qt::Horizontal, this)) {
  dialogs.open = [](QWidget* owner, const QString& title) {
    return QFileDialog::getOpenFileName(owner, title, {}, tr("Profiles (*.sqlite);;All files (*)"));
  };
  dialogs.save = save_questions(this, tr("Save the profile"));
  setObjectName(QStringLiteral("profilerWindow"));
  resize(1280, 800);
  make_views();
  make_menus();
  set_session(nullptr);
}

void ProfilerWindow::make_views() {
  overview_ = new OverviewPage(this);
  timeline_ = new Timeline(this);
  roofline_ = new RooflineView(this);
  icicle_ = new Icicle(this);
  comparison_ = new ComparisonPage(this);
  table_ = new KernelTable(this);
  histogram_ = new DurationChart(this);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Pages"));
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

  connect(selection_bar_, &SelectionBar::selectionChanged, this, &ProfilerWindow::set_selection);
  connect(overview_, &OverviewPage::selectionChanged, this, &ProfilerWindow::set_selection);
  connect(timeline_, &Timeline::selectionChanged, this, &ProfilerWindow::set_selection);
  connect(roofline_, &RooflineView::selectionChanged, this, &ProfilerWindow::set_selection);
  connect(icicle_, &Icicle::selectionChanged, this, &ProfilerWindow::set_selection);
  connect(table_, &KernelTable::selectionChanged, this, &ProfilerWindow::set_selection);
  connect(comparison_, &ComparisonPage::selectionChanged, this, &ProfilerWindow::set_selection);
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
  clear_ = add_action(*view, tr("&Show everything"), QKeySequence(QStringLiteral("Ctrl+0")),
                      QStringLiteral("showEverything"));
  connect(clear_, &QAction::triggered, this, [this] { set_selection({}); });

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

void ProfilerWindow::set_session(std::shared_ptr<const ProfileSession> session, const QString& name) {
  session_ = std::move(session);
  name_ = name;
  selection_ = {};
  setWindowTitle(name.isEmpty() ? tr("Profiler") : tr("%1 – Profiler").arg(QFileInfo(name).fileName()));
  banner_->hide();
  header_->set_session(session_.get());
  overview_->set_session(session_);
  timeline_->set_session(session_);
  roofline_->set_session(session_);
  icicle_->set_session(session_);
  comparison_->set_session(session_);
  table_->set_session(session_);
  histogram_->set_session(session_);
  for (QAction* action : {save_, export_, compare_}) action->setEnabled(session_ != nullptr);
  follow_selection();
}

void ProfilerWindow::set_comparison(std::shared_ptr<const ProfileSession> before, const QString& name) {
  comparison_->set_comparison(std::move(before), QFileInfo(name).fileName());
  show_page(CompareTab);
}

void ProfilerWindow::show_error(const QString& text) {
  banner_->set_text(text);
  banner_->show();
}

void ProfilerWindow::set_selection(const ProfileSelection& selection) {
  if (selection == selection_) return;
  selection_ = selection;
  follow_selection();
}

void ProfilerWindow::follow_selection() {
  // A view may change it while the views are told; all of them get the same one.
  const ProfileSelection selection = selection_;
  selection_bar_->set_selection(session_.get(), selection);
  overview_->set_selection(selection);
  timeline_->set_selection(selection);
  roofline_->set_selection(selection);
  icicle_->set_selection(selection);
  comparison_->set_selection(selection);
  table_->set_selection(selection);
  histogram_->set_selection(selection);
  clear_->setEnabled(!selection.empty());
}

void ProfilerWindow::show_page(Page page) {
  tabs_->setCurrentIndex(page);
}

void ProfilerWindow::show_for_page() {
  const int page = tabs_->currentIndex();
  lower_->setVisible(page != OverviewTab && page != CompareTab);
}

void ProfilerWindow::ask_open() {
  const QString path = dialogs.open(this, tr("Open a profile"));
  if (!path.isEmpty()) emit openRequested(path);
}

void ProfilerWindow::ask_compare() {
  const QString path = dialogs.open(this, tr("Compare with a saved run"));
  if (!path.isEmpty()) emit compareRequested(path);
}

void ProfilerWindow::ask_save(ProfileFormat first) {
  if (!session_) return;
  std::vector<SaveForm> forms;
  std::size_t offered = 0;
  for (const FormatText& each : formats) {
    if (each.format == first) offered = forms.size();
    forms.push_back({tr(each.filter), QLatin1String(each.ending)});
  }
  const QString audio = QFileInfo(QString::fromStdString(session_->setting.audio)).completeBaseName();
  const QString base = !name_.isEmpty()  ? QFileInfo(name_).completeBaseName()
                       : audio.isEmpty() ? tr("profile")
                                         : audio;
  const auto target = ask_where_to_save(base + forms[offered].ending, forms, offered, dialogs.save);
  if (target) emit saveRequested(target->path, formats[target->form].format);
}

}  // namespace tilescribe::ui
