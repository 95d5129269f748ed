// SPDX-License-Identifier: Apache-2.0
// GPT-2's tokenizer from vocab.json and merges.txt: the ids that the package tokenizers gives
// (tests/data/gpt/make_gpt.py), and refusals that name the place.

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "inference/text/json_access.h"
#include "inference/text/tokenizer.h"
#include "tests/support/failure_of.h"

using namespace tilescribe;
using namespace tilescribe::text;
namespace fs = std::filesystem;

namespace {

const fs::path data = TILESCRIBE_TEST_DATA "/gpt";

}  // namespace

class MergesTest : public QObject {
  Q_OBJECT

 private slots:
  void lines_in_many_scripts_have_the_ids_of_tokenizers() {
    const Tokenizer tokenizer = Tokenizer::in_folder(data).value();
    const auto lines = parse_json(read_file(data / "lines.json"), "lines.json");
    QVERIFY(lines.size() >= 12);
    for (const auto& line : lines) {
      const auto text = line["text"].get<std::string>();
      const auto ids = line["ids"].get<std::vector<int>>();
      QCOMPARE(tokenizer.encode(text), ids);
      QCOMPARE(tokenizer.decode(ids, false), text);
    }
    QVERIFY(tokenizer.is_special(tokenizer.id_of("<|endoftext|>").value()));
  }

  void line_ends_of_windows_and_a_missing_version_are_fine() {
    const QTemporaryDir folder;
    const fs::path copy = folder.path().toStdString();
    fs::copy_file(data / "vocab.json", copy / "vocab.json");
    std::string merges = read_file(data / "merges.txt"), changed;
    merges.erase(0, merges.find('\n') + 1);
    for (const char c : merges) changed += c == '\n' ? std::string("\r\n") : std::string(1, c);
    std::ofstream(copy / "merges.txt", std::ios::binary) << changed;
    const std::string text = "The quick brown fox";
    QCOMPARE(Tokenizer::in_folder(copy)->encode(text), Tokenizer::in_folder(data)->encode(text));
  }

  void a_folder_without_a_vocabulary_has_no_tokenizer() {
    const QTemporaryDir folder;
    const fs::path copy = folder.path().toStdString();
    QVERIFY(!Tokenizer::in_folder(copy));
    fs::copy_file(data / "vocab.json", copy / "vocab.json");
    QVERIFY(test::failure_of([&] { Tokenizer::in_folder(copy); }).contains("merges.txt"));
  }

  void refuses_what_is_wrong_data() {
    QTest::addColumn<QString>("vocabulary");
    QTest::addColumn<QString>("merges");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("three pieces") << R"({"a": 0, "b": 1, "ab": 2})"
                                  << "#version: 0.2\na b\na b c\n"
                                  << "in line 3 of f/merges.txt, found \"a b c\"";
    QTest::newRow("one piece") << R"({"a": 0})"
                               << "a\n"
                               << "in line 1 of f/merges.txt";
    QTest::newRow("unknown piece") << R"({"a": 0, "b": 1})"
                                   << "a b\n"
                                   << "unknown piece \"ab\"";
    QTest::newRow("an id far behind the others") << R"({"a": 0, "b": 4})"
                                                 << ""
                                                 << "the 2 tokens in f/vocab.json to have ids below 4";
    QTest::newRow("no object") << "[1]"
                               << ""
                               << "an object";
    QTest::newRow("no id") << R"({"a": "x"})"
                           << ""
                           << "an object of pieces and ids";
  }
  void refuses_what_is_wrong() {
    QFETCH(QString, vocabulary);
    QFETCH(QString, merges);
    QFETCH(QString, sentence);
    const QString found = test::failure_of(
        [&] { parse_vocabulary_and_merges(vocabulary.toStdString(), merges.toStdString(), "f"); });
    QVERIFY2(found.contains(sentence), qPrintable(found));
  }
};

QTEST_APPLESS_MAIN(MergesTest)
#include "test_merges.moc"
