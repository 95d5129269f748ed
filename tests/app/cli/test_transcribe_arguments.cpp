// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "app/cli/arguments.h"
#include "tests/app/cli/parse_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::compare_wrong_usage;
using test::complaint_about;
using test::parse;
using test::wrong_usage_rows;

/// The arguments of transcribe.
class TranscribeArgumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void transcribeWithDefaults() {
    const Arguments arguments = parse({"transcribe", "a.wav", "b.mp3"});
    const auto* command = std::get_if<TranscribeCommand>(&arguments.command);
    QVERIFY(command != nullptr && command->files.size() == 2);
    QCOMPARE(command->files[1].string(), std::string("b.mp3"));
    QVERIFY(command->format == ExportFormat::txt);
    QVERIFY(!command->folder.has_value());
    QVERIFY(command->engine.model.empty());
    QVERIFY(command->engine.engine == Engine::automatic);
    QVERIFY(command->engine.compute == Compute::automatic);
    QVERIFY(command->options.long_audio == LongAudio::windows);
    QCOMPARE(command->options.audio_stream, -1);
    QCOMPARE(command->options.top_k, 50);
    QVERIFY(command->options.word_ngram);
    QCOMPARE(arguments.verbose, false);
  }

  void transcribeWithEverything() {
    const Arguments arguments = parse({"transcribe",
                                       "--model",
                                       "m",
                                       "--engine",
                                       "cpu",
                                       "--compute",
                                       "bf16",
                                       "--format",
                                       "json",
                                       "--output",
                                       "out",
                                       "--long",
                                       "joint",
                                       "--prompt",
                                       "Say.",
                                       "--max-new-tokens",
                                       "7",
                                       "--threads",
                                       "3",
                                       "--batch",
                                       "4",
                                       "--no-ngram",
                                       "--stream",
                                       "2",
                                       "--temperature",
                                       "0.5",
                                       "--top-k",
                                       "9",
                                       "--seed",
                                       "18446744073709551615",
                                       "-v",
                                       "--",
                                       "-file.wav"});
    const auto* command = std::get_if<TranscribeCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    QCOMPARE(command->files.at(0).string(), std::string("-file.wav"));
    QCOMPARE(command->engine.model, std::string("m"));
    QVERIFY(command->engine.engine == Engine::cpu);
    QVERIFY(command->engine.compute == Compute::bf16);
    QCOMPARE(command->engine.threads, 3);
    QVERIFY(!command->options.word_ngram);
    QVERIFY(command->format == ExportFormat::json);
    QCOMPARE(command->folder.value().string(), std::string("out"));
    QVERIFY(command->options.long_audio == LongAudio::joint);
    QCOMPARE(command->options.prompt, std::string("Say."));
    QCOMPARE(command->options.max_new_tokens, 7);
    QCOMPARE(command->options.batch, 4);
    QCOMPARE(command->options.audio_stream, 2);
    QCOMPARE(command->options.temperature, 0.5F);
    QCOMPARE(command->options.top_k, 9);
    QCOMPARE(command->options.seed, std::uint64_t{18446744073709551615U});
    QCOMPARE(arguments.verbose, true);
  }

  /// For tests alone, so --help is silent about it.
  void aFaultCanBeInjected() {
    const Arguments arguments = parse({"transcribe", "a.wav", "--inject-fault", "lost"});
    QVERIFY(std::get<TranscribeCommand>(arguments.command).engine.inject_fault == InjectedFault::lost);
    const Arguments help = parse({"transcribe", "--help"});
    QVERIFY(!QString::fromStdString(std::get<HelpCommand>(help.command).text).contains("inject"));
  }

  void aDashIsStandardOutput() {
    const Arguments arguments = parse({"transcribe", "a.wav", "--output", "-"});
    QVERIFY(!std::get<TranscribeCommand>(arguments.command).folder.has_value());
  }

  void namesThatStartWithDashes() {
    const Arguments arguments = parse({"transcribe", "a.wav", "--", "-b.wav", "--", "[c]"});
    const auto* command = std::get_if<TranscribeCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    QCOMPARE(command->files.size(), 4U);
    QCOMPARE(command->files[1].string(), std::string("-b.wav"));
    QCOMPARE(command->files[2].string(), std::string("--"));
    QCOMPARE(command->files[3].string(), std::string("[c]"));
  }

  // CLI11 would read lists, commands and options out of these.
  void filesWithOddNames() {
    const QStringList names{"check", "transcribe", "[a]", "[a,b].wav", "a=b",
                            "/x",    "ü 😀.wav",    "a b", "%",         "@f"};
    const Arguments arguments = parse(QStringList{"transcribe"} + names);
    const auto* command = std::get_if<TranscribeCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    QStringList found;
    for (const auto& file : command->files) found << QString::fromStdString(file.string());
    QCOMPARE(found, names);
  }

  void profiles() {
    const Arguments arguments = parse(
        {"transcribe", "--profile", "run.html", "a.wav", "--profile=full", "--profile", "x/run.sqlite"});
    const auto& command = std::get<TranscribeCommand>(arguments.command);
    QCOMPARE(command.files, (std::vector<std::filesystem::path>{"a.wav"}));
    QCOMPARE(command.profiles, (std::vector<std::filesystem::path>{"run.html", "x/run.sqlite"}));
    QVERIFY(command.full_profile);
    const QString wrong = complaint_about({"transcribe", "a.wav", "--profile", "run.txt"});
    QVERIFY(wrong.startsWith("--profile: ") && wrong.contains("run.txt"));
  }

  void wrongUsage_data() {
    const auto row = wrong_usage_rows();
    row({"transcribe"}, "transcribe expects at least one audio or video file; found none.");
    row({"transcribe", "a", "--frob"},
        "transcribe has no option --frob; put -- before a name that starts with a dash.");
    row({"transcribe", "a", "--threads", "x"}, "--threads expects a whole number from 0 to 1024; found “x”.");
    row({"transcribe", "a", "--threads", "-3"},
        "--threads expects a whole number from 0 to 1024; found “-3”.");
    row({"transcribe", "a", "--threads", "2.5"},
        "--threads expects a whole number from 0 to 1024; found “2.5”.");
    row({"transcribe", "a", "--threads", ""}, "--threads expects a whole number from 0 to 1024; found “”.");
    row({"transcribe", "a", "--threads", "99999999999999999999"},
        "--threads expects a whole number from 0 to 1024; found “99999999999999999999”.");
    row({"transcribe", "a", "--seed", "-1"}, "--seed expects a whole number from 0 on; found “-1”.");
    row({"transcribe", "a", "--temperature", "nan"},
        "--temperature expects a number from 0 to 100; found “nan”.");
    row({"transcribe", "a", "--format", "doc"},
        "--format expects txt, srt, vtt, json, tsv, docx or html; found “doc”.");
    row({"transcribe", "a", "--engine", "gpu"},
        "--engine expects auto, cpu, cuda-baseline, cuda or remote; found “gpu”.");
    row({"transcribe", "a", "--weights", "int4"}, "--weights expects auto, bf16, int8 or fp8; found “int4”.");
    row({"transcribe", "a", "--compute", "f16"}, "--compute expects auto, f32, tf32 or bf16; found “f16”.");
    row({"transcribe", "a", "--gpu", "-1"}, "--gpu expects a whole number from 0 to 1023; found “-1”.");
    for (const char* gpus : {"0,x", "0,0", "", "1,"})
      row({"transcribe", "a", "--gpus", gpus}, qPrintable("--gpus expects all, or different whole numbers "
                                                          "from 0 to 1023 with commas between them; found “" +
                                                          QString(gpus) + "”."));
    row({"transcribe", "a", "--gpus", "all", "--gpu", "1"}, "--gpu excludes --gpus.");
    row({"transcribe", "a", "--long", "all"}, "--long expects joint or windows; found “all”.");
    row({"transcribe", "a", "--format"}, "--format expects a value; found none.");
    row({"transcribe", "a", "--format", "srt", "--format", "vtt"},
        "--format expects one value; found several.");
    row({"transcribe", "a", "--output", "a.srt"},
        "--output expects a folder or -; “a.srt” looks like a file.");
    row({"transcribe", "a", "b", "--format", "srt"},
        "Several srt transcripts can't share one output; --output DIR writes one file for each.");
    row({"transcribe", "a", "b", "--profile", "p.csv"}, "--profile measures one file; found 2.");
  }
  void wrongUsage() { compare_wrong_usage(); }
};

QTEST_APPLESS_MAIN(TranscribeArgumentsTest)
#include "test_transcribe_arguments.moc"
