// SPDX-License-Identifier: Apache-2.0
// What a desktop is told of the program: checked by the desktop's own tools, and one id everywhere.
#include <QDirIterator>
#include <QMimeDatabase>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "app/gui/application_id.h"
#include "tests/app/cli/process.h"

using namespace tilescribe::test;

namespace {

const QString id = QStringLiteral(TILESCRIBE_ID);
const QString desktop_folder = QStringLiteral(TILESCRIBE_SOURCE_DIR "/packaging/desktop/");
const QString built_folder = QStringLiteral(TILESCRIBE_BINARY_DIR "/packaging/");

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The values of a key, or the texts of an element.
QStringList values(const QByteArray& desktop_file, const QByteArray& key) {
  QStringList found;
  for (const QByteArray& line : desktop_file.split('\n')) {
    if (line.startsWith(key + '=')) found += QString::fromUtf8(line.mid(key.size() + 1));
  }
  return found;
}

QStringList texts(const QByteArray& xml, const QString& element) {
  QXmlStreamReader reader(xml);
  QStringList found;
  while (!reader.atEnd()) {
    if (reader.readNextStartElement() && reader.name() == element && element != QLatin1String("component"))
      found += reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
  }
  return found;
}

QByteArray metainfo() {
  return content(built_folder + id + QStringLiteral(".metainfo.xml"));
}

}  // namespace

class MetadataTest : public QObject {
  Q_OBJECT

 private slots:
  void the_desktop_file_is_valid() {
    const Ended ended = run_program(QStringLiteral("desktop-file-validate"),
                                    {desktop_folder + id + QStringLiteral(".desktop")});
    QCOMPARE(ended.output + ended.errors, QByteArray());  // not even a hint
    QCOMPARE(ended.exit_code, 0);
  }

