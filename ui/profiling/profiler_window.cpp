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
     QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Profile that can be opened again (*.sqlite)"),
     ".sqlite"},
    {ProfileFormat::report,
     QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Report to read in a browser (*.html)"), ".html"},
    {ProfileFormat::trace, QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Trace for Perfetto (*.json)"),
     ".json"},
    {ProfileFormat::table, QT_TRANSLATE_NOOP("tilescribe::ui::ProfilerWindow", "Kernel table (*.csv)"),
     ".csv"},
}};

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
  auto* overview = new OverviewPage(document_, this);
  auto* comparison = new ComparisonPage(document_, this);
  auto* histogram = new DurationChart(document_, this);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Pages"));
  tabs_->setObjectName(QStringLiteral("profilerTabs"));
  tabs_->addTab(overview, tr("Overview"));
  tabs_->addTab(new Timeline(document_, this), tr("Timeline"));
  tabs_->addTab(new RooflineView(document_, this), tr("Roofline"));
  tabs_->addTab(new Icicle(document_, this), tr("Flame"));
  tabs_->addTab(comparison, tr("Compare"));
  lower_->addWidget(new KernelTable(document_, this));
  lower_->addWidget(histogram);
  lower_->setStretchFactor(0, 3);
  lower_->setStretchFactor(1, 1);
  lower_->setChildrenCollapsible(false);
  histogram->setMinimumWidth(280);
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

  connect(overview, &OverviewPage::detailsRequested, this, [this] { show_page(TimelineTab); });
  connect(comparison, &ComparisonPage::chooseClicked, this, &ProfilerWindow::ask_compare);
  connect(tabs_, &QTabWidget::currentChanged, this, &ProfilerWindow::show_for_page);
  show_for_page();
}

void ProfilerWindow::make_menus() {
  const auto add = [this](QMenu* menu, const QString& name, const QString& text, const QKeySequence& keys,
                          auto then) {
    QAction* action = menu->addAction(text, keys, this, then);
    action->setObjectName(name);
    return action;
  };
  QMenu* file = menuBar()->addMenu(tr("&File"));
  add(file, QStringLiteral("openProfile"), tr("&Open a profile…"), QKeySequence::Open,
      &ProfilerWindow::ask_open);
  save_ = add(file, QStringLiteral("saveProfile"), tr("&Save…"), QKeySequence::Save,
              [this] { ask_save(ProfileFormat::session); });
  export_ = add(file, QStringLiteral("exportProfile"), tr("&Export…"), Qt::CTRL | Qt::Key_E,
                [this] { ask_save(ProfileFormat::report); });
  file->addSeparator();
  compare_ = add(file, QStringLiteral("compareProfile"), tr("&Compare with a saved run…"),
                 Qt::CTRL | Qt::Key_D, &ProfilerWindow::ask_compare);
  file->addSeparator();
  add(file, QStringLiteral("closeProfiler"), tr("C&lose"), QKeySequence::Close, &QWidget::close);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  for (int page = 0; page < tabs_->count(); ++page) {
    add(view, QStringLiteral("page%1").arg(page), tabs_->tabText(page),
        QKeySequence(QStringLiteral("Ctrl+%1").arg(page + 1)), [this, page] {
          tabs_->setCurrentIndex(page);
          tabs_->currentWidget()->setFocus();  // so that its keys work
        });
  }
  view->addSeparator();
  back_ = add(view, QStringLiteral("selectionBack"), tr("&Back to the selection before"), QKeySequence::Back,
              [this] { document_.go_back(); });
  forward_ = add(view, QStringLiteral("selectionForward"), tr("For&ward again"), QKeySequence::Forward,
                 [this] { document_.go_forward(); });
  clear_ = add(view, QStringLiteral("showEverything"), tr("&Show everything"), Qt::CTRL | Qt::Key_0,
               [this] { document_.select({}); });

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  add(help, QStringLiteral("profilerKeys"), tr("&Keys and mouse"), Qt::Key_F1, [this] {
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
  ask_where_to_save({this, tr("Save the profile"), forms, offered}, base + forms[offered].ending,
                    [this, session = document_.session()](const SaveTarget& target) {
                      emit saveRequested(session, target.path, formats[target.form].format);
                    });
}

}  // namespace tilescribe::ui
