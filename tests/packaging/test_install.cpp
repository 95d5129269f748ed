// SPDX-License-Identifier: Apache-2.0
// What `cmake --install` copies, component by component, and that it works where it is put.
#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/cli/process.h"

using namespace tilescribe::test;

namespace {

const QString id = QStringLiteral(TILESCRIBE_ID);

QStringList files_in(const QString& folder) {
  QStringList files;
  QDirIterator walk(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (walk.hasNext()) files += QDir(folder).relativeFilePath(walk.next());
  files.sort();
  return files;
}

Ended install(const QString& component, const QString& prefix) {
  return run_program(QStringLiteral(TILESCRIBE_CMAKE),
                     {QStringLiteral("--install"), QStringLiteral(TILESCRIBE_BINARY_DIR),
                      QStringLiteral("--component"), component, QStringLiteral("--prefix"), prefix});
}

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The folders that a program or library searches for others, of its dynamic section.
QByteArray search_path(const QString& file) {
  const Ended read = run_program(QStringLiteral("readelf"), {QStringLiteral("-dW"), file});
  for (const QByteArray& line : read.output.split('\n')) {
    if (line.contains("(RUNPATH)") || line.contains("(RPATH)"))
      return line.mid(line.indexOf('[') + 1, line.indexOf(']') - line.indexOf('[') - 1);
  }
  return {};
}

}  // namespace

class InstallTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    for (const char* component : {"cli", "window", "demo"}) {
      QVERIFY(folder_.isValid());
      const Ended ended = install(QLatin1String(component), prefix(component));
      QVERIFY2(ended.exit_code == 0, ended.errors.constData());
    }
  }

  void components_share_no_file() {
    const QStringList cli = files_in(prefix("cli"));
    const QStringList window = files_in(prefix("window"));
    const QStringList demo = files_in(prefix("demo"));
    for (const QString& file : cli)
      QVERIFY2(!window.contains(file) && !demo.contains(file), qPrintable(file));
    for (const QString& file : window) QVERIFY2(!demo.contains(file), qPrintable(file));
  }

  void the_command_line_brings_its_libraries_and_no_window() {
    const QStringList files = files_in(prefix("cli"));
    for (const char* file :
         {"bin/tilescribe-cli", "share/man/man1/tilescribe-cli.1",
          "lib/systemd/user/tilescribe-serve.service", TILESCRIBE_PLUGIN_DIR "/libtilescribe_kernels.so"})
      QVERIFY2(files.contains(QLatin1String(file)), file);
    QVERIFY(!files.contains(QStringLiteral("bin/tilescribe")));
    for (const QString& file : files)
      QVERIFY2(!file.contains(QLatin1String("Qt")) && !file.contains(QLatin1String("cuda")),
               qPrintable(file));
  }

  /// With the script that compiles them, as they stand in the sources.
  void the_command_line_brings_the_labs_kernels_in_python() {
    const QString sources = QStringLiteral(TILESCRIBE_SOURCE_DIR "/resources/tile_ir");
    QStringList expected = QDir(sources).entryList({QStringLiteral("*.py")}, QDir::Files);
    expected.sort();
    QVERIFY(expected.contains(QStringLiteral("compile.py")) && expected.size() > 3);
    const QString installed = prefix("cli") + QStringLiteral("/" TILESCRIBE_DATA_DIR "/tile_ir");
    QCOMPARE(files_in(installed), expected);
    for (const QString& name : expected)
      QCOMPARE(contents(installed + u'/' + name), contents(sources + u'/' + name));
  }

  void the_window_brings_what_a_desktop_reads() {
    QStringList expected{
        QStringLiteral("bin/tilescribe"),
        QStringLiteral("share/applications/%1.desktop").arg(id),
        QStringLiteral("share/icons/hicolor/scalable/apps/%1.svg").arg(id),
        QStringLiteral("share/icons/hicolor/scalable/mimetypes/application-x-tilescribe-profile.svg"),
        QStringLiteral("share/icons/hicolor/symbolic/apps/%1-symbolic.svg").arg(id),
        QStringLiteral("share/man/man1/tilescribe.1"),
        QStringLiteral("share/metainfo/%1.metainfo.xml").arg(id),
        QStringLiteral("share/mime/packages/%1.xml").arg(id)};
    QCOMPARE(files_in(prefix("window")), expected);
  }

  void the_demo_model_comes_without_its_training() {
    const QStringList files = files_in(prefix("demo"));
    QVERIFY(files.contains(QStringLiteral(TILESCRIBE_DATA_DIR "/models/demo/model.safetensors")));
    QVERIFY(files.contains(QStringLiteral(TILESCRIBE_DATA_DIR "/audio/sample.wav")));
    for (const QString& file : files)
      QVERIFY2(!file.contains(QLatin1String("training")) && !file.endsWith(QLatin1String(".sh")),
               qPrintable(file));
  }

  /// Libraries of our own are looked for beside the program, wherever that is, and nowhere else.
  void no_path_of_the_build_is_searched() {
    for (const char* component : {"cli", "window"}) {
      for (const QString& name : files_in(prefix(component))) {
        const QString file = prefix(component) + u'/' + name;
        if (!contents(file).startsWith("\x7f"
                                       "ELF"))
          continue;  // programs, libraries, decoders
        const bool program = name.startsWith(QLatin1String("bin/"));
        const QByteArray found = search_path(file);
        const QByteArray expected = program ? "$ORIGIN/../" TILESCRIBE_PLUGIN_DIR : "$ORIGIN";
        QVERIFY2(found == expected || (!program && found.isEmpty()),
                 qPrintable(name + u' ' + QString(found)));
      }
    }
  }

  /// In a folder that it was not built for, with nothing but its components, in an empty environment.
  void the_command_line_transcribes_where_it_is_put() {
    const QString place = folder_.filePath(QStringLiteral("put here"));
    for (const char* component : {"cli", "demo"})
      QCOMPARE(install(QLatin1String(component), place).exit_code, 0);
    QProcessEnvironment environment;
    // Libraries that programs share are no part of an installation.
    if (TILESCRIBE_SHARED)
      environment.insert(QStringLiteral("LD_LIBRARY_PATH"), TILESCRIBE_BINARY_DIR "/lib");
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(
        place + QStringLiteral("/bin/tilescribe-cli"),
        {QStringLiteral("transcribe"), place + QStringLiteral("/" TILESCRIBE_DATA_DIR "/audio/short.wav")});
    QVERIFY(process.waitForFinished(120'000));
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, errors.constData());
    QFile written(QStringLiteral(TILESCRIBE_SOURCE_DIR "/resources/audio/short.txt"));
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray word = written.readAll().simplified().split(' ').first();
    QVERIFY2(process.readAllStandardOutput().contains(word), errors.constData());
  }

  /// Where that is was chosen at the installation.
  void the_unit_starts_the_installed_program() {
    const QString places[] = {prefix("cli"), folder_.filePath(QStringLiteral("put 100% elsewhere"))};
    QCOMPARE(install(QStringLiteral("cli"), places[1]).exit_code, 0);
    for (const QString& place : places) {
      const QByteArray unit = contents(place + QStringLiteral("/lib/systemd/user/tilescribe-serve.service"));
      const QString program =
          QString(place).replace(u'%', QStringLiteral("%%")) + QStringLiteral("/bin/tilescribe-cli");
      QVERIFY2(unit.contains(QStringLiteral("\nExecStart=\"%1\" serve\n").arg(program).toUtf8()),
               unit.constData());
      QVERIFY(unit.contains("\nUMask=0077\n"));
    }
  }

 private:
  QString prefix(const char* component) const { return folder_.filePath(QLatin1String(component)); }

  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(InstallTest)
#include "test_install.moc"
