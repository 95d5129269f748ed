// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QUrl>

#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

// In the order of theme_names, whose actions bear these names.
constexpr std::array theme_titles{
    QT_TRANSLATE_NOOP("tilescribe::ui::PreferencesDialog", "As the system"),
    QT_TRANSLATE_NOOP("tilescribe::ui::PreferencesDialog", "Light"),
    QT_TRANSLATE_NOOP("tilescribe::ui::PreferencesDialog", "Dark"),
};

QString days_text(int days) {
  return days == 0 ? PreferencesDialog::tr("Kept forever")
                   : PreferencesDialog::tr("Kept for %n day(s)", nullptr, days);
}

}  // namespace

PreferencesDialog::PreferencesDialog(Shell& shell, Settings& settings, QWidget* parent)
    : QDialog(parent), shell_(shell), settings_(settings), form_(new FormLayout) {
  setWindowTitle(tr("Preferences"));
  form_->setVerticalSpacing(8);
  add_appearance();
  add_links();
  update_values();
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  make_column(this, {20, 20, 20, 16}, 14, {form_, free_room(), buttons});
  fit_width(*this, 560);
  theme_->setFocus();
}

void PreferencesDialog::add_appearance() {
  add_section(tr("Appearance"));
  theme_ = named("themeChoice", new QComboBox(this));
  for (std::size_t i = 0; i < theme_titles.size(); ++i)
    theme_->addItem(tr(theme_titles[i]), QString::fromUtf8(theme_names[i].name.data()));
  theme_->setCurrentIndex(static_cast<int>(settings_.theme.get()));
  connect(theme_, &QComboBox::activated, this, &PreferencesDialog::choose_theme);
  language_ = named("languageChoice", new QComboBox(this));
  language_->addItem(tr("As the system"));
  language_->addItem(QStringLiteral("English"));  // a language by its own name
  language_->addItem(QStringLiteral("简体中文"));
  language_->setCurrentIndex(static_cast<int>(settings_.language.get()));
  connect(language_, &QComboBox::activated, this, &PreferencesDialog::choose_language);
  later_ = named("languageLater", make_note(tr("The window changes its language at the next start."), this));
  form_->addRow(tr("&Theme"), theme_);
  form_->addRow(tr("&Language"), language_);
  form_->addRow(QString(), later_);
  form_->setRowVisible(later_, false);
}

void PreferencesDialog::add_links() {
  add_section(tr("Model"));
  model_ = add_link("engine", tr("Engine and model"), tr("&Change…"));
  add_link("models", tr("Other models"), tr("Show the &models"), true);
  add_section(tr("Recordings and transcripts"));
  recordings_ = add_link("recordingSettings", tr("Recordings"), tr("&Recording settings…"));
  transcripts_ = add_link("libraryKeeping", tr("Transcripts"), tr("&Keep transcripts…"));
  add_section(tr("Transcription"));
  add_check("speakersByChannel", "preferencesSpeakers",
            tr("Files have one &person per channel: say who speaks"));
  add_check("liveCosts", "preferencesCosts", tr("&Show the live costs of a transcription"));
}

/// A box that is the checkable action.
void PreferencesDialog::add_check(const char* action, const char* name, const QString& text) {
  QAction& target = shell_.action(action);
  auto* shown = named(name, new QCheckBox(text, this));
  shown->setChecked(target.isChecked());
  connect(shown, &QCheckBox::clicked, &target, &QAction::trigger);
  connect(&target, &QAction::toggled, shown, &QCheckBox::setChecked);
  form_->addRow(shown);
}

void PreferencesDialog::add_section(const QString& title) {
  auto* heading = new QLabel(title, this);
  heading->setFont(heading_font(heading->font()));
  if (form_->rowCount() > 0) heading->setContentsMargins(0, 10, 0, 0);
  form_->addRow(heading);
}

/// A row with a button that does what the action does, and what is chosen now. An action that `leads_away`
/// shows a page of the window.
QLabel* PreferencesDialog::add_link(const char* action, const QString& label, const QString& text,
                                    bool leads_away) {
  QAction& target = shell_.action(action);
  auto* button = new QPushButton(text, this);
  button->setObjectName(QStringLiteral("preferences_%1").arg(QLatin1String(action)));
  button->setAccessibleName(tr("%1: %2").arg(label, without_mnemonic(text)));
  if (leads_away) connect(button, &QPushButton::clicked, this, &QDialog::accept);
  follow_action(*button, target);
  auto* value = make_note({}, this);
  auto* row = new QWidget(this);
  make_row(row, {}, 12, {{value, 1, Qt::AlignVCenter}, button});
  auto* name = new QLabel(label, this);
  name->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);  // in the middle of the taller row
  form_->addRow(name, row);
  return value;
}

/// Whatever the dialogs that it led to have changed.
bool PreferencesDialog::event(QEvent* event) {
  if (event->type() == QEvent::WindowActivate) update_values();
  return QDialog::event(event);
}

void PreferencesDialog::update_values() {
  const EngineOptions engine = settings_.engine();
  const QString model = QString::fromStdString(engine.model);
  const QString server = QUrl(QString::fromStdString(engine.remote.address)).authority();
  model_->setText(engine.engine == Engine::remote ? tr("Server %1").arg(server)
                  : model.isEmpty()               ? tr("The bundled demo model")
                                                  : model.section(QLatin1Char('/'), -1));
  recordings_->setText(days_text(settings_.recording().keep_days));
  transcripts_->setText(days_text(settings_.keep_texts_days()));
}

void PreferencesDialog::choose_theme() {
  shell_.action(theme_->currentData().toString().toLatin1().constData()).trigger();
}

void PreferencesDialog::choose_language() {
  settings_.language.set(static_cast<Language>(language_->currentIndex()));
  form_->setRowVisible(later_, true);
}

void add_preferences(Shell& shell, Settings& settings) {
  QAction* action = make_action(&shell.widget(), "preferences", PreferencesDialog::tr("Prefere&nces…"),
                                QKeySequence::Preferences, "settings", Qt::CTRL | Qt::Key_Comma);
  QObject::connect(action, &QAction::triggered, action, [&shell, &settings] {
    open_dialog(new PreferencesDialog(shell, settings, &shell.widget()));
  });
  constexpr int last = 100;  // the section after all others
  shell.add_actions({Menu::edit, last, {action}});
}

}  // namespace tilescribe::ui
