// SPDX-License-Identifier: Apache-2.0
// The engine remote against our own server: the same text as from the engine of this machine.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "inference/api/transcriber.h"
#include "tests/app/cli/process.h"
#include "tests/app/server/server_process.h"
#include "tests/support/failure_of.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

const QString audio = TILESCRIBE_SOURCE_DIR "/resources/audio/";

EngineOptions at(const std::string& address, const std::string& key = {}) {
  return {.engine = Engine::remote, .remote = {.address = address, .key = key}};
}

QString refusal(const EngineOptions& options) {
  return failure_of([&options] { static_cast<void>(open_transcriber(options)); });
}

}  // namespace

class RemoteEngineTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    qunsetenv("TILESCRIBE_REMOTE_KEY");
    server_ = std::make_unique<ServerProcess>(QStringList{}, QStringList{"TILESCRIBE_API_KEY=right"});
    QVERIFY(server_->port() > 0);
    address_ = "http://127.0.0.1:" + std::to_string(server_->port());
  }

  // Nothing leaked, no file stayed.
  void cleanupTestCase() {
    QCOMPARE(server_->temporary_files(), 0);
    QCOMPARE(server_->stop(), 0);
  }

  // Three windows, two of them under way together; the segments' times follow from the same pauses.
  void the_text_is_that_of_the_local_engine() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("long.wav").toStdString();
    std::ofstream(file, std::ios::binary) << long_wav(2);
    // The server searches its texts.
    const Transcript local = open_transcriber({.engine = Engine::cpu})
                                 ->transcribe(file, {.prompt = {}, .word_ngram = true}, {}, {});
    const auto remote = open_transcriber(at(address_, "right"));
    const Transcript there = remote->transcribe(file, {}, {}, {});
    QVERIFY(local.text().size() > 500);
    QCOMPARE(there.text(), local.text());
    QCOMPARE(there.segments.size(), local.segments.size());
    for (std::size_t i = 0; i < local.segments.size(); ++i) {
      QCOMPARE(there.segments[i].text, local.segments[i].text);
      QCOMPARE(there.segments[i].start_s, local.segments[i].start_s);
      QCOMPARE(there.segments[i].end_s, local.segments[i].end_s);
    }
    QCOMPARE(there.duration_s, local.duration_s);
    QVERIFY(QString::fromStdString(there.engine).endsWith("/v1/audio/transcriptions"));  // it has no chat
    QVERIFY(remote->model().name.starts_with("Tilescribe"));
  }

  void a_wrong_key_is_refused() {
    QVERIFY(refusal(at(address_)).endsWith("wants a key, and none was given."));
    QVERIFY(refusal(at(address_, "wrong")).endsWith("does not accept the key."));
  }

  void the_command_line() {
    const QTemporaryDir folder;
    const QString file = audio + "medium.wav", key = folder.filePath("key");
    const Ended local = run_program(TILESCRIBE_CLI, {"transcribe", file, "--engine", "cpu"});
    QStringList words{"transcribe", file, "--engine", "remote", "--server", QString::fromStdString(address_)};
    const Ended refused = run_program(TILESCRIBE_CLI, words);
    QCOMPARE(refused.exit_code, 1);
    QVERIFY(refused.errors.contains("wants a key, and none was given."));
    qputenv("TILESCRIBE_REMOTE_KEY", "right");
    const Ended told = run_program(TILESCRIBE_CLI, words + QStringList{"--verbose"});
    qunsetenv("TILESCRIBE_REMOTE_KEY");
    QCOMPARE(told.exit_code, 0);
    QCOMPARE(told.output, local.output);
    QVERIFY(told.output.size() > 20);
    QVERIFY(told.errors.contains("/v1/audio/transcriptions."));
    QVERIFY(!told.errors.contains("right"));
    QVERIFY(!told.errors.contains("https"));  // this computer needs none
    std::ofstream(key.toStdString()) << "right\n";
    words += QStringList{"--key-file", key, "--model", "whisper-1"};
    QCOMPARE(run_program(TILESCRIBE_CLI, words).output, local.output);
    words.last() = "nobody";
    const Ended nobody = run_program(TILESCRIBE_CLI, words);
    QCOMPARE(nobody.exit_code, 1);
    QVERIFY2(nobody.errors.contains("HTTP 404"), nobody.errors.constData());
  }

  void a_certificate_that_nobody_vouches_for() {
    const QTemporaryDir folder;
    const QString certificate = folder.filePath("c.pem"), key = folder.filePath("k.pem");
    const Ended made = run_program(
        "openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate});
    QCOMPARE(made.exit_code, 0);
    ServerProcess server({"--certificate", certificate, "--private-key", key});
    const std::string there = "localhost:" + std::to_string(server.port());
    const QString why = refusal(at("https://" + there));
    QVERIFY2(why.startsWith(QString::fromStdString(there) + " can't prove that it is what it claims to be"),
             qPrintable(why));
    QCOMPARE(server.stop(), 0);
  }

 private:
  std::unique_ptr<ServerProcess> server_;
  std::string address_;
};

QTEST_GUILESS_MAIN(RemoteEngineTest)
#include "test_remote_engine.moc"
