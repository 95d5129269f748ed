// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "app/cli/arguments.h"
#include "app/cli/help.h"
#include "inference/api/engine_names.h"
#include "tests/app/cli/parse_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::compare_wrong_usage;
using test::parse;
using test::wrong_usage_rows;

class ArgumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void theEngineIsChosenEverywhere_data() {
    QTest::addColumn<QStringList>("command");
    QTest::newRow("transcribe") << QStringList{"transcribe", "a.wav"};
    QTest::newRow("verify") << QStringList{"verify", "--golden", "g", "--audio", "a.wav"};
    QTest::newRow("check") << QStringList{"check"};
  }
  void theEngineIsChosenEverywhere() {
    QFETCH(QStringList, command);
    const auto engine_of = [&](const QStringList& words) {
      const Arguments arguments = parse(command + words);
      if (const auto* transcribe = std::get_if<TranscribeCommand>(&arguments.command))
        return transcribe->engine;
      if (const auto* verify = std::get_if<VerifyCommand>(&arguments.command)) return verify->options.engine;
      return std::get<CheckCommand>(arguments.command).options.engine;
    };
    const std::vector<std::pair<const char*, Engine>> engines{{"auto", Engine::automatic},
                                                              {"cpu", Engine::cpu},
                                                              {"cuda-baseline", Engine::cuda_baseline},
                                                              {"cuda", Engine::cuda}};
    for (const auto& [name, engine] : engines) QVERIFY(engine_of({"--engine", name}).engine == engine);
    QVERIFY(engine_of({"--compute", "tf32"}).compute == Compute::tf32);
    QVERIFY(engine_of({"--weights", "int8"}).weights == Weights::int8);
    QVERIFY(engine_of({"--weights", "bf16"}).weights == Weights::bf16);
    const EngineOptions one =
        engine_of({"--gpu", "2", "--gpu-memory", "40000", "--variant-arch", "sm_80", "--threads", "3"});
    QCOMPARE(one.gpu, 2);
    QCOMPARE(one.gpu_memory_mib, std::int64_t{40000});
    QVERIFY(one.generic_kernels);
    QCOMPARE(one.threads, 3);
    if (command.front() == "transcribe") {
      QVERIFY(engine_of({"--gpus", "all"}).all_gpus);
      QVERIFY(engine_of({"--gpus", "2,0"}).gpus == (std::vector<int>{2, 0}));
    }
    QVERIFY(engine_of({"--linear", "cublas"}).linear_library == LinearLibrary::cublas);
    const EngineOptions none = engine_of({});
    QVERIFY(none.linear_library == LinearLibrary::own);
    QVERIFY(none.engine == Engine::automatic && none.compute == Compute::automatic);
    QVERIFY(none.weights == Weights::automatic);
    QVERIFY(none.gpu == 0 && none.gpu_memory_mib == 0 && !none.generic_kernels);
    QVERIFY(none.inject_fault == InjectedFault::none);
  }

  void everyNameHasItsPlace() {
    for (const auto& one : engine_names) {
      QVERIFY(value_of(engine_names, one.name) == one.value);
      QVERIFY(name_of(engine_names, one.value) == one.name);
      QVERIFY(computes_in(one.value, Compute::automatic));
      QVERIFY(stores_in(one.value, Weights::automatic));
    }
    QVERIFY(!value_of(compute_names, "f16"));
    QVERIFY(!computes_in(Engine::cuda, Compute::f32) && !computes_in(Engine::cuda_baseline, Compute::bf16));
    QVERIFY(!computes_in(Engine::cpu, Compute::tf32) && !computes_in(Engine::automatic, Compute::tf32));
  }

  void int8IsNotTheBaselines() {
    QVERIFY(stores_in(Engine::cpu, Weights::int8) && stores_in(Engine::automatic, Weights::int8));
    QVERIFY(stores_in(Engine::cuda, Weights::int8) && !stores_in(Engine::cuda_baseline, Weights::int8));
    QVERIFY(stores_in(Engine::cuda, Weights::bf16) && !stores_in(Engine::cuda_baseline, Weights::bf16));
  }

  void otherCommands() {
    const auto verify = std::get<VerifyCommand>(
        parse({"verify", "--golden", "g", "--audio", "a.wav", "--model", "m"}).command);
    QVERIFY(verify.options.engine.compute == Compute::automatic);
    QCOMPARE(verify.options.golden.string(), std::string("g"));
    QCOMPARE(verify.options.audio.string(), std::string("a.wav"));
    QCOMPARE(verify.options.engine.model, std::string("m"));

    const auto check =
        std::get<CheckCommand>(parse({"check", "--op", "x", "--seed", "5", "--threads", "2"}).command);
    QCOMPARE(check.options.op, std::string("x"));
    QCOMPARE(check.options.seed, std::uint64_t{5});
    QCOMPARE(check.options.engine.threads, 2);
    QVERIFY(check.options.engine.engine == Engine::automatic);

    const auto align = std::get<AlignCommand>(
        parse({"align", "a.wav", "a.srt", "--format", "vtt", "--output", "b.vtt", "--stream", "1"}).command);
    QCOMPARE(align.audio, std::filesystem::path("a.wav"));
    QCOMPARE(align.text, std::filesystem::path("a.srt"));
    QVERIFY(align.format == ExportFormat::vtt);
    QCOMPARE(align.output.value(), std::filesystem::path("b.vtt"));
    QCOMPARE(align.options.audio_stream, 1);
    const auto dashed = std::get<AlignCommand>(parse({"align", "--", "-a.wav", "-a.srt"}).command);
    QCOMPARE(dashed.audio, std::filesystem::path("-a.wav"));
    QCOMPARE(dashed.text, std::filesystem::path("-a.srt"));
    QVERIFY(!std::get<AlignCommand>(parse({"align", "a", "b", "--output", "-"}).command).output);

    QVERIFY(std::holds_alternative<DevicesCommand>(parse({"devices"}).command));
    QCOMPARE(std::get<TokenizeCommand>(parse({"tokenize", "[a, b]"}).command).text.value(),
             std::string("[a, b]"));
    QCOMPARE(std::get<TokenizeCommand>(parse({"tokenize", ""}).command).text.value(), std::string());
    QVERIFY(!std::get<TokenizeCommand>(parse({"tokenize"}).command).text.has_value());
    QCOMPARE(std::get<TokenizeCommand>(parse({"tokenize", "--", "-5 degrees"}).command).text.value(),
             std::string("-5 degrees"));
    const auto detokenize =
        std::get<DetokenizeCommand>(parse({"detokenize", "1", "2 3", "--skip-special"}).command);
    QCOMPARE(detokenize.ids, (std::vector<int>{1, 2, 3}));
    QCOMPARE(detokenize.skip_special, true);
  }

  void wrongUsage_data() {
    const auto row = wrong_usage_rows();
    const std::string commands =
        "Expected a command (transcribe, align, cues, compare, live, serve, archive, verify, check, bench, "
        "tune, "
        "report, generate, lab, devices, models, tokenize or detokenize); found ";
    row({}, commands + "none.");
    row({"transcripe", "a"}, commands + "“transcripe”.");
    row({"--frob", "transcribe", "a"}, commands + "“--frob”.");
    row({"devices", "--frob"}, "devices has no option --frob.");
    row({"models", "fetch"}, "models expects get, add or remove; found “fetch”.");
    row({"models", "get", "now"}, "models get takes no argument “now”.");
    row({"models", "get", "--mirror", "ftp://a"},
        "--mirror: A mirror's address looks like https://hf-mirror.com, but this one is ftp://a.");
    row({"models", "add"}, "models add expects a model's folder; found none.");
    row({"models", "remove"}, "models remove expects a model's name or folder; found none.");
    row({"check", "--variant-arch", "sm_70"}, "--variant-arch expects sm_80; found “sm_70”.");
    row({"check", "--linear", "mkl"}, "--linear expects own or cublas; found “mkl”.");
    row({"align"}, "align expects a recording and a text; found neither.");
    row({"align", "a.wav"}, "align expects a recording and a text; found only one file.");
    row({"align", "a.wav", "a.srt", "b"}, "align takes no argument “b”.");
    row({"verify", "--audio", "a"}, "verify expects --golden FILE.");
    row({"verify", "--golden", "a"}, "verify expects --audio WAV.");
    row({"devices", "all"}, "devices takes no argument “all”.");
    row({"tokenize", "a", "--", "b"}, "tokenize takes no argument “b”.");
    row({"devices", "--", "-x"}, "devices takes no argument “-x”.");
    row({"tokenize", "a", "b"}, "tokenize takes no argument “b”.");
    row({"detokenize", "1", "x"}, "detokenize expects token ids, whole numbers from 0; found “x”.");
  }
  void wrongUsage() { compare_wrong_usage(); }

  void helpIsComplete_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("mentions");
    QTest::newRow("program") << QStringList{"--help"}
                             << QStringList{"transcribe", "verify",     "check",        "devices",
                                            "tokenize",   "detokenize", "Exit status:", "--version"};
    QTest::newRow("transcribe") << QStringList{"transcribe", "--help"}
                                << QStringList{"FILE",
                                               "--format",
                                               "--output",
                                               "auto|cpu|cuda-baseline|cuda",
                                               "auto|f32|tf32|bf16",
                                               "--gpu N",
                                               "--gpu-memory MIB",
                                               "--gpus all|N,N,…",
                                               "--variant-arch sm_80",
                                               "--linear own|cublas",
                                               "--long",
                                               "--prompt",
                                               "--stream",
                                               "--temperature",
                                               "replaced",
                                               "Examples:"};
    QTest::newRow("align") << QStringList{"align", "-h"}
                           << QStringList{"AUDIO",           "TEXT",      "--format",
                                          "--output FILE|-", "estimated", "Examples:"};
    QTest::newRow("cues") << QStringList{"cues", "-h"}
                          << QStringList{"FILE",
                                         "txt|srt|vtt|json|tsv|docx|html",
                                         "plain|netflix|bbc",
                                         "--cue-width N",
                                         "--cue-lines N",
                                         "--cue-speed N",
                                         "--cue-gap S",
                                         "--words N",
                                         "segments|sentences|paragraphs",
                                         "Examples:"};
    QTest::newRow("verify") << QStringList{"verify", "-h"}
                            << QStringList{"--golden FILE", "--audio WAV", "PASS",
                                           "auto|cpu|cuda-baseline|cuda"};
    QTest::newRow("check") << QStringList{"check", "-h"}
                           << QStringList{"--op NAME", "--seed N", "auto|cpu|cuda-baseline|cuda",
                                          "--variant-arch sm_80"};
    QTest::newRow("devices") << QStringList{"devices", "-h"} << QStringList{"--verbose"};
    QTest::newRow("tokenize") << QStringList{"tokenize", "-h"} << QStringList{"TEXT", "--model DIR"};
    QTest::newRow("detokenize") << QStringList{"detokenize", "-h"} << QStringList{"ID", "--skip-special"};
  }
  void helpIsComplete() {
    QFETCH(QStringList, words);
    QFETCH(QStringList, mentions);
    const Arguments arguments = parse(words);
    const auto* help = std::get_if<HelpCommand>(&arguments.command);
    QVERIFY(help != nullptr);
    const QString text = QString::fromStdString(help->text);
    for (const QString& mention : mentions) QVERIFY2(text.contains(mention), qPrintable(mention));
    for (const QString& line : text.split('\n')) QVERIFY2(line.size() <= 84, qPrintable(line));
  }

  void version() {
    const Arguments arguments = parse({"--version"});
    const QString text = QString::fromStdString(std::get<HelpCommand>(arguments.command).text);
    QVERIFY2(QRegularExpression("^tilescribe-cli \\d+\\.\\d+\\.\\d+\n$").match(text).hasMatch(),
             qPrintable(text));
  }

  void wrapping() {
    QCOMPARE(wrapped("one two three four", 2, 10), std::string("one two\n  three\n  four"));
    QCOMPARE(wrapped("endlesswordthatisnotcut x", 2, 10), std::string("endlesswordthatisnotcut\n  x"));
    QCOMPARE(wrapped("", 2, 10), std::string());
  }
};

QTEST_APPLESS_MAIN(ArgumentsTest)
#include "test_arguments.moc"
