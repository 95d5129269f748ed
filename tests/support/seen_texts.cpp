// SPDX-License-Identifier: Apache-2.0
#include "tests/support/seen_texts.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMetaProperty>
#include <QPaintEngine>
#include <QPainter>
#include <QTabBar>
#include <QToolTip>
#include <QWidget>

#include <qcustomplot.h>

namespace tilescribe::test {
namespace {

/// Paints nothing, and remembers the texts.
class TextEngine : public QPaintEngine {
 public:
  TextEngine() : QPaintEngine(AllFeatures) {}
  bool begin(QPaintDevice* /*device*/) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState& /*state*/) override {}
  void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override {}
  void drawPath(const QPainterPath& /*path*/) override {}
  void drawPolygon(const QPointF* /*points*/, int /*count*/, PolygonDrawMode /*mode*/) override {}
  void drawTextItem(const QPointF& /*at*/, const QTextItem& item) override { texts.append(item.text()); }
  Type type() const override { return User; }

  QStringList texts;
};

class TextDevice : public QPaintDevice {
 public:
  explicit TextDevice(const QSize& size) : size_(size) {}
  QPaintEngine* paintEngine() const override { return &engine_; }
  const QStringList& texts() const { return engine_.texts; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth:
        return size_.width();
      case PdmHeight:
        return size_.height();
      case PdmDepth:
        return 32;
      case PdmNumColors:
        return 1 << 24;
      case PdmDevicePixelRatio:
        return 1;
      case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
      default:
        return 96;
    }
  }

 private:
  QSize size_;
  mutable TextEngine engine_;
};

QString name_of(const QObject& object) {
  const QString type = QString::fromLatin1(object.metaObject()->className());
  return object.objectName().isEmpty() ? type : type + QLatin1Char('#') + object.objectName();
}

class Walk {
 public:
  void visit(QWidget& widget) {
    properties(widget);
    for (const QAction* action : widget.actions()) properties(*action);
    if (auto* tabs = qobject_cast<QTabBar*>(&widget)) {
      for (int i = 0; i < tabs->count(); ++i)
        for (const QString& text : {tabs->tabText(i), tabs->tabToolTip(i)}) add(text, name_of(widget));
    }
    if (auto* box = qobject_cast<QComboBox*>(&widget)) model(*box->model(), name_of(widget));
    if (auto* view = qobject_cast<QAbstractItemView*>(&widget);
        view != nullptr && view->model() != nullptr && qobject_cast<QHeaderView*>(&widget) == nullptr)
      model(*view->model(), name_of(widget));
    if (widget.isVisible()) visible(widget);
  }

  QList<SeenText> seen;

 private:
  QString last_tip_;

  void add(const QString& text, const QString& where, bool painted = false) {
    if (!text.trimmed().isEmpty()) seen.append({text, where, painted});
  }

  /// A document is data; what stands in its place while it is empty is another property.
  void properties(const QObject& object) {
    static const QStringList not_shown{QStringLiteral("objectName"), QStringLiteral("styleSheet"),
                                       QStringLiteral("inputMask"),  QStringLiteral("windowFilePath"),
                                       QStringLiteral("html"),       QStringLiteral("plainText"),
                                       QStringLiteral("iconText")};
    const QMetaObject* type = object.metaObject();
    for (int i = 0; i < type->propertyCount(); ++i) {
      const QMetaProperty property = type->property(i);
      const QString name = QString::fromLatin1(property.name());
      if (property.metaType().id() != QMetaType::QString || not_shown.contains(name)) continue;
      add(property.read(&object).toString(), name_of(object) + QLatin1Char('.') + name);
    }
  }

  void model(const QAbstractItemModel& model, const QString& where, const QModelIndex& parent = {}) {
    const auto at = [&](const auto& read) {
      for (const int role :
           {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::StatusTipRole), int(Qt::WhatsThisRole),
            int(Qt::AccessibleTextRole), int(Qt::AccessibleDescriptionRole)})
        if (const QVariant value = read(role); value.metaType().id() == QMetaType::QString)
          add(value.toString(), where + QStringLiteral(" model"));
    };
    const int rows = std::min(model.rowCount(parent), 60), columns = std::min(model.columnCount(parent), 30);
    for (int column = 0; column < columns; ++column) {
      if (!parent.isValid()) at([&](int role) { return model.headerData(column, Qt::Horizontal, role); });
      for (int row = 0; row < rows; ++row)
        at([&](int role) { return model.index(row, column, parent).data(role); });
    }
    for (int row = 0; row < rows; ++row) {
      if (const QModelIndex at_row = model.index(row, 0, parent); model.hasChildren(at_row))
        this->model(model, where, at_row);
    }
  }

  void visible(QWidget& widget) {
    const bool of_ours = QString::fromLatin1(widget.metaObject()->className()).contains(QLatin1String("::"));
    auto* view = qobject_cast<QAbstractItemView*>(widget.parentWidget());
    const bool viewport = view != nullptr && view->viewport() == &widget;
    if (auto* plot = qobject_cast<QCustomPlot*>(&widget)) {
      TextDevice device(widget.size());
      QCPPainter painter(&device);
      plot->toPainter(&painter, widget.width(), widget.height());
      for (const QString& text : device.texts())
        add(text, name_of(widget) + QStringLiteral(" painted"), true);
    } else if (of_ours || viewport) {
      TextDevice device(widget.size());
      QPainter painter(&device);
      widget.render(&painter, {}, {}, {});
      painter.end();
      const QString where = name_of(viewport ? *widget.parentWidget() : widget) + QStringLiteral(" painted");
      for (const QString& text : device.texts()) add(text, where, true);
    }
    if (of_ours || viewport) tips(widget);
  }

  void tips(QWidget& widget) {
    constexpr int steps = 7;
    for (int x = 0; x < steps; ++x) {
      for (int y = 0; y < steps; ++y) {
        const QPoint point((2 * x + 1) * widget.width() / (2 * steps),
                           (2 * y + 1) * widget.height() / (2 * steps));
        QHelpEvent help(QEvent::ToolTip, point, widget.mapToGlobal(point));
        QApplication::sendEvent(&widget, &help);
        if (!QToolTip::isVisible() || QToolTip::text() == last_tip_) continue;  // it stays for a while
        last_tip_ = QToolTip::text();
        add(last_tip_, name_of(widget) + QStringLiteral(" tool tip"));
      }
    }
  }
};

}  // namespace

QList<SeenText> seen_texts(QWidget& window) {
  Walk walk;
  walk.visit(window);
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    if (widget->window() == &window || widget->inherits("QMenu")) walk.visit(*widget);
  }
  return walk.seen;
}

}  // namespace tilescribe::test
