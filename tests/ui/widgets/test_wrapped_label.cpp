// SPDX-License-Identifier: Apache-2.0
// Words in several lines: as high as a QLabel's, whatever changes, and measured once.
#include <QtTest>
#include <functional>

#include "tests/support/processor_time.h"
#include "ui/widgets/wrapped_label.h"

using tilescribe::ui::WrappedLabel;

namespace {

const QString sentence = QStringLiteral("Recordings are kept for thirty days in this folder. ");
constexpr int widths[] = {120, 200, 333, 700};

/// A label beside it that is asked the same, and remembers nothing.
class Both {
 public:
  explicit Both(Qt::TextFormat format) {
    plain.setWordWrap(true);
    each([&](QLabel& label) {
      label.setTextFormat(format);
      label.setContentsMargins(20, 0, 20, 12);
    });
  }
  void each(const std::function<void(QLabel&)>& change) {
    change(plain);
    change(wrapped);
  }
  void compare() {
    plain.ensurePolished();
    for (int time = 0; time < 2; ++time) {
      for (const int width : widths) QCOMPARE(wrapped.heightForWidth(width), plain.heightForWidth(width));
    }
  }

  QLabel plain;
  WrappedLabel wrapped;
};

}  // namespace

class TestWrappedLabel : public QObject {
  Q_OBJECT

 private slots:
  void it_is_as_high_as_a_label_data() {
    QTest::addColumn<Qt::TextFormat>("format");
    QTest::newRow("plain") << Qt::PlainText;
    QTest::newRow("rich") << Qt::RichText;
  }
  void it_is_as_high_as_a_label() {
    QFETCH(Qt::TextFormat, format);
    Both labels(format);
    labels.compare();
    for (const int sentences : {3, 9, 1}) {
      labels.each([&](QLabel& label) { label.setText(sentence.repeated(sentences)); });
      labels.compare();
    }
    QFont larger = labels.plain.font();
    larger.setPointSizeF(larger.pointSizeF() * 1.7);
    labels.each([&](QLabel& label) { label.setFont(larger); });
    labels.compare();
    labels.each([](QLabel& label) { label.setStyleSheet(QStringLiteral("font-size: 30px")); });
    labels.compare();
  }

  void it_is_measured_once_for_a_width() {
    Both labels(Qt::RichText);
    labels.each([](QLabel& label) { label.setText(sentence.repeated(20)); });
    labels.compare();
    const auto asked_ms = [](const QLabel& label) {
      return tilescribe::test::least_processor_ms(3, [&] {
        for (int time = 0; time < 50; ++time) {
          for (const int width : widths) label.heightForWidth(width);
        }
      });
    };
    const double plain_ms = asked_ms(labels.plain);
    const double wrapped_ms = asked_ms(labels.wrapped);
    QVERIFY2(wrapped_ms * 10.0 < plain_ms,
             qPrintable(QStringLiteral("%1 ms, a QLabel %2 ms").arg(wrapped_ms).arg(plain_ms)));
  }
};

QTEST_MAIN(TestWrappedLabel)
#include "test_wrapped_label.moc"
