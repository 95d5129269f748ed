// SPDX-License-Identifier: Apache-2.0
// generate: its arguments, and what goes to which stream and file, on a fake model.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <nlohmann/json.hpp>

#include "tests/app/cli/parse_words.h"
#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using namespace tilescribe::test;

class GenerateTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  static std::string content(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
  }

 private slots:
  void arguments() {
    const auto command = std::get<cli::GenerateCommand>(
        parse({"generate", "--model",       "random:gpt2", "--tokens",  "1,50256", "--max-new-tokens",
               "7",        "--temperature", "0.5",         "--top-k",   "3",       "--seed",
               "9",        "--engine",      "cpu",         "--compute", "f32",     "--threads",
               "2",        "--json",        "a.json",      "--logits",  "a.bin"})
            .command);
    const GenerateOptions& options = command.options;
    QCOMPARE(options.engine.model, std::string("random:gpt2"));
    QCOMPARE(options.engine.engine, Engine::cpu);
    QCOMPARE(options.engine.compute, Compute::f32);
    QCOMPARE(options.engine.threads, 2);
    QCOMPARE(options.tokens, (std::vector<std::vector<int>>{{1, 50256}}));
    QCOMPARE(options.max_new_tokens, 7);
    QCOMPARE(options.temperature, 0.5f);
    QCOMPARE(options.top_k, 3);
    QCOMPARE(options.seed, std::uint64_t{9});
    QVERIFY(options.logits);
    QCOMPARE(command.json, std::string("a.json"));
    QCOMPARE(command.logits, std::string("a.bin"));
    const auto plain = std::get<cli::GenerateCommand>(
        parse({"generate", "--model", "gpt2", "--prompt", "Once upon"}).command);
    QCOMPARE(plain.options.prompts, std::vector<std::string>{"Once upon"});
    QCOMPARE(plain.options.temperature, 0.0f);
    QVERIFY(!plain.options.logits);
  }

  void severalPrompts() {
    const auto texts = std::get<cli::GenerateCommand>(
        parse({"generate", "--model", "gpt2", "--prompt", "Once", "--prompt", "Twice, too"}).command);
    QCOMPARE(texts.options.prompts, (std::vector<std::string>{"Once", "Twice, too"}));
    const auto ids = std::get<cli::GenerateCommand>(
        parse({"generate", "--model", "gpt2", "--tokens", "1,2", "--tokens", "3"}).command);
    QCOMPARE(ids.options.tokens, (std::vector<std::vector<int>>{{1, 2}, {3}}));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no model")
        << QStringList{"--prompt", "a"}
        << "generate expects --model with a GPT-2 checkpoint or random:NAME; found none.";
    QTest::newRow("no prompt") << QStringList{"--model", "m"}
                               << "generate expects --prompt TEXT or --tokens N,N,…; found neither.";
    QTest::newRow("both") << QStringList{"--model", "m", "--prompt", "a", "--tokens", "1"}
                          << "generate expects --prompt TEXT or --tokens N,N,…; found both.";
    QTest::newRow("no ids") << QStringList{"--model", "m", "--tokens", "1,x"}
                            << "--tokens expects whole numbers from 0 with commas between them; found “1,x”.";
    QTest::newRow("no tokens") << QStringList{"--model", "m", "--tokens", "1", "--max-new-tokens", "0"}
                               << "--max-new-tokens expects a whole number from 1 to 1000000; found “0”.";
    QTest::newRow("a server") << QStringList{"--model", "m", "--tokens", "1", "--engine", "remote"}
                              << "--engine expects auto, cpu, cuda-baseline or cuda; found “remote”.";
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const auto parsed = parse(QStringList{"generate"} + words);
    const auto* error = std::get_if<cli::UsageError>(&parsed.command);
    QVERIFY(error != nullptr);
    QCOMPARE(QString::fromStdString(error->sentence), sentence);
  }

  void theTextAloneGoesToStandardOutput() {
    StringConsole console;
    QCOMPARE(run_words({"generate", "--model", "m", "--prompt", "abc"}, console), 0);
    QCOMPARE(text(console.output), QString("cba\n"));
    QCOMPARE(
        text(console.errors),
        QString("tilescribe-cli: m on Fake, f32: the first token took 0.250 s, then 4.0 tokens a second.\n"));
  }

  void jsonAndLogitsHaveTheirFiles() {
    const QString json = folder_.filePath("a.json"), logits = folder_.filePath("a.bin");
    StringConsole console;
    QCOMPARE(run_words({"generate", "--model", "m", "--tokens", "72,105", "--seed", "3", "--json", json,
                        "--logits", logits},
                       console),
             0);
    QCOMPARE(text(console.output), QString("iH\n"));
    const auto read = nlohmann::json::parse(content(json));
    QCOMPARE(read["prompt_ids"].get<std::vector<int>>(), (std::vector<int>{72, 105}));
    QCOMPARE(read["ids"].get<std::vector<int>>(), (std::vector<int>{105, 72}));
    QCOMPARE(read["text"].get<std::string>(), std::string("iH"));
    QCOMPARE(read["seed"].get<int>(), 3);
    QCOMPARE(read["tokens_per_s"].get<double>(), 2.0);
    QCOMPARE(content(logits), std::string("\0\0\x80\x3f\0\0\0\xc0", 8));
  }

  void jsonMayTakeTheTextsPlace() {
    StringConsole console;
    QCOMPARE(run_words({"generate", "--model", "m", "--prompt", "abc", "--json", "-"}, console), 0);
    QCOMPARE(nlohmann::json::parse(console.output)["text"].get<std::string>(), std::string("cba"));
  }

  void severalTextsStandInTheOrderOfTheirPrompts() {
    const QString json = folder_.filePath("several.json"), logits = folder_.filePath("several.bin");
    StringConsole console;
    QCOMPARE(run_words({"generate", "--model", "m", "--prompt", "abc", "--prompt", "xy", "--json", json,
                        "--logits", logits},
                       console),
             0);
    QCOMPARE(text(console.output), QString("cba\nyx\n"));
    const auto read = nlohmann::json::parse(content(json));
    QVERIFY(!read.contains("text"));
    QCOMPARE(read["texts"].size(), std::size_t{2});
    QCOMPARE(read["texts"][0]["text"].get<std::string>(), std::string("cba"));
    QCOMPARE(read["texts"][1]["prompt_ids"].get<std::vector<int>>(), (std::vector<int>{'x', 'y'}));
    QCOMPARE(read["tokens_per_s"].get<double>(), 6.0);
    QCOMPARE(content(logits).size(), std::size_t{16});
  }

  void failuresAreSentences() {
    StringConsole console;
    QCOMPARE(run_words({"generate", "--model", "nosuch", "--prompt", "abc"}, console), 1);
    QCOMPARE(text(console.errors), QString("tilescribe-cli: Nothing is at nosuch.\n"));
    console.errors.clear();
    const QString nowhere = folder_.filePath("nosuch/a.json");
    QCOMPARE(run_words({"generate", "--model", "m", "--prompt", "abc", "--json", nowhere}, console), 1);
    QVERIFY(text(console.errors).contains(nowhere));
    QVERIFY(console.output.empty());  // before anything is written
    // What can't be filled is not left behind, and what is there stays as it is.
    const QString fresh = folder_.filePath("fresh.json"), kept = folder_.filePath("kept.bin");
    QFile there(kept);
    QVERIFY(there.open(QIODevice::WriteOnly) && there.write("kept") == 4);
    there.close();
    QCOMPARE(
        run_words({"generate", "--model", "nosuch", "--prompt", "abc", "--json", fresh, "--logits", kept},
                  console),
        1);
    QVERIFY(!QFile::exists(fresh));
    QCOMPARE(content(kept), std::string("kept"));
  }
};

QTEST_GUILESS_MAIN(GenerateTest)
#include "test_generate.moc"