  void a_wrong_desktop_file_is_not() {
    const QTemporaryDir folder;
    QByteArray text = content(desktop_folder + id + QStringLiteral(".desktop"));
    text.replace("Type=Application\n", "");
    QFile file(folder.filePath(QStringLiteral("wrong.desktop")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    file.close();
    QVERIFY(run_program(QStringLiteral("desktop-file-validate"), {file.fileName()}).exit_code != 0);
  }

  /// What each module of Flatpak's manifest is built from can be had again, and is the same then.
  void flatpaks_manifest_names_the_program_and_fixes_its_sources() {
    const QByteArray manifest =
        content(QStringLiteral(TILESCRIBE_SOURCE_DIR "/packaging/flatpak/") + id + QStringLiteral(".yaml"));
    QVERIFY(manifest.contains("\nid: " + id.toUtf8() + '\n'));
    const QList<QByteArray> sources = manifest.split('\n');
    int archives = 0;
    for (qsizetype line = 0; line < sources.size(); ++line) {
      if (!sources[line].trimmed().startsWith("url: ")) continue;
      ++archives;
      QVERIFY2(sources[line].contains("https://"), sources[line].constData());
      static const QRegularExpression sum(QStringLiteral("^ +sha256: [0-9a-f]{64}$"));
      QVERIFY2(sum.match(QString::fromUtf8(sources.value(line + 1))).hasMatch(), sources[line].constData());
    }
    QVERIFY(archives > 10);
  }

  /// Where Flatpak is missing, one sentence says so, and nothing is built.
  void flatpaks_script_says_what_is_missing() {
    const QTemporaryDir tools;
    for (const char* tool : {"basename", "dirname", "mkdir", "sed"}) {
      const QString found = QStandardPaths::findExecutable(QLatin1String(tool));
      QVERIFY(!found.isEmpty() && QFile::link(found, tools.filePath(QLatin1String(tool))));
    }
    const QString file = tools.filePath(QStringLiteral("tilescribe.flatpak"));
    const Ended ended = run_program(QStringLiteral("env"),
                                    {QStringLiteral("PATH=") + tools.path(), QStringLiteral("/bin/bash"),
                                     QStringLiteral(TILESCRIBE_SOURCE_DIR "/packaging/flatpak.sh"), file});
    QVERIFY(ended.exit_code != 0);
    QVERIFY2(ended.errors.contains("expected flatpak, and it is not installed") &&
                 ended.errors.trimmed().count('\n') == 0,
             (ended.output + ended.errors).constData());
    QVERIFY(!QFile::exists(file));
  }

  /// Newer versions of the tool ask for a page of the project, which only a packager can name.
  void the_metainfo_is_valid() {
    const Ended ended =
        run_program(QStringLiteral("appstreamcli"),
                    {QStringLiteral("validate"), QStringLiteral("--no-net"), QStringLiteral("--no-color"),
                     built_folder + id + QStringLiteral(".metainfo.xml")});
    QByteArrayList complaints;
    for (const QByteArray& line : ended.output.split('\n')) {
      if (line.startsWith("W: ") || line.startsWith("E: ")) complaints += line.trimmed();
    }
    const bool valid = ended.exit_code == 0 && complaints.isEmpty();
    const bool only_the_page = complaints.size() == 1 && complaints[0].endsWith("url-homepage-missing");
    QVERIFY2(valid || only_the_page, (ended.output + ended.errors).constData());
  }

  /// As a packager names them: with a page and pictures it is valid, too, and has both.
  void addresses_make_it_complete() {
    const QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("CMakeLists.txt")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(
        "cmake_minimum_required(VERSION 3.25)\nproject(metainfo VERSION 7.8.9 LANGUAGES NONE)\n"
        "set(TILESCRIBE_ID " TILESCRIBE_ID ")\ninclude(" TILESCRIBE_SOURCE_DIR
        "/packaging/metainfo.cmake)\n");
    script.close();
    const Ended configured = run_program(
        QStringLiteral("cmake"),
        {QStringLiteral("-S"), folder.path(), QStringLiteral("-B"), folder.filePath(QStringLiteral("b")),
         QStringLiteral("-DTILESCRIBE_HOMEPAGE=https://example.org/tilescribe"),
         QStringLiteral("-DTILESCRIBE_SCREENSHOTS=https://example.org/images")});
    QVERIFY2(configured.exit_code == 0, configured.errors.constData());
    const QString file = folder.filePath(QStringLiteral("b/%1.metainfo.xml").arg(id));
    const QByteArray xml = content(file);
    QCOMPARE(texts(xml, QStringLiteral("url")), {QStringLiteral("https://example.org/tilescribe")});
    QCOMPARE(texts(xml, QStringLiteral("image")).size(), 4);
    for (const QString& image : texts(xml, QStringLiteral("image"))) {
      const QString name = QFileInfo(image).fileName();
      QVERIFY2(QFile::exists(QStringLiteral(TILESCRIBE_SOURCE_DIR "/docs/images/") + name), qPrintable(name));
    }
    QVERIFY(xml.contains("<release version=\"7.8.9\""));
    const Ended ended = run_program(QStringLiteral("appstreamcli"),
                                    {QStringLiteral("validate"), QStringLiteral("--no-net"), file});
    QVERIFY2(ended.exit_code == 0, (ended.output + ended.errors).constData());
  }

  void one_id_is_used_everywhere() {
    QCOMPARE(QLatin1String(tilescribe::application_id), id);
    const QByteArray desktop = content(desktop_folder + id + QStringLiteral(".desktop"));
    QCOMPARE(values(desktop, "Icon"), {id});
    const QByteArray xml = metainfo();
    QCOMPARE(texts(xml, QStringLiteral("id")), {id});
    QCOMPARE(texts(xml, QStringLiteral("launchable")), {id + QStringLiteral(".desktop")});
    QCOMPARE(texts(xml, QStringLiteral("icon")), {id});
    for (const char* file : {".desktop", ".xml", "-symbolic.svg"})
      QVERIFY2(QFile::exists(desktop_folder + id + QLatin1String(file)), file);
  }

  void the_tests_that_security_names_are_there() {
    QStringList sources;
    QDirIterator walk(QStringLiteral(TILESCRIBE_SOURCE_DIR "/tests"), {QStringLiteral("*.cpp")}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (walk.hasNext()) sources += QFileInfo(walk.next()).completeBaseName();
    static const QRegularExpression named(QStringLiteral("`((?:test|fuzz)_[a-z_]+)`"));
    int count = 0;
    auto match =
        named.globalMatch(QString::fromUtf8(content(QStringLiteral(TILESCRIBE_SOURCE_DIR "/SECURITY.md"))));
    while (match.hasNext()) {
      const QString test = match.next().captured(1);
      QVERIFY2(sources.contains(test), qPrintable(test));
      ++count;
    }
    QVERIFY(count > 20);
  }

  void profiles_have_a_type_and_other_databases_keep_theirs() {
    const QTemporaryDir data;
    QVERIFY(QDir(data.path()).mkpath(QStringLiteral("mime/packages")));
    QVERIFY(QFile::copy(desktop_folder + id + QStringLiteral(".xml"),
                        data.filePath(QStringLiteral("mime/packages/%1.xml").arg(id))));
    // Beside the types of the system, in one folder, as an installation has it.
    QVERIFY(QFile::copy(QStringLiteral("/usr/share/mime/packages/freedesktop.org.xml"),
                        data.filePath(QStringLiteral("mime/packages/freedesktop.org.xml"))));
    qputenv("XDG_DATA_HOME", data.path().toUtf8());  // before the database is read
    qputenv("XDG_DATA_DIRS", data.path().toUtf8());
    const Ended updated =
        run_program(QStringLiteral("update-mime-database"), {data.filePath(QStringLiteral("mime"))});
    QVERIFY2(updated.exit_code == 0 && updated.errors.isEmpty(), updated.errors.constData());

    const QMimeDatabase database;
    const QMimeType profile =
        database.mimeTypeForFile(QStringLiteral(TILESCRIBE_TEST_DATA "/profiles/cpu-demo.sqlite"));
    QCOMPARE(profile.name(), QStringLiteral("application/x-tilescribe-profile"));
    QVERIFY(profile.inherits(QStringLiteral("application/vnd.sqlite3")));
    QCOMPARE(profile.iconName(), QStringLiteral("application-x-tilescribe-profile"));

    QByteArray other = content(QStringLiteral(TILESCRIBE_TEST_DATA "/profiles/cpu-demo.sqlite"));
    other.replace(68, 4, "GPKG");
    QCOMPARE(database.mimeTypeForFileNameAndData(QStringLiteral("a.sqlite"), other).name(),
             QStringLiteral("application/vnd.sqlite3"));
  }
};

QTEST_GUILESS_MAIN(MetadataTest)
#include "test_metadata.moc"
