// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/caption_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QSpinBox>
#include <QTabWidget>
#include <algorithm>
#include <functional>
#include <utility>

#include "ui/captions/caption_view.h"
#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int preview_height = 190;
constexpr int least_preview_height = 70;  // on a low screen
constexpr int preview_margin = 10;
constexpr int around_dialog = 60;  // on the screen

/// Something to read below the preview, so that it shows how much of it is seen.
class PreviewGround : public QWidget {
 public:
  PreviewGround(std::function<void()> resized, QWidget* parent)
      : QWidget(parent), resized_(std::move(resized)) {
    setMinimumHeight(least_preview_height);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  }
  QSize sizeHint() const override { return {300, preview_height}; }

 protected:
  void resizeEvent(QResizeEvent* /*event*/) override { resized_(); }
  void paintEvent(QPaintEvent* /*event*/) override {
    const ThemeColors& colors = colors_of(palette());
    QPainter painter(this);
    painter.setClipRect(rect());
    painter.fillRect(rect(), colors.base);
    constexpr int step = 24;
    for (int x = 0; x < width(); x += step) {
      for (int y = 0; y < height(); y += step) {
        if ((x / step + y / step) % 2 == 0) painter.fillRect(x, y, step, step, colors.border);
      }
    }
  }

 private:
  std::function<void()> resized_;
};

}  // namespace

CaptionDialog::CaptionDialog(const CaptionSettings& now, const CaptionFacts& facts, QWidget* parent)
    : QDialog(parent),
      source_(named("captionSource", new QComboBox(this))),
      clear_(named("captionClear", new QSpinBox(this))),
      click_through_(named("captionClickThrough", new QCheckBox(tr("Clicks reach what lies below"), this))),
      tabs_(named("captionTabs", new QTabWidget(this))),
      ground_(new PreviewGround([this] { update_preview(); }, this)) {
  setWindowTitle(tr("Caption settings"));
  source_->addItem(tr("What this computer plays"), static_cast<int>(CaptionSource::played));
  source_->addItem(facts.chosen_source.isEmpty()
                       ? tr("The source of the record page")
                       : tr("The source of the record page: %1").arg(facts.chosen_source),
                   static_cast<int>(CaptionSource::chosen));
  source_->setCurrentIndex(source_->findData(static_cast<int>(now.source)));
  source_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  source_->setMinimumContentsLength(24);
  clear_->setRange(0, CaptionLimits::clear_after_s);
  clear_->setSuffix(tr(" s"));
  clear_->setSpecialValueText(tr("Never"));
  clear_->setValue(now.clear_after_s);
  click_through_->setChecked(now.click_through);
  click_through_->setToolTip(tr("The menu Recording, and the tray's, have the way back."));

  auto* overlay_page = new QWidget(this);
  overlay_ = make_look("overlay", now.overlay, CaptionLimits::overlay_size, CaptionLimits::overlay_lines,
                       true, overlay_page);
  static_cast<FormLayout*>(overlay_page->layout())->addRow(tr("&Mouse"), click_through_);
  auto* audience_page = new QWidget(this);
  audience_ = make_look("audience", now.audience, CaptionLimits::audience_size, CaptionLimits::audience_lines,
                        false, audience_page);
  tabs_->setAccessibleName(tr("How captions look"));
  tabs_->addTab(overlay_page, tr("Above other &windows"));
  tabs_->addTab(audience_page, tr("For an &audience"));
  connect(tabs_, &QTabWidget::currentChanged, this, &CaptionDialog::update_preview);

  preview_ = new CaptionView(ground_);
  preview_->setObjectName(QStringLiteral("captionPreview"));
  preview_->setAccessibleName(tr("Preview"));

  auto* form = new FormLayout;
  form->addRow(tr("&Sound"), source_);
  form->addRow(tr("A &pause clears the text after"), clear_);
  QLabel* keeping = make_note(facts.keeping, this);
  QLabel* limit = make_note(facts.limit, this);
  limit->setVisible(!facts.limit.isEmpty());
  make_column(this, {20, 20, 20, 16}, 12,
              {form, tabs_, {ground_, 1}, keeping, limit, make_apply_buttons(this)});
  resize(560, std::min(sizeHint().height(), screen()->availableGeometry().height() - around_dialog));
  update_preview();
}

