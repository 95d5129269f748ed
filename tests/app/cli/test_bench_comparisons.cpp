// SPDX-License-Identifier: Apache-2.0
// bench ablate and bench engines on fake services: their arguments and tables.
#include <QtTest>

#include "tests/app/cli/run_bench.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::Ended;
using test::parsed;
using test::run_bench;

class BenchComparisonsTest : public QObject {
  Q_OBJECT

 private slots:
  void argumentsOfAblate() {
    const auto command =
        parsed<BenchAblate>({"ablate", "sets.txt", "--audio", "a.wav", "--rounds", "3", "--engine", "cpu"});
    QCOMPARE(command.file.string(), std::string("sets.txt"));
    QCOMPARE(command.audio.string(), std::string("a.wav"));
    QCOMPARE(command.rounds, 3);
    QVERIFY(command.engine.engine == Engine::cpu);
    QCOMPARE(parsed<BenchAblate>({"ablate", "x"}).rounds, 5);
  }

  /// The engine says what it is and what it fuses; each of its choices is a row with its errors.
  void ablateTriesEachChoice() {
    QTemporaryDir folder;
    const QString json = folder.filePath("each.json");
    const Ended ended = run_bench({"ablate", "each", "--audio", "x/a.wav", "--rounds", "2", "--json", json});
    QCOMPARE(ended.exit_code, 0);
    QFile file(json);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).object()["rows"].toArray();
    QStringList switches;
    for (const auto& row : rows) switches += row[QStringLiteral("switches")].toString();
    for (const char* one : {"compute.text=f32", "weights.encoder=int8", "compute=f32", "fusion.norm_mlp=off"})
      QVERIFY2(switches.contains(one), qPrintable(switches.join('|')));
    QCOMPARE(rows[0]["logits_error"].toDouble(), 0.25);
    QCOMPARE(rows[static_cast<int>(switches.indexOf("compute=f32"))]["logits_error"].toDouble(), 0.0);
    QCOMPARE(rows[0]["encoder_error"].toDouble(), 0.0);
    QVERIFY(parsed<BenchAblate>({"ablate", "sets.txt", "--errors"}).errors);
  }

  void ablateComparesSets() {
    QTemporaryDir folder;
    QFile sets(folder.filePath("sets.txt"));
    QVERIFY(sets.open(QIODevice::WriteOnly));
    sets.write(
        "# two that are the same, and one that can't open\nfirst:\nsecond: threads=1\nthird: model=nosuch\n");
    sets.close();
    const QString json = folder.filePath("out.json");
    const Ended ended =
        run_bench({"ablate", sets.fileName(), "--audio", "x/a.wav", "--rounds", "2", "--json", json});
    QCOMPARE(ended.exit_code, 1);
    QVERIFY2(ended.output.contains("compared_with: first\n"), qPrintable(ended.output));
    QVERIFY2(ended.errors.contains("round untimed: first\nround untimed: second\nround 1 of 2: first\n"),
             qPrintable(ended.errors));
    QFile read(json);
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(read.readAll()).object()["rows"].toArray();
    QCOMPARE(rows.size(), 3);
    QVERIFY(rows[0].toObject()["difference_percent"].isNull());
    QCOMPARE(rows[1].toObject()["text"].toString(), QString("same"));
    QCOMPARE(rows[1].toObject()["switches"].toString(), QString("threads=1"));
    QCOMPARE(rows[1].toObject()["seconds"].toString().split(' ').size(), 2);
    QVERIFY(!rows[2].toObject()["complaint"].toString().isEmpty());
    QVERIFY(rows[2].toObject()["mean_s"].isNull());
  }

  void aWrongSetIsNamedWithItsFile() {
    QTemporaryDir folder;
    QFile sets(folder.filePath("sets.txt"));
    QVERIFY(sets.open(QIODevice::WriteOnly));
    sets.write("a:\nb: fusion=maybe\n");
    sets.close();
    const Ended ended = run_bench({"ablate", sets.fileName()});
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.errors,
             "tilescribe-cli: " + sets.fileName() + ": Line 2: fusion expects on or off; found “maybe”.\n");
    QVERIFY(run_bench({"ablate", "/no/such/file"}).errors.contains("/no/such/file can't be read"));
  }

  void argumentsOfEngines() {
    const auto command =
        parsed<BenchEngines>({"engines", "a.wav", "--engines", "cuda,cpu", "--python", "python3.11",
                              "--reference", "words", "--model", "m", "--compute", "f32", "--threads", "1"});
    QCOMPARE(command.audio.string(), std::string("a.wav"));
    QCOMPARE(command.engines, (std::vector<Engine>{Engine::cuda, Engine::cpu}));
    QCOMPARE(command.python, std::string("python3.11"));
    QCOMPARE(command.reference, std::string("words"));
    QCOMPARE(command.engine.model, std::string("m"));
    QVERIFY(command.engine.compute == Compute::f32);
    QCOMPARE(command.engine.threads, 1);
    QVERIFY(parsed<BenchEngines>({"engines"}).engines.empty());
  }

  void enginesHearOneRecording() {
    QTemporaryDir folder;
    QFile reference(folder.filePath("said.txt"));
    QVERIFY(reference.open(QIODevice::WriteOnly));
    reference.write("First of a.wav. Second of\n");
    reference.close();
    const QString json = folder.filePath("out.json");
    const Ended ended = run_bench({"engines", "a.wav", "--reference", reference.fileName(), "--json", json});
    QCOMPARE(ended.exit_code, 0);
    QVERIFY2(ended.errors.contains("round untimed: cpu\nround 1 of 1: cpu\n"), qPrintable(ended.errors));
    QVERIFY2(ended.output.contains("audio: a.wav\n"), qPrintable(ended.output));
    QFile read(json);
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(read.readAll()).object()["rows"].toArray();
    QCOMPARE(rows.size(), 1);  // the fake machine has no GPU
    const QJsonObject row = rows[0].toObject();
    QCOMPARE(row["engine"].toString(), QString("cpu"));
    QCOMPARE(row["text"].toString(), QString("First of a.wav. Second of a.wav."));
    QCOMPARE(row["word_error_percent"].toDouble(), 20.0);
    QVERIFY(row["seconds"].toDouble() >= 0.0 && row["times_as_fast"].isNull() && row["complaint"].isNull());
  }

  void anEngineThatFailsHasASentence() {
    const Ended ended =
        run_bench({"engines", "a.wav", "--engines", "cpu", "--python", "/no/such/python", "--csv", "-"});
    QCOMPARE(ended.exit_code, 1);
    const QStringList lines = ended.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(
        lines[0].startsWith("engine,seconds,times_real_time,times_as_fast,word_error_percent,features_ms,"),
        qPrintable(lines[0]));
    QVERIFY2(lines[2].startsWith("transformers,,,,,,,,,,"), qPrintable(lines[2]));
  }
};

QTEST_APPLESS_MAIN(BenchComparisonsTest)
#include "test_bench_comparisons.moc"
