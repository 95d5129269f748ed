// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QLabel>
#include <QMessageBox>
#include <QTextDocument>
#include <QtTest>

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

using namespace tilescribe::ui;

class TestTheme : public QObject {
  Q_OBJECT

 private slots:
  /// Names of files and models come from outside: what looks like HTML is none.
  void labels_and_tooltips_show_names_as_they_are() {
    const QString name = QStringLiteral("<b>a</b> & <img src='x'>\nb.wav");
    const Theme theme(*qApp);
    QLabel label(name), told(name);
    told.setTextFormat(Qt::RichText);
    QMessageBox box(QMessageBox::NoIcon, {}, name);
    box.setInformativeText(name);
    for (QWidget* widget : {static_cast<QWidget*>(&label), static_cast<QWidget*>(&told)}) widget->show();
    box.show();
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QCOMPARE(told.textFormat(), Qt::RichText);
    const auto labels = box.findChildren<QLabel*>();
    QCOMPARE(std::count_if(labels.begin(), labels.end(), [&](auto* each) { return each->text() == name; }),
             2);
    for (const QLabel* each : labels) QCOMPARE(each->textFormat(), Qt::PlainText);

    QTextDocument shown;
    shown.setHtml(tip_text(name));
    QCOMPARE(shown.toPlainText().simplified(), QString(name).simplified());
    QCOMPARE(shown.toPlainText().count(QLatin1Char('<')), name.count(QLatin1Char('<')));
    QCOMPARE(tip_text(QStringLiteral("a & b.wav\nWaiting")), QStringLiteral("a & b.wav\nWaiting"));
    QCOMPARE(button_text(QStringLiteral("R&D")), QStringLiteral("R&&D"));
  }

  void contrast_is_that_of_wcag() {
    QVERIFY(std::abs(contrast(Qt::black, Qt::white) - 21.0) < 1e-6);
    QVERIFY(std::abs(contrast(QColor(0x777777), Qt::white) - 4.48) < 0.01);  // the well-known near miss
    QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
  }

  void text_stands_out_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void text_stands_out() {
    QFETCH(bool, dark);
    const ThemeColors& c = theme_colors(dark);
    const std::vector<std::tuple<const char*, QColor, QColor>> pairs{
        {"text on window", c.text, c.window},
        {"text on base", c.text, c.base},
        {"text on selected row", c.text, c.selected_row},
        {"text on match", c.text, c.match},
        {"secondary on window", c.secondary, c.window},
        {"secondary on base", c.secondary, c.base},
        {"secondary on selected row", c.secondary, c.selected_row},
        {"secondary on match", c.secondary, c.match},
        {"error on window", c.error, c.window},
        {"error on base", c.error, c.base},
        {"error on selected row", c.error, c.selected_row},
        {"primary button", c.on_accent, c.accent},
        {"link on base", c.accent, c.base},
        {"banner", c.on_notice, c.notice},
    };
    for (const auto& [name, text, background] : pairs) {
      const double ratio = contrast(text, background);
      QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(name)).arg(ratio)));
    }
    const QPalette palette = make_palette(c);
    for (const auto& [text, background] :
         {std::pair{QPalette::WindowText, QPalette::Window}, std::pair{QPalette::Text, QPalette::Base},
          std::pair{QPalette::ButtonText, QPalette::Button},
          std::pair{QPalette::HighlightedText, QPalette::Highlight},
          std::pair{QPalette::ToolTipText, QPalette::ToolTipBase},
          std::pair{QPalette::PlaceholderText, QPalette::Base}}) {
      QVERIFY(contrast(palette.color(text), palette.color(background)) >= 4.5);
    }
    QCOMPARE(is_dark(palette), dark);
    // Things that are not text need 3 to be seen against what is around them.
    QVERIFY(contrast(c.accent, c.window) >= 3.0);
    for (const QColor& around : {c.window, c.base, c.selected_row, c.border}) {
      const double ratio = contrast(c.record, around);
      QVERIFY2(ratio >= 3.0, qPrintable(QString::number(ratio)));
    }
  }

  void applying_a_theme_changes_the_application() {
    Theme theme(*qApp);
    theme.apply(ThemeChoice::dark);
    QVERIFY(is_dark(QApplication::palette()));
    QVERIFY(qApp->styleSheet().contains(theme_colors(true).accent.name()));
    theme.apply(ThemeChoice::light);
    QVERIFY(!is_dark(QApplication::palette()));
    QVERIFY(!qApp->styleSheet().contains(QLatin1Char('%')));  // every placeholder was filled
  }

  void choices_survive_the_settings() {
    for (const auto choice : {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark}) {
      QCOMPARE(value_of(theme_names, name_of(theme_names, choice)), choice);
    }
    QVERIFY(!value_of(theme_names, "purple"));
  }

  void every_icon_paints_in_the_palettes_colour() {
    load_icons();
    Theme theme(*qApp);
    const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
    QVERIFY(files.size() > 10);
    for (const bool dark : {false, true}) {
      theme.apply(dark ? ThemeChoice::dark : ThemeChoice::light);
      const QColor expected = theme_colors(dark).text;
      for (const QString& file : files) {
        if (file == QLatin1String("tilescribe.svg")) continue;
        const QImage image =
            line_icon(file.chopped(4)).pixmap(64, 64).toImage().convertToFormat(QImage::Format_ARGB32);
        int solid = 0;
        for (int y = 0; y < image.height(); ++y) {
          for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.alpha() < 255) continue;
            ++solid;
            QCOMPARE(pixel.name(), expected.name());
          }
        }
        QVERIFY2(solid > 40, qPrintable(file + QStringLiteral(" paints nothing")));
      }
    }
  }

  void the_application_icon_is_there() { QVERIFY(!application_icon().pixmap(64, 64).isNull()); }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