CaptionDialog::Look CaptionDialog::make_look(const char* name, const CaptionStyle& now, int most_size,
                                             int most_lines, bool translucent, QWidget* page) {
  const auto number = [&](const char* what, int least, int most, int value, const QString& unit) {
    auto* box = new QSpinBox(page);
    box->setObjectName(QLatin1String(name) + QLatin1String(what));
    box->setRange(least, most);
    box->setValue(value);
    box->setSuffix(unit);
    connect(box, &QSpinBox::valueChanged, this, &CaptionDialog::update_preview);
    return box;
  };
  auto* colors = new QComboBox(page);
  colors->setObjectName(QLatin1String(name) + QStringLiteral("Colors"));
  colors->addItem(tr("White on black"), static_cast<int>(CaptionColors::white_on_black));
  colors->addItem(tr("Yellow on black"), static_cast<int>(CaptionColors::yellow_on_black));
  colors->addItem(tr("Black on white"), static_cast<int>(CaptionColors::black_on_white));
  colors->setCurrentIndex(colors->findData(static_cast<int>(now.colors)));
  connect(colors, &QComboBox::currentIndexChanged, this, &CaptionDialog::update_preview);
  const Look look{
      number("Size", CaptionLimits::least_size, most_size, now.size, tr(" px")),
      number("Lines", CaptionLimits::least_lines, most_lines, now.lines, {}), colors,
      translucent ? number("Opacity", CaptionLimits::least_opacity, 100, now.opacity, tr(" %")) : nullptr};
  look.size->setSingleStep(2);
  if (look.opacity != nullptr) look.opacity->setSingleStep(5);
  auto* form = new FormLayout(page);
  form->setVerticalSpacing(8);
  form->addRow(tr("Text si&ze"), look.size);
  form->addRow(tr("&Lines"), look.lines);
  form->addRow(tr("&Colours"), look.colors);
  if (look.opacity != nullptr) form->addRow(tr("Background &opacity"), look.opacity);
  return look;
}

CaptionStyle CaptionDialog::chosen_look(const Look& look) const {
  return {.size = look.size->value(),
          .lines = look.lines->value(),
          .colors = static_cast<CaptionColors>(look.colors->currentData().toInt()),
          .opacity = look.opacity == nullptr ? 100 : look.opacity->value()};
}

CaptionSettings CaptionDialog::chosen() const {
  return {.source = static_cast<CaptionSource>(source_->currentData().toInt()),
          .clear_after_s = clear_->value(),
          .click_through = click_through_->isChecked(),
          .overlay = chosen_look(overlay_),
          .audience = chosen_look(audience_)};
}

/// The overlay in its own size. The audience's letters are as large in the preview as they are on a screen.
void CaptionDialog::update_preview() {
  if (preview_ == nullptr) return;
  const bool of_audience = tabs_->currentIndex() == 1;
  CaptionStyle style = chosen_look(of_audience ? audience_ : overlay_);
  const int room = std::max(1, ground_->width() - 2 * preview_margin);
  if (of_audience) style.size = std::max(6, style.size * room / std::max(room, screen()->size().width()));
  preview_->set_style(style);
  // What does not fit is not shown: two lines of the largest letters are higher than the preview.
  style.lines = std::min(style.lines, preview_->lines_in(ground_->height() - 2 * preview_margin));
  preview_->set_style(style);
  const int tall = preview_->sizeHint().height();
  const int y = std::max(preview_margin, (ground_->height() - tall) / 2);
  preview_->setGeometry(preview_margin, y, room, tall);
  preview_->clear();
  preview_->append(style.lines > 1 ? tr("Captions look like this. The last words") : tr("Words"));
  preview_->set_tail(tr(" may still change."));
}

}  // namespace tilescribe::ui
