// SPDX-License-Identifier: Apache-2.0
// The export dialog's rules of subtitles: their fields, the presets, and what can't be kept together.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <array>
#include <cmath>

#include "ui/exporting/export_dialog.h"

namespace tilescribe::ui {

namespace {

// In the order of cue_preset_names; behind them: rules of the user's own.
constexpr std::array preset_titles{
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "Plain: as the transcript is divided"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "Netflix"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "BBC"),
    QT_TRANSLATE_NOOP("tilescribe::ui::ExportDialog", "My own rules"),
};
constexpr int own_rules = static_cast<int>(cue_preset_names.size());
static_assert(preset_titles.size() == cue_preset_names.size() + 1);

// What the fields show of rules: their decimals are the files' precision.
CueRules as_shown(CueRules rules) {
  rules.shift_s = 0.0;
  for (double CueRules::*seconds : {&CueRules::shortest_s, &CueRules::longest_s, &CueRules::gap_s})
    rules.*seconds = std::round(rules.*seconds * 1000.0) / 1000.0;
  return rules;
}

// The preset of these rules, or one's own.
int preset_of(const CueRules& rules) {
  for (std::size_t i = 0; i < cue_preset_names.size(); ++i) {
    if (as_shown(cue_rules(cue_preset_names[i].value)) == as_shown(rules)) return static_cast<int>(i);
  }
  return own_rules;
}

// As it was typed, without zeros at its end: "0.833", "7".
QString seconds_text(double seconds) {
  return QLocale().toString(seconds, 'g', 5);
}

}  // namespace

void ExportDialog::make_rules(const CueRules& rules) {
  preset_->setObjectName(QStringLiteral("cuePreset"));
  for (const char* title : preset_titles) preset_->addItem(tr(title));
  preset_->setCurrentIndex(preset_of(rules));
  form_->addRow(tr("Subtitle &rules"), preset_);
  const QString none = tr("No limit"), each_second = tr(" per second"), seconds = tr(" s");
  add_rule("lineWidth", tr("Characters per &line"), {}, 0, 0, CueLimits::line_width, nullptr,
           &CueRules::line_width, none);
  add_rule("wideLineWidth", tr("&Chinese and Japanese"), tr(" per line"), 0, 1, CueLimits::line_width,
           nullptr, &CueRules::wide_line_width);
  add_rule("lines", tr("L&ines per subtitle"), {}, 0, 0, CueLimits::lines, nullptr, &CueRules::lines, none);
  add_rule("readingSpeed", tr("Characters to rea&d"), each_second, 1, 0, CueLimits::speed, &CueRules::speed,
           nullptr, none);
  add_rule("wideSpeed", tr("Chinese and &Japanese"), each_second, 1, 1, CueLimits::speed,
           &CueRules::wide_speed, nullptr);
  add_rule("shortest", tr("&Shortest"), seconds, 3, 0, CueLimits::seconds, &CueRules::shortest_s, nullptr,
           none);
  add_rule("longest", tr("L&ongest"), seconds, 3, 0, CueLimits::seconds, &CueRules::longest_s, nullptr, none);
  add_rule("gap", tr("G&ap between two"), seconds, 3, 0, CueLimits::gap_s, &CueRules::gap_s, nullptr, none);
  show_rules(rules);
}

void ExportDialog::add_rule(const char* name, const QString& label, const QString& suffix, int decimals,
                            double least, double most, double CueRules::*real, int CueRules::*whole,
                            const QString& none) {
  auto* box = new QDoubleSpinBox(this);
  box->setObjectName(QLatin1String(name));
  box->setDecimals(decimals);
  box->setRange(least, most);
  box->setSingleStep(decimals > 1 ? 0.1 : 1.0);
  box->setSuffix(suffix);
  box->setSpecialValueText(none);
  box->setKeyboardTracking(false);  // a number is complete before the preview follows it
  form_->addRow(label, box);
  numbers_.push_back({box, real, whole});
  connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::update_rules);
}

CueRules ExportDialog::rules() const {
  CueRules rules{.shift_s = usual_shift_s};
  for (const Number& number : numbers_) {
    if (number.real != nullptr) {
      rules.*number.real = number.box->value();
    } else {
      rules.*number.whole = static_cast<int>(number.box->value());
    }
  }
  // The preset itself is more exact than its fields.
  const int preset = preset_of(rules);
  return preset == own_rules ? rules : cue_rules(cue_preset_names[static_cast<std::size_t>(preset)].value);
}

void ExportDialog::set_preset(int index) {
  if (setting_ || index == own_rules) return;
  show_rules(cue_rules(cue_preset_names[static_cast<std::size_t>(index)].value));
  update_rules();
}

void ExportDialog::show_rules(const CueRules& rules) {
  setting_ = true;
  for (const Number& number : numbers_)
    number.box->setValue(number.real != nullptr ? rules.*number.real : rules.*number.whole);
  setting_ = false;
}

void ExportDialog::update_rules() {
  if (setting_) return;
  setting_ = true;
  preset_->setCurrentIndex(preset_of(rules()));
  setting_ = false;
  update_apply();
  if (const QString wrong = contradiction(); !wrong.isEmpty()) return show_contradiction(wrong);
  if (isVisible() && holds_cues(format())) emit previewWanted(rules());
}

/// Why no subtitle can keep the rules; empty: they can be kept.
QString ExportDialog::contradiction() const {
  const CueRules now = rules();
  if (!holds_cues(format()) || now.longest_s <= 0.0 || now.shortest_s <= now.longest_s) return {};
  return tr("The shortest subtitle can't be longer than the longest: %1 s and %2 s.")
      .arg(seconds_text(now.shortest_s), seconds_text(now.longest_s));
}

void ExportDialog::show_contradiction(const QString& sentence) {
  model_->set(std::make_shared<const std::vector<Cue>>(), {});
  sum_->setForegroundRole(QPalette::BrightText);
  sum_->setText(sentence);
  next_->hide();
}

}  // namespace tilescribe::ui
