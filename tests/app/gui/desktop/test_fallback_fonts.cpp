// SPDX-License-Identifier: Apache-2.0
// Letters in a system without a font.
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "app/gui/desktop/fallback_fonts.h"

using namespace tilescribe;

class FallbackFontsTest : public QObject {
  Q_OBJECT

  static bool has_letters() { return QFontMetrics(QGuiApplication::font()).inFont(QLatin1Char('a')); }

 private slots:
  void a_system_without_fonts_gets_those_beside_the_program() {
    const std::filesystem::path font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    QVERIFY(std::filesystem::exists(font));
    QVERIFY(!has_letters());
    const std::filesystem::path no_font = "/etc/hostname", none = "/nowhere/font.ttf";
    use_fallback_fonts({no_font, none, font});
    QVERIFY(has_letters());
    QCOMPARE(QFontInfo(QGuiApplication::font()).family(), QStringLiteral("DejaVu Sans"));
  }

  void where_there_are_fonts_they_stay() {
    const QStringList before = QFontDatabase::families();
    QVERIFY(has_letters());
    use_fallback_fonts({"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"});
    QCOMPARE(QFontDatabase::families(), before);
  }
};

// A font configuration that names no folder stands for a system that has no font.
int main(int argc, char** argv) {
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("fonts.conf"));
  QFile configuration(file);
  if (!configuration.open(QIODevice::WriteOnly)) return 1;
  configuration.write("<?xml version=\"1.0\"?>\n<fontconfig></fontconfig>\n");
  configuration.close();
  qputenv("FONTCONFIG_FILE", QFile::encodeName(file));
  const QGuiApplication application(argc, argv);
  FallbackFontsTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_fallback_fonts.moc"
