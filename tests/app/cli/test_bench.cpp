// SPDX-License-Identifier: Apache-2.0
// The command bench on fake services: its arguments, its tables and their forms, its exit codes. What
// compares sets of switches or engines is in test_bench_comparisons.cpp.
#include <QtTest>

#include "app/cli/bench_table.h"
#include "tests/app/cli/run_bench.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::Ended;
using test::parsed;
using test::run_bench;

class BenchTest : public QObject {
  Q_OBJECT

 private slots:
  void argumentsOfStages() {
    const auto options = parsed<StagesOptions>({"stages", "--model", "random:nano", "--batch", "1,16,64",
                                                "--runs", "3", "--tokens", "7", "--engine", "cpu"});
    QCOMPARE(options.windows, (std::vector<int>{1, 16, 64}));
    QCOMPARE(options.engine.model, std::string("random:nano"));
    QVERIFY(options.engine.engine == Engine::cpu);
    QCOMPARE(options.runs, 3);
    QCOMPARE(options.tokens, 7);
    QVERIFY(parsed<StagesOptions>({"stages"}).windows.empty());
  }

  void argumentsOfAGrid() {
    const auto options = parsed<GridOptions>({"grid", "--batch", "1,4", "--seconds", "5,30", "--runs", "2"});
    QCOMPARE(options.windows, (std::vector<int>{1, 4}));
    QCOMPARE(options.seconds, (std::vector<int>{5, 30}));
    QCOMPARE(options.runs, 2);
    QVERIFY(parsed<GridOptions>({"grid"}).seconds.empty());
  }

