// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/source_popup.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <algorithm>

#include "ui/format.h"
#include "ui/recording/level_meter.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr int id_role = Qt::UserRole + 1;
constexpr int name_role = Qt::UserRole + 2;
constexpr int search_from = 8;    // search is shown from this many sources on
constexpr int popup_width = 380;  // logical pixels
constexpr int most_rows = 9;      // visible at the same time

/// The same icon for a highlighted row, which is not darker than the others.
QIcon row_icon(const QString& name) {
  const QPixmap picture = line_icon(name).pixmap(18, 18);
  QIcon icon;
  icon.addPixmap(picture, QIcon::Normal);
  icon.addPixmap(picture, QIcon::Selected);
  return icon;
}

bool selectable(const QListWidgetItem* item) {
  return item != nullptr && item->flags().testFlag(Qt::ItemIsSelectable);
}

}  // namespace

SourcePopup::SourcePopup(QWidget* parent)
    : QFrame(parent, Qt::Popup),
      search_(named("sourceSearch", new QLineEdit(this))),
      list_(named("sourceList", new QListWidget(this))),
      heard_name_(new ElidedLabel(Qt::ElideRight, this)),
      meter_(new LevelMeter(this)),
      problem_(make_note({}, this)) {
  setObjectName(QStringLiteral("sourcePopup"));
  setAccessibleName(tr("Choose where sound comes from"));
  setFixedWidth(popup_width);
  search_->setPlaceholderText(tr("Search"));
  search_->setAccessibleName(tr("Search the sources"));
  ClearButton::add_to(*search_);
  search_->installEventFilter(this);
  list_->setAccessibleName(tr("Sources"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTextElideMode(Qt::ElideMiddle);  // names differ at both ends
  list_->setIconSize({18, 18});
  list_->installEventFilter(this);
  heard_name_->set_color(QPalette::PlaceholderText);
  problem_->hide();

  QLayout* heard = make_column(nullptr, {12, 8, 12, 10}, 6, {heard_name_, meter_, problem_});
  QLayout* search_row = make_column(nullptr, {8, 8, 8, 4}, -1, {search_});
  make_column(this, {1, 1, 1, 1}, 0, {search_row, list_, make_hairline(this), heard});

  connect(search_, &QLineEdit::textChanged, this, &SourcePopup::fill);
  connect(list_, &QListWidget::itemClicked, this, &SourcePopup::accept);
  connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (filling_ || !selectable(item)) return;
    heard_name_->set_text(tr("Heard now: %1").arg(item->data(name_role).toString()));
    meter_->set_level({});
    problem_->hide();
    emit markedChanged(marked());
  });
}

void SourcePopup::set_sources(const SourceList& sources, const QString& chosen) {
  sources_ = sources;
  chosen_ = chosen;
  search_->setVisible(sources.sources.size() > search_from);
  fill();
}

void SourcePopup::set_heard(const SoundLevel& level, const QString& problem) {
  meter_->set_level(level);
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
}

QString SourcePopup::marked() const {
  const QListWidgetItem* item = list_->currentItem();
  return selectable(item) ? item->data(id_role).toString() : QString();
}

/// Lists the sources that match the search. The highlighted source stays highlighted if it is still there.
void SourcePopup::fill() {
  const QString before = list_->count() == 0 || !isVisible() ? chosen_ : marked();
  const QString wanted = search_->isVisibleTo(this) ? search_->text().trimmed() : QString();
  const auto fits = [&](const QString& name) { return name.contains(wanted, Qt::CaseInsensitive); };
  filling_ = true;
  list_->clear();
  const auto standard = std::ranges::find(sources_.sources, true, &AudioSource::is_default);
  if (wanted.isEmpty()) {
    add_source({}, tr("The system's default"),
               standard == sources_.sources.end() ? QString() : QString::fromStdString(standard->name),
               QStringLiteral("microphone"));
  }
  for (const bool monitors : {false, true}) {
    bool headed = false;
    for (const AudioSource& source : sources_.sources) {
      const QString name = QString::fromStdString(source.name);
      if (source.monitor != monitors || !fits(name)) continue;
      if (!headed) add_heading(monitors ? tr("What this computer plays") : tr("Microphones"));
      headed = true;
      add_source(QString::fromStdString(source.id), name, source.muted ? tr("muted") : QString(),
                 monitors ? QStringLiteral("speaker") : QStringLiteral("microphone"));
    }
  }
  filling_ = false;
  mark(before);
  fit();
}

/// As high as its rows, up to a number that always fits a screen.
void SourcePopup::fit() {
  int height = 0;
  for (int row = 0; row < std::min(list_->count(), most_rows); ++row) height += list_->sizeHintForRow(row);
  list_->setFixedHeight(std::max(height, list_->fontMetrics().height()) + 2);
  layout()->invalidate();
  layout()->activate();
  resize(width(), layout()->totalSizeHint().height());
}

void SourcePopup::add_heading(const QString& text) {
  auto* item = new QListWidgetItem(text, list_);
  item->setFlags(Qt::NoItemFlags);  // arrow keys skip it
  item->setFont(heading_font(font(), 0.9));
  item->setForeground(palette().color(QPalette::PlaceholderText));
}

void SourcePopup::add_source(const QString& id, const QString& name, const QString& note,
                             const QString& icon) {
  const QString text = note.isEmpty() ? name : tr("%1 · %2").arg(name, note);
  auto* item = new QListWidgetItem(row_icon(icon), text, list_);
  item->setToolTip(tip_text(text));
  item->setData(id_role, id);
  item->setData(name_role, name);
  if (id != chosen_) return;
  item->setFont(heading_font(item->font()));
  item->setData(Qt::AccessibleTextRole, tr("%1, chosen").arg(text));
}

void SourcePopup::mark(const QString& id) {
  QListWidgetItem* found = nullptr;  // the one with this id, or else the first
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    if (selectable(item) && (found == nullptr || item->data(id_role).toString() == id)) found = item;
  }
  list_->setCurrentItem(found);
  if (found != nullptr) list_->scrollToItem(found);
}

void SourcePopup::accept(const QListWidgetItem* item) {
  if (!selectable(item)) return;
  const QString id = item->data(id_role).toString();
  hide();
  emit chosen(id);
}

bool SourcePopup::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
    accept(list_->currentItem());
    return true;
  }
  // While typing in the search, arrow keys move in the list.
  const bool moves = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down || key->key() == Qt::Key_PageUp ||
                     key->key() == Qt::Key_PageDown;
  if (watched == search_ && moves) {
    QCoreApplication::sendEvent(list_, event);
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

void SourcePopup::showEvent(QShowEvent* event) {
  QFrame::showEvent(event);
  (search_->isVisible() ? static_cast<QWidget*>(search_) : list_)->setFocus();
  mark(chosen_);
  fit();  // the rows' heights are known now
}

void SourcePopup::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  emit resized();
}

void SourcePopup::hideEvent(QHideEvent* event) {
  QFrame::hideEvent(event);
  search_->clear();
  emit closed();
}

}  // namespace tilescribe::ui
