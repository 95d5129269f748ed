// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/profiler_window.h"

#include <QAction>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QSplitter>
#include <array>

#include "ui/profile/profiling_texts.h"
#include "ui/profiling/icicle.h"
#include "ui/profiling/roofline.h"
#include "ui/profiling/timeline.h"
#include "ui/profiling/views.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/save_question.h"

namespace tilescribe::ui {

namespace {

struct FormatText {
  ProfileFormat format;
  const char* filter;
  const char* ending;
};
constexpr std::array<FormatText, 4> formats{{
    {ProfileFormat::session, QT_TRANSLATE_NOOP("Profiling", "Profile that can be opened again (*.sqlite)"),
     ".sqlite"},
    {ProfileFormat::report, QT_TRANSLATE_NOOP("Profiling", "Report to read in a browser (*.html)"), ".html"},
    {ProfileFormat::trace, QT_TRANSLATE_NOOP("Profiling", "Trace for Perfetto (*.json)"), ".json"},
    {ProfileFormat::table, QT_TRANSLATE_NOOP("Profiling", "Kernel table (*.csv)"), ".csv"},
}};

}  // namespace

ProfilerWindow::ProfilerWindow(QWidget* parent)
    : QMainWindow(parent),
      banner_(new Banner(QStringLiteral("alert"), tr("Profiles"), true, this)),
      selection_bar_(make_selection_bar(document_, this)),
      tabs_(named("profilerTabs", new QTabWidget(this))),
      lower_(new QSplitter(Qt::Horizontal, this)) {
  setObjectName(QStringLiteral("profilerWindow"));
  resize(fitted(*this, {1280, 800}));
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
  QWidget* histogram = make_duration_chart(document_, this);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Pages"));
  tabs_->addTab(make_overview_page(
                    document_, [this] { show_page(TimelineTab); }, this),
                tr("Overview"));
  tabs_->addTab(new Timeline(document_, this), tr("Timeline"));
  tabs_->addTab(new RooflineView(document_, this), tr("Roofline"));
  tabs_->addTab(new Icicle(document_, this), tr("Flame"));
  tabs_->addTab(make_comparison_page(
                    document_, [this] { ask_compare(); }, this),
                tr("Compare"));
  lower_->addWidget(make_kernel_table(document_, this));
  lower_->addWidget(histogram);
  lower_->setStretchFactor(0, 3);
  lower_->setStretchFactor(1, 1);
  lower_->setChildrenCollapsible(false);
  histogram->setMinimumWidth(280);
  tabs_->setMinimumHeight(240);
  lower_->setMinimumHeight(160);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->addWidget(tabs_);
  splitter->addWidget(lower_);
  splitter->setChildrenCollapsible(false);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);

  auto* page = new QWidget(this);
  QWidget* header = make_profile_header(document_, this);
  make_column(page, {}, 0, {banner_, header, selection_bar_, {splitter, 1}});
  setCentralWidget(page);
  connect(tabs_, &QTabWidget::currentChanged, this, &ProfilerWindow::show_for_page);
  show_for_page();
}

void ProfilerWindow::make_menus() {
  const auto add = [this](QMenu* menu, const char* name, const QString& text, const QKeySequence& keys,
                          auto then) { return named(name, menu->addAction(text, keys, this, then)); };
  QMenu* file = menuBar()->addMenu(tr("&File"));
  add(file, "openProfile", tr("&Open a profile…"), QKeySequence::Open, &ProfilerWindow::ask_open);
  save_ = add(file, "saveProfile", tr("&Save…"), QKeySequence::Save,
              [this] { ask_save(ProfileFormat::session); });
  export_ = add(file, "exportProfile", tr("&Export…"), Qt::CTRL | Qt::Key_E,
                [this] { ask_save(ProfileFormat::report); });
  file->addSeparator();
  compare_ = add(file, "compareProfile", tr("&Compare with a saved run…"), Qt::CTRL | Qt::Key_D,
                 &ProfilerWindow::ask_compare);
  file->addSeparator();
  add(file, "closeProfiler", tr("C&lose"), QKeySequence::Close, &QWidget::close);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  for (int page = 0; page < tabs_->count(); ++page) {
    add(view, qPrintable(QStringLiteral("page%1").arg(page)), tabs_->tabText(page),
        QKeySequence(QStringLiteral("Ctrl+%1").arg(page + 1)), [this, page] {
          tabs_->setCurrentIndex(page);
          tabs_->currentWidget()->setFocus();  // so that its keys work
        });
  }
  view->addSeparator();
  back_ = add(view, "selectionBack", tr("&Back to the selection before"), QKeySequence::Back,
              [this] { document_.go_back(); });
  forward_ = add(view, "selectionForward", tr("For&ward again"), QKeySequence::Forward,
                 [this] { document_.go_forward(); });
  clear_ = add(view, "showEverything", tr("&Show everything"), Qt::CTRL | Qt::Key_0,
               [this] { document_.select({}); });

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  add(help, "profilerKeys", tr("&Keys and mouse"), Qt::Key_F1, [this, view] {
    auto* keys = findChild<QDialog*>(QStringLiteral("keysDialog"));
    if (keys == nullptr) keys = make_keys_dialog(view->actions(), this);
    keys->show();
    keys->raise();
    keys->activateWindow();
  });
}

void ProfilerWindow::follow_document() {
  const QString& name = document_.name();
  setWindowTitle(name.isEmpty() ? tr("Profiler") : tr("%1 – Profiler").arg(QFileInfo(name).fileName()));
  banner_->hide();
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

void ProfilerWindow::ask_save(ProfileFormat first) {
  if (!document_.session()) return;
  std::vector<SaveForm> forms;
  std::size_t offered = 0;
  for (const FormatText& each : formats) {
    if (each.format == first) offered = forms.size();
    forms.push_back({ProfilingTexts::tr(each.filter), QLatin1String(each.ending)});
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