  void aGridIsATable() {
    const Ended ended = run_bench({"grid", "--batch", "1,4", "--seconds", "5", "--csv", "-"});
    QCOMPARE(ended.exit_code, 0);
    const QStringList lines = ended.output.trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.mid(lines.size() - 3),
             (QStringList{QStringLiteral("windows,seconds,ms,least_ms,most_ms,times_real_time"),
                          QStringLiteral("1,5,2,1,3,2500"), QStringLiteral("4,5,2,1,3,10000")}));
  }

  void promptsOfALanguageModel() {
    const auto options = parsed<PromptsOptions>(
        {"prompts", "--model", "random:gpt-nano", "--length", "16,128", "--runs", "2"});
    QCOMPARE(options.engine.model, std::string("random:gpt-nano"));
    QCOMPARE(options.lengths, (std::vector<int>{16, 128}));
    QCOMPARE(options.runs, 2);
    const Ended ended = run_bench({"prompts", "--batch", "1,8", "--length", "16", "--csv", "-"});
    QCOMPARE(ended.exit_code, 0);
    const QStringList lines = ended.output.trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.mid(lines.size() - 3),
             (QStringList{QStringLiteral("prompts,length,ms,least_ms,most_ms,tokens_per_s"),
                          QStringLiteral("1,16,2,1,3,8000"), QStringLiteral("8,16,2,1,3,64000")}));
  }

  void argumentsOfOps() {
    const auto options = parsed<OpsOptions>({"ops", "--op", "attend", "--shape", "rows=1500 head_dim=64"});
    QCOMPARE(options.op, std::string("attend"));
    QCOMPARE(options.shape, std::string("rows=1500 head_dim=64"));
    QCOMPARE(options.runs, 10);
  }

  void argumentsOfTranscribe() {
    const auto command = parsed<BenchTranscribe>(
        {"transcribe", "--audio", "a.wav", "--expect", "Hello.", "--max-wer", "0.25", "--warmup", "0"});
    QCOMPARE(command.bench.audio.string(), std::string("a.wav"));
    QCOMPARE(command.expect, std::string("Hello."));
    QCOMPARE(command.bench.max_wer.value(), 0.25);
    QCOMPARE(command.bench.warmup, 0);
    QCOMPARE(command.bench.runs, 5);
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QStringList& words, const char* sentence) {
      QTest::addRow("%s", qPrintable(words.join(' '))) << words << QString(sentence);
    };
    row({}, "bench expects stages, grid, prompts, ops, trace, transcribe, ablate or engines; found none.");
    row({"all"},
        "bench expects stages, grid, prompts, ops, trace, transcribe, ablate or engines; found “all”.");
    row({"all", "stages"},
        "bench expects stages, grid, prompts, ops, trace, transcribe, ablate or engines; found “all”.");
    row({"stages", "more"}, "bench stages takes no argument “more”.");
    row({"ops", "--frob"}, "bench ops has no option --frob.");
    row({"stages", "--batch", "1,x"},
        "--batch expects whole numbers from 1 to 4096 with commas between them; found “1,x”.");
    row({"stages", "--batch", "0"},
        "--batch expects whole numbers from 1 to 4096 with commas between them; found “0”.");
    row({"grid", "--seconds", "31"},
        "--seconds expects whole numbers from 1 to 30 with commas between them; found “31”.");
    row({"stages", "--runs", "0"}, "--runs expects a whole number from 1 to 10000; found “0”.");
    row({"transcribe", "--expect", "x"}, "bench transcribe expects --audio FILE.");
    row({"transcribe", "--audio", "a.wav"}, "bench transcribe expects --expect TEXT or FILE.");
    row({"ablate"}, "bench ablate expects a file with sets of switches; found none.");
    row({"ablate", "sets", "--rounds", "1"}, "--rounds expects a whole number from 2 to 10000; found “1”.");
    for (const char* names : {"cpu,auto", "cpu,cpu", "cpu,,cuda", "remote"})
      row({"engines", QString("--engines=%1").arg(names)},
          qPrintable(
              QString("--engines expects different ones of cpu, cuda-baseline and cuda with commas between "
                      "them; found “%1”.")
                  .arg(names)));
    row({"ops", "--json", "-", "--csv", "-"},
        "Only one of --json, --csv and --markdown can be - (standard output).");
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const Ended ended = run_bench(words);
    QCOMPARE(ended.exit_code, 2);
    QCOMPARE(ended.output, QString());
    QVERIFY2(ended.errors.startsWith("tilescribe-cli: " + sentence + "\n"), qPrintable(ended.errors));
  }

  void helpNamesEverything() {
    QVERIFY(run_bench({"--help"}).output.contains("stages"));
    QVERIFY(run_bench({"stages", "--help"}).output.contains("--batch"));
    test::StringConsole console;
    QCOMPARE(run({"--help"}, test::fake_services(), console), 0);
    QVERIFY(QString::fromStdString(console.output).contains("  bench\n"));
  }

  void textOfStages() {
    const Ended ended = run_bench({"stages", "--batch", "1,64"});
    QCOMPARE(ended.exit_code, 0);
    const QStringList lines = ended.output.split('\n');
    QCOMPARE(lines[0], QString("engine: Fake, f32"));
    QVERIFY(lines.contains("read_gb_s: 20"));
    QVERIFY(lines.contains("bf16_tflop_s: -"));  // not measured
    const QStringList rows = lines.filter("encoder ");
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[1].simplified(), QString("encoder 64 1.5 1.25 12345 40 - - - - 20000"));
  }

  void jsonOfOps() {
    const Ended ended = run_bench({"ops", "--json", "-"});
    QCOMPARE(ended.exit_code, 0);
    QJsonParseError error;
    const QJsonObject json = QJsonDocument::fromJson(ended.output.toUtf8(), &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(json["facts"].toObject()["engine"].toString(), QString("Fake, f32"));
    QVERIFY(json["facts"].toObject()["bf16_tflop_s"].isNull());
    const QJsonObject row = json["rows"].toArray().at(0).toObject();
    QCOMPARE(row["variant"].toString(), QString("plain, \"quoted\""));
    QCOMPARE(row["chosen"].toBool(), true);
    QCOMPARE(row["ms"].toDouble(), 0.002);
    QVERIFY(row["error"].isNull());
  }

  void csvAndMarkdownOfOps() {
    const QStringList csv = run_bench({"ops", "--csv", "-"}).output.split('\n');
    QVERIFY(csv[0].startsWith("op,variant,chosen,ms,"));
    QCOMPARE(csv[1],
             QString("linear,\"plain, \"\"quoted\"\"\",yes,0.002,0.001,0.003,,,10,50,,,,rows=1 | out=2 f32"));
    const QString markdown = run_bench({"ops", "--markdown", "-"}).output;
    QVERIFY(markdown.startsWith("- engine: Fake, f32\n"));
    QVERIFY(markdown.contains("| rows=1 \\| out=2 f32 |\n"));
  }

  void kernelsOfOps() {
    const QString csv = run_bench({"ops", "--kernels", "--engine", "cuda", "--csv", "-"}).output;
    QVERIFY(csv.startsWith("op,variant,chosen,ms,"));
    QVERIFY(csv.section('\n', 0, 0).endsWith(",problem,registers,shared_bytes,local_bytes,kernels"));
    const QString row = csv.section('\n', 1, 1);
    QVERIFY2(
        row.endsWith(
            ",rows=1 | out=2 f32,168,200704,16,\"product: 384 threads, 168 registers, 200704 bytes shared, "
            "0 local; sum: 128 threads, 40 registers, 512 bytes shared, 16 local; unknown: 1 thread\""),
        qPrintable(row));
  }

  void withoutAGpuThereAreNoKernels() {
    const Ended ended = run_bench({"ops", "--kernels"});
    QCOMPARE(ended.exit_code, 0);
    QCOMPARE(
        ended.errors,
        QString("tilescribe-cli: No variant launched a kernel of ours on a GPU, so there are no registers "
                "and no memory of kernels to show.\n"));
    QVERIFY(!ended.output.contains("threads"));
    QCOMPARE(run_bench({"ops"}).errors, QString());
  }

  void csvWithoutRowsHasItsHeading() {
    QCOMPARE(run_bench({"trace", "--tokens", "1", "--csv", "-"}).output,
             QString("stage,op,variant,part_of,records,ms,percent,lasted_ms,kernels\n"));
  }

  void filesBesideTheText() {
    QTemporaryDir folder;
    const QString json = folder.filePath("out.json"), csv = folder.filePath("out.csv");
    const Ended ended = run_bench({"ops", "--json", json, "--csv", csv});
    QCOMPARE(ended.exit_code, 0);
    QVERIFY(ended.output.contains("linear"));
    QFile read(json);
    QVERIFY(read.open(QIODevice::ReadOnly));
    QVERIFY(!QJsonDocument::fromJson(read.readAll()).isNull());
    QVERIFY(QFile::exists(csv));
  }

  void aFileThatCannotBeWrittenIsNamed() {
    const Ended ended = run_bench({"ops", "--json", "/no/such/folder/x.json"});
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.output, QString());  // before anything was measured
    QVERIFY2(ended.errors.contains("/no/such/folder/x.json"), qPrintable(ended.errors));
  }

  void argumentsOfTrace() {
    const auto options = parsed<TraceOptions>(
        {"trace", "--windows", "4", "--tokens", "7", "--runs", "3", "--engine", "cuda", "--nvtx"});
    QCOMPARE(options.windows, 4);
    QCOMPARE(options.tokens, 7);
    QCOMPARE(options.runs, 3);
    QVERIFY(options.nvtx);
    QVERIFY(options.engine.engine == Engine::cuda);
    QVERIFY(!parsed<TraceOptions>({"trace"}).nvtx);
  }

  void textOfTrace() {
    const Ended ended = run_bench({"trace"});
    QCOMPARE(ended.exit_code, 0);
    const QStringList lines = ended.output.split('\n');
    QVERIFY(lines.contains("measured_by: CUDA events"));
    QVERIFY(lines.contains("not_better_because: CUPTI was not found."));
    QVERIFY(lines.contains("tracing_costs_percent: 25"));
    QVERIFY(lines.contains("not_joined: 0"));
    const QStringList rows = lines.filter("decode ");
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].simplified(), QString("decode linear skinny norm_logits 3 1.5 60 2 product sum"));
  }

  void aTraceThatIsNotCompleteFails() {
    const Ended ended = run_bench({"trace", "--windows", "2"});
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.errors, QString("tilescribe-cli: 1 of 10 records have no op, and 7 were lost.\n"));
  }

  void aComplaintFails() { QCOMPARE(run_bench({"ops", "--op", "fails"}).exit_code, 1); }

  void transcribePassesAndFails() {
    const QStringList words{"transcribe", "--audio", "x/a.wav", "--runs", "2", "--expect"};
    const Ended passed = run_bench(words + QStringList{" First of a.wav.\nSecond of a.wav."});
    QCOMPARE(passed.exit_code, 0);
    QVERIFY2(passed.output.contains("PASS"), qPrintable(passed.output));
    const Ended failed = run_bench(words + QStringList{"First of b.wav. Second of a.wav."});
    QCOMPARE(failed.exit_code, 1);
    QVERIFY(failed.output.contains("FAIL"));
    QCOMPARE(failed.errors, QString("tilescribe-cli: The text is not the one that was expected.\n"));
    const QStringList bounded = words + QStringList{"First of b.wav. Second of a.wav.", "--max-wer"};
    QCOMPARE(run_bench(bounded + QStringList{"0.2"}).exit_code, 0);  // one word of six
    const Ended beyond = run_bench(bounded + QStringList{"0.1"});
    QCOMPARE(beyond.exit_code, 1);
    QCOMPARE(beyond.errors,
             QString("tilescribe-cli: The word error rate is 16.7 %, and at most 10.0 % was expected.\n"));
  }

  void expectedTextFromAFile() {
    QTemporaryDir folder;
    QFile file(folder.filePath("expected.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("First of a.wav. Second of a.wav.\n");
    file.close();
    QCOMPARE(run_bench({"transcribe", "--audio", "a.wav", "--expect", file.fileName()}).exit_code, 0);
  }

  void controlCharactersInJson() {
    BenchTable table;
    table.facts = {{"text", std::string("a\nb\t\"\\")}};
    table.rows = {{{"x", std::numeric_limits<double>::infinity()}}};
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(json_of(table))).object();
    QCOMPARE(json["facts"].toObject()["text"].toString(), QString("a\nb\t\"\\"));
    QVERIFY(json["rows"].toArray().at(0).toObject()["x"].isNull());
  }
};

QTEST_APPLESS_MAIN(BenchTest)
#include "test_bench.moc"
