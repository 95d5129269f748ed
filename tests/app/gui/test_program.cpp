// SPDX-License-Identifier: Apache-2.0
// The whole program (on the fake transcriber), as its user starts it.
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "app/gui/command_line.h"
#include "tests/support/patience.h"

using namespace tilescribe;

namespace {

struct Run {
  int exit_code = -1;
  QString out;
  QString err;
};

Run run(const QStringList& arguments, const QString& home, const QString& scale = QStringLiteral("1")) {
  QProcess process;
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_SCALE_FACTOR"), scale);
  environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home + QStringLiteral("/config"));
  environment.insert(QStringLiteral("XDG_DATA_HOME"), home + QStringLiteral("/data"));
  environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home);
  process.setProcessEnvironment(environment);
  process.setWorkingDirectory(home);
  process.start(QStringLiteral(TILESCRIBE_FAKE), arguments);
  if (!process.waitForFinished(test::patience_ms)) process.kill();
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
          QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}

ParsedArguments parse(const QStringList& arguments) {
  return parse_arguments(QStringList{QStringLiteral("tilescribe")} + arguments, {});
}

}  // namespace

class TestProgram : public QObject {
  Q_OBJECT

 private slots:
  void help_and_version() {
    const Run help = run({QStringLiteral("--help")}, home_.path());
    QCOMPARE(help.exit_code, 0);
    for (const char* option : {"--model", "--engine", "cuda-baseline", "--compute", "--weights", "--gpu",
                               "--threads", "--sample", "--screenshot"}) {
      QVERIFY2(help.out.contains(QLatin1String(option)), option);
    }
    const Run version = run({QStringLiteral("--version")}, home_.path());
    QCOMPARE(version.exit_code, 0);
    QVERIFY(version.out.startsWith(QStringLiteral("tilescribe ")));
  }

  void wrong_usage_says_what_was_expected_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("option") << QStringList{QStringLiteral("--colour")} << QStringLiteral("colour");
    QTest::newRow("engine") << QStringList{QStringLiteral("--engine"), QStringLiteral("tpu")}
                            << QStringLiteral("'tpu'");
    QTest::newRow("compute") << QStringList{QStringLiteral("--compute"), QStringLiteral("f8")}
                             << QStringLiteral("'f8'");
    QTest::newRow("weights") << QStringList{QStringLiteral("--weights"), QStringLiteral("int4")}
                             << QStringLiteral("'int4'");
    QTest::newRow("threads") << QStringList{QStringLiteral("--threads"), QStringLiteral("-2")}
                             << QStringLiteral("'-2'");
    QTest::newRow("size") << QStringList{QStringLiteral("--size"), QStringLiteral("big")}
                          << QStringLiteral("'big'");
    QTest::newRow("theme") << QStringList{QStringLiteral("--theme"), QStringLiteral("pink")}
                           << QStringLiteral("'pink'");
  }
  void wrong_usage_says_what_was_expected() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, mentions);
    const ParsedArguments parsed = parse(arguments);
    QVERIFY(!parsed.arguments);
    QCOMPARE(parsed.exit_code, 2);
    QVERIFY2(parsed.message.contains(mentions), qPrintable(parsed.message));
  }

  void options_reach_the_engine() {
    const ParsedArguments parsed =
        parse({QStringLiteral("--model"), QStringLiteral("/m"), QStringLiteral("--engine"),
               QStringLiteral("cuda-baseline"), QStringLiteral("--compute"), QStringLiteral("tf32"),
               QStringLiteral("--gpu"), QStringLiteral("1"), QStringLiteral("--gpu-memory"),
               QStringLiteral("40000"), QStringLiteral("--threads"), QStringLiteral("3"),
               QStringLiteral("a.wav"), QStringLiteral("b.mp3")});
    QVERIFY(parsed.arguments);
    QCOMPARE(parsed.arguments->engine.model, std::string("/m"));
    QCOMPARE(parsed.arguments->engine.engine, Engine::cuda_baseline);
    QCOMPARE(parsed.arguments->engine.compute, Compute::tf32);
    QCOMPARE(parsed.arguments->engine.gpu, 1);
    QCOMPARE(parsed.arguments->engine.gpu_memory_mib, std::int64_t{40000});
    QCOMPARE(parsed.arguments->engine.threads, 3);
    QCOMPARE(parsed.arguments->files.size(), 2);
    QCOMPARE(parse({QStringLiteral("--weights"), QStringLiteral("int8")}).arguments->engine.weights,
             Weights::int8);
    // What is not said stays as it was saved.
    EngineOptions saved;
    saved.model = "/saved";
    QCOMPARE(parse_arguments({QStringLiteral("tilescribe")}, saved).arguments->engine.model,
             std::string("/saved"));
  }

  void a_picture_of_a_finished_transcript() {
    for (const int scale : {1, 2}) {
      const QString file = home_.filePath(QStringLiteral("picture%1.png").arg(scale));
      const Run done =
          run({QStringLiteral("--size"), QStringLiteral("900x600"), QStringLiteral("--screenshot"), file,
               QStringLiteral("--theme"), QStringLiteral("light"), QStringLiteral("a.wav")},
              home_.path(), QString::number(scale));
      QVERIFY2(done.exit_code == 0, qPrintable(done.err));
      const QImage picture(file);
      QCOMPARE(picture.size(), QSize(900, 600) * scale);
      QCOMPARE(picture.pixelColor(picture.width() - 40, picture.height() / 2),
               QColor(Qt::white));  // the paper
    }
    // A picture leaves the user's settings and transcripts alone.
    QVERIFY(!QDir(home_.filePath(QStringLiteral("data/tilescribe/transcripts"))).exists());
  }

  void a_picture_that_cannot_be_written_is_a_failure() {
    const Run done = run({QStringLiteral("--screenshot"), QStringLiteral("/no/such/folder/a.png"),
                          QStringLiteral("--screenshot-after"), QStringLiteral("100")},
                         home_.path());
    QCOMPARE(done.exit_code, 1);
    QVERIFY(done.err.contains(QStringLiteral("/no/such/folder/a.png")));
  }

 private:
  QTemporaryDir home_;
};

QTEST_GUILESS_MAIN(TestProgram)
#include "test_program.moc"
