// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/captions_part.h"

#include <QAction>
#include <QGuiApplication>
#include <QMenu>
#include <QScreen>

#include "ui/captions/caption_dialog.h"
#include "ui/captions/caption_view.h"
#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/open_dialog.h"

namespace tilescribe::ui {

namespace {

constexpr int reason_ms = 8000;  // in which a sentence is read

/// On Wayland a window can't move itself.
bool desktop_places_windows() {
  return QGuiApplication::platformName().startsWith(QLatin1String("wayland"));
}

}  // namespace

CaptionsPart::CaptionsPart(Shell& shell, Settings& settings)
    : shell_(shell), settings_(settings), overlay_(settings) {
  make_actions();
  for (CaptionView* view : {&overlay_.view(), &audience_.view()}) {
    connect(&feed_, &CaptionFeed::appended, view, &CaptionView::append);
    connect(&feed_, &CaptionFeed::tailChanged, view, &CaptionView::set_tail);
    connect(&feed_, &CaptionFeed::cleared, view, &CaptionView::clear);
  }
  overlay_.addActions({captions_, click_through_, above_, below_, settings_action_});
  audience_.addActions({captions_, audience_action_});  // for their keys
  connect(&overlay_, &CaptionOverlay::left, this, [this] { want_overlay(false); });
  connect(&audience_, &AudienceWindow::left, this, [this] { want_audience(nullptr); });
  linger_.setSingleShot(true);
  connect(&linger_, &QTimer::timeout, this, &CaptionsPart::close);
  apply_settings();
}

void CaptionsPart::make_actions() {
  QWidget* owner = &shell_.widget();
  captions_ = make_action(owner, "captions", tr("&Captions"), Qt::CTRL | Qt::SHIFT | Qt::Key_L);
  click_through_ = make_action(owner, "captionsClickThrough", tr("C&lick through captions"));
  above_ = make_action(owner, "captionsAbove", tr("Captions at the top of t&he screen"));
  below_ = make_action(owner, "captionsBelow", tr("Captions at the &bottom of the screen"));
  audience_action_ =
      make_action(owner, "audienceWindow", tr("Audience &window"), Qt::CTRL | Qt::SHIFT | Qt::Key_A);
  settings_action_ = make_action(owner, "captionSettings", tr("Caption setti&ngs…"), {}, "settings");
  screens_ = new QMenu(tr("Audience window &on"), owner);
  screens_->setObjectName(QStringLiteral("audienceScreens"));
  for (QAction* action : {captions_, click_through_, audience_action_}) action->setCheckable(true);
  shell_.add_actions({Menu::recording, 3, {captions_, click_through_, above_, below_}});
  shell_.add_actions({Menu::recording, 4, {audience_action_, screens_->menuAction()}});
  shell_.add_actions({Menu::recording, 5, {settings_action_}});
  connect(captions_, &QAction::triggered, this, &CaptionsPart::want_overlay);
  connect(click_through_, &QAction::triggered, this, &CaptionsPart::set_click_through);
  connect(above_, &QAction::triggered, this, [this] { overlay_.move_to(Qt::TopEdge); });
  connect(below_, &QAction::triggered, this, [this] { overlay_.move_to(Qt::BottomEdge); });
  connect(audience_action_, &QAction::triggered, this,
          [this](bool wanted) { want_audience(wanted ? audience_screen() : nullptr); });
  connect(settings_action_, &QAction::triggered, this, &CaptionsPart::edit_settings);
  connect(screens_, &QMenu::aboutToShow, this, &CaptionsPart::fill_screens);
  fill_screens();
  update_actions();
}

void CaptionsPart::update_actions() {
  captions_->setChecked(overlay_wanted_);
  audience_action_->setChecked(audience_wanted_);
  for (QAction* action : {above_, below_}) action->setEnabled(overlay_wanted_ && !desktop_places_windows());
}

/// The screens that there are now.
void CaptionsPart::fill_screens() {
  screens_->clear();
  for (QScreen* screen : QGuiApplication::screens()) {
    const QSize size = screen->size() * screen->devicePixelRatio();
    const QString name = button_text(screen->name().isEmpty() ? screen->model() : screen->name());
    //: A screen and its size: "HDMI-1, 1920 × 1080"
    QAction* action = screens_->addAction(tr("%1, %2 × %3").arg(name).arg(size.width()).arg(size.height()));
    action->setCheckable(true);
    action->setChecked(audience_wanted_ && audience_.screen() == screen);
    connect(action, &QAction::triggered, this, [this, screen](bool wanted) {
      // It may have been taken away while the menu was open.
      if (wanted && !QGuiApplication::screens().contains(screen)) return;
      want_audience(wanted ? screen : nullptr);
    });
  }
}

/// The one that was chosen last, or else one that the main window is not on.
QScreen* CaptionsPart::audience_screen() const {
  QScreen* here = shell_.widget().screen();
  QScreen* found = here;
  for (QScreen* screen : QGuiApplication::screens()) {
    if (screen->name() == settings_.audience_screen.get()) return screen;
    if (found == here) found = screen;
  }
  return found;
}

void CaptionsPart::want_overlay(bool wanted) {
  const bool before = this->wanted();
  linger_.stop();
  overlay_wanted_ = wanted;
  overlay_.setVisible(wanted);
  changed(before);
}

void CaptionsPart::want_audience(QScreen* screen) {
  const bool before = wanted();
  linger_.stop();
  audience_wanted_ = screen != nullptr;
  if (screen != nullptr) {
    settings_.audience_screen.set(screen->name());
    audience_.show_on(screen);
  } else {
    audience_.hide();
  }
  changed(before);
}

void CaptionsPart::changed(bool before) {
  update_actions();
  // What still lingers of the other window has an end, too.
  if (!overlay_wanted_ && !audience_wanted_) {
    overlay_.hide();
    audience_.hide();
  }
  if (before == wanted()) return;
  wanted() ? emit begun() : emit ended();
}

void CaptionsPart::set_hint(const QString& hint, bool must_be_read) {
  feed_.set_more_to_read(must_be_read && !hint.isEmpty());
  overlay_.view().set_hint(hint);
  //: %1: a sentence
  audience_.view().set_hint(hint.isEmpty() ? hint : tr("%1 Escape leaves this window.").arg(hint));
}

void CaptionsPart::end(const QString& problem) {
  feed_.let_go();
  if (!wanted()) return;
  overlay_wanted_ = audience_wanted_ = false;
  update_actions();
  set_hint(problem, true);
  const bool words = overlay_.view().has_text();
  linger_.start((words ? feed_.reading_ms() : 0) + (words && problem.isEmpty() ? 0 : reason_ms));
  emit ended();
}

void CaptionsPart::close() {
  linger_.stop();
  const bool before = wanted();
  overlay_wanted_ = audience_wanted_ = false;
  changed(before);
}

void CaptionsPart::set_click_through(bool on) {
  CaptionSettings chosen = settings_.captions();
  chosen.click_through = on;
  settings_.set_captions(chosen);
  apply_settings();
}

void CaptionsPart::edit_settings() {
  CaptionFacts facts{.chosen_source = settings_.source_name.get(), .keeping = keeping_};
  if (desktop_places_windows()) {
    facts.limit =
        tr("On Wayland the desktop alone decides where captions stand and whether they stay above other "
           "windows.");
  }
  auto* dialog = new CaptionDialog(settings_.captions(), facts, &shell_.widget());
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    settings_.set_captions(dialog->chosen());
    apply_settings();
  });
  open_dialog(dialog);
}

void CaptionsPart::apply_settings() {
  const CaptionSettings chosen = settings_.captions();
  overlay_.set_style(chosen.overlay);
  audience_.set_style(chosen.audience);
  overlay_.set_click_through(chosen.click_through);
  click_through_->setChecked(chosen.click_through);
  feed_.set_pause(chosen.clear_after_s * 1000);
}

}  // namespace tilescribe::ui
