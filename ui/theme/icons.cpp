// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <utility>

#include "ui/theme/theme.h"

// Outside any namespace, as Q_INIT_RESOURCE requires.
static void init_icon_resource() {
  Q_INIT_RESOURCE(icons);
}

namespace tilescribe::ui {

void load_icons() {
  init_icon_resource();
}

namespace {

QPixmap render(const QString& name, const QSize& pixels, const QColor& color) {
  const QString key = QStringLiteral("tilescribe-icon/%1/%2x%3/%4")
                          .arg(name)
                          .arg(pixels.width())
                          .arg(pixels.height())
                          .arg(color.rgba());
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QByteArray svg = file.readAll();
  svg.replace("currentColor", color.name().toLatin1());
  QSvgRenderer renderer(svg);
  pixmap = QPixmap(pixels);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  renderer.setAspectRatioMode(Qt::KeepAspectRatio);
  renderer.render(&painter);
  painter.end();
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

class LineIconEngine : public QIconEngine {
 public:
  using Color = QColor ThemeColors::*;

  /// `always`: its colour in every state; null: that of text.
  explicit LineIconEngine(QString name, Color always = nullptr) : name_(std::move(name)), always_(always) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
    paint_icon(*painter, name_, rect, color(mode));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State /*state*/) override {
    return render(name_, size, color(mode));
  }
  QIconEngine* clone() const override { return new LineIconEngine(*this); }

 private:
  QColor color(QIcon::Mode mode) const {
    const QPalette palette = QGuiApplication::palette();
    if (always_ != nullptr) return colors_of(palette).*always_;
    if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::WindowText);
    if (mode == QIcon::Selected) return palette.color(QPalette::Active, QPalette::HighlightedText);
    return palette.color(QPalette::Active, QPalette::WindowText);
  }

  QString name_;
  Color always_;
};

}  // namespace

QIcon line_icon(const QString& name) {
  return QIcon(new LineIconEngine(name));
}

void paint_icon(QPainter& painter, const QString& name, const QRectF& rect, const QColor& color) {
  const qreal ratio = painter.device()->devicePixelRatioF();
  QPixmap pixmap = render(name, (rect.size() * ratio).toSize(), color);
  pixmap.setDevicePixelRatio(ratio);
  painter.drawPixmap(rect.topLeft(), pixmap);
}

QIcon record_icon() {
  return QIcon(new LineIconEngine(QStringLiteral("dot"), &ThemeColors::record));
}

QIcon application_icon() {
  return QIcon(QStringLiteral(":/icons/tilescribe.svg"));
}

}  // namespace tilescribe::ui
