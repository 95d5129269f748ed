// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "app/cli/arguments.h"
#include "tests/app/cli/parse_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::parse;

class ServeArgumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void defaults() {
    const Arguments arguments = parse({"serve"});
    const auto* command = std::get_if<ServeCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    const server::ServerOptions& options = command->options;
    QCOMPARE(options.host, std::string("127.0.0.1"));
    QCOMPARE(options.port, 8000);
    QVERIFY(options.key.empty() && command->key_file.empty() && options.certificate.empty());
    QCOMPARE(options.aliases, std::vector<std::string>{"whisper-1"});
    QCOMPARE(options.transcriptions, 64U);
    QCOMPARE(options.together, 16);
    QCOMPARE(options.sessions, 4);
    QVERIFY(options.word_ngram);
    QVERIFY(!std::get<ServeCommand>(parse({"serve", "--no-ngram"}).command).options.word_ngram);
    QCOMPARE(options.connections, 256U);
    QCOMPARE(options.body_bytes, 256ULL << 20U);
    QCOMPARE(options.audio_s, 4 * 3600.0);
  }

  void aServerAsEngine() {
    const Arguments arguments = parse({"transcribe", "a.wav", "--engine", "remote", "--server",
                                       "http://127.0.0.1:8000/", "--model", "glm-asr", "--key-file", "key"});
    const auto* command = std::get_if<TranscribeCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    QVERIFY(command->engine.engine == Engine::remote);
    QCOMPARE(command->engine.remote.address, std::string("http://127.0.0.1:8000/v1"));
    QCOMPARE(command->engine.remote.model, std::string("glm-asr"));
    QVERIFY(command->engine.model.empty());
    QCOMPARE(command->key_file.string(), std::string("key"));
    const auto wrong = [](const QStringList& more) {
      const Arguments given = parse(QStringList{"transcribe", "a.wav"} + more);
      const auto* error = std::get_if<UsageError>(&given.command);
      return error == nullptr ? std::string() : error->sentence;
    };
    const QStringList server{"--engine", "remote", "--server", "http://h"};
    QCOMPARE(wrong({"--engine", "remote"}),
             std::string("--engine remote expects --server ADDRESS; found none."));
    QCOMPARE(wrong({"--server", "http://h"}),
             std::string("--server belongs to --engine remote; found --engine auto."));
    QVERIFY(wrong({"--engine", "remote", "--server", "h:1"}).starts_with("--server: Expected the address"));
    for (const QStringList& more :
         {QStringList{"--compute", "f32"}, {"--weights", "int8"}, {"--long", "joint"}, {"--profile", "full"}})
      QVERIFY2(wrong(server + more).ends_with("found --engine remote.") ||
                   wrong(server + more).ends_with("found them with --engine remote."),
               qPrintable(more.first()));
    // Other commands have a model on this machine.
    const Arguments live = parse({"live", "--engine", "remote"});
    const auto* error = std::get_if<UsageError>(&live.command);
    QVERIFY(error != nullptr);
    QVERIFY(error->sentence.find("--engine expects auto, cpu, cuda-baseline or cuda") == 0);
  }

  void everything() {
    const Arguments arguments =
        parse({"serve", "--host",        "::1",   "--port",     "0",   "--key-file", "key", "--certificate",
               "c.pem", "--private-key", "k.pem", "--alias",    "a",   "--alias",    "b",   "--queue",
               "3",     "--connections", "4",     "--max-body", "5",   "--silence",  "0.5", "--receive",
               "6",     "--max-seconds", "7",     "--engine",   "cpu", "--model",    "m",   "--idle",
               "8"});
    const auto* command = std::get_if<ServeCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    const server::ServerOptions& options = command->options;
    QCOMPARE(options.host, std::string("::1"));
    QCOMPARE(options.port, 0);
    QCOMPARE(command->key_file.string(), std::string("key"));
    QCOMPARE(options.certificate.string(), std::string("c.pem"));
    QCOMPARE(options.private_key.string(), std::string("k.pem"));
    QCOMPARE(options.aliases, (std::vector<std::string>{"whisper-1", "a", "b"}));
    QCOMPARE(options.transcriptions, 3U);
    QCOMPARE(options.connections, 4U);
    QCOMPARE(options.body_bytes, 5ULL << 20U);
    QCOMPARE(options.silence_s, 0.5);
    QCOMPARE(options.request_s, 6.0);
    QCOMPARE(options.audio_s, 7.0);
    QCOMPARE(options.idle_s, 8.0);
    QVERIFY(options.engine.engine == Engine::cpu);
    QCOMPARE(options.engine.model, std::string("m"));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("port") << QStringList{"--port", "65536"}
                          << "--port expects a whole number from 0 to 65535; found “65536”.";
    QTest::newRow("queue") << QStringList{"--queue", "0"}
                           << "--queue expects a whole number from 1 to 65536; found “0”.";
    QTest::newRow("body") << QStringList{"--max-body", "much"}
                          << "--max-body expects a whole number from 1 to 1048576; found “much”.";
    QTest::newRow("certificate") << QStringList{"--certificate", "c.pem"}
                                 << "--certificate and --private-key belong together; found one of them.";
    QTest::newRow("key") << QStringList{"--key", "sesame"} << "serve has no option --key.";
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const Arguments arguments = parse(QStringList{"serve"} + words);
    const auto* error = std::get_if<UsageError>(&arguments.command);
    QVERIFY(error != nullptr);
    QCOMPARE(QString::fromStdString(error->sentence), sentence);
    QCOMPARE(error->command, std::string("tilescribe-cli serve"));
  }

  void help() {
    const Arguments arguments = parse({"serve", "--help"});
    const auto* help = std::get_if<HelpCommand>(&arguments.command);
    QVERIFY(help != nullptr);
    for (const char* mention :
         {"/v1/audio/transcriptions", "--host ADDRESS", "--key-file FILE", "TILESCRIBE_API_KEY",
          "--certificate", "--queue N", "--max-body MIB", "--engine", "Examples:"})
      QVERIFY2(help->text.find(mention) != std::string::npos, mention);
  }
};

QTEST_APPLESS_MAIN(ServeArgumentsTest)
#include "test_serve_arguments.moc"
