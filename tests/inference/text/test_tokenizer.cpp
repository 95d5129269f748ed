// SPDX-License-Identifier: Apache-2.0
// Ids and texts against what Hugging Face's tokenizers give (tests/data/text/make_expectations.py).
#include <QtTest>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "inference/text/byte_alphabet.h"
#include "inference/text/utf8.h"
#include "tests/support/processor_time.h"
#include "text_data.h"

namespace test = tilescribe::test;
using nlohmann::json;
using tilescribe::text::Tokenizer;

namespace {

double seconds_to_encode(const Tokenizer& tokenizer, const std::string& text, std::size_t& count) {
  const auto start = std::chrono::steady_clock::now();
  count = tokenizer.encode(text).size();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string time_is_over(const std::string& text) {
  const double most_s = 0.5 + 10e-6 * static_cast<double>(text.size());
  return "Expected the tokenizer's split pattern to take at most " +
         std::to_string(static_cast<int>(std::ceil(most_s))) + " s of processor time for a text of " +
         std::to_string(text.size()) + " bytes, but it takes more.";
}

std::string message(const std::string& text, const std::vector<int>& found,
                    const std::vector<int>& expected) {
  return json(text).dump() + ": found " + json(found).dump() + ", expected " + json(expected).dump();
}

}  // namespace

class TestTokenizer : public QObject {
  Q_OBJECT

  const json expectations_ = text_data::read_json(TILESCRIBE_TEST_DATA "/text/expectations.json");

  void add_cases() const {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const json& entry : expectations_["cases"]) {
      QTest::newRow(entry["name"].get<std::string>().c_str()) << index++;
    }
  }

  json document_of(const json& entry) const {
    json document =
        text_data::read_json(std::filesystem::path(TILESCRIBE_SOURCE_DIR) / entry["base"].get<std::string>());
    document.merge_patch(entry["patch"]);
    return document;
  }

  const json& texts_of(const json& entry) const {
    return entry.contains("texts") ? entry["texts"] : expectations_["texts"];
  }

 private slots:
  void gives_the_expected_ids_data() { add_cases(); }
  void gives_the_expected_ids() {
    QFETCH(int, index);
    const json& entry = expectations_["cases"][static_cast<std::size_t>(index)];
    const Tokenizer tokenizer = text_data::from_json(document_of(entry));
    const json& texts = texts_of(entry);
    QCOMPARE(texts.size(), entry["ids"].size());
    QVERIFY(texts.size() >= 5);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto text = texts[i].get<std::string>();
      const auto expected = entry["ids"][i].get<std::vector<int>>();
      const auto found = tokenizer.encode(text);
      QVERIFY2(found == expected, message(text, found, expected).c_str());
    }
  }

  void gives_the_expected_texts_data() { add_cases(); }
  void gives_the_expected_texts() {
    QFETCH(int, index);
    const json& entry = expectations_["cases"][static_cast<std::size_t>(index)];
    const Tokenizer tokenizer = text_data::from_json(document_of(entry));
    QVERIFY(entry["decoded"].size() >= 20);
    for (const json& decoded : entry["decoded"]) {
      const auto ids = decoded["ids"].get<std::vector<int>>();
      const auto found = tokenizer.decode(ids, decoded["skip_special"].get<bool>());
      QVERIFY2(found == decoded["text"].get<std::string>(),
               (decoded.dump() + " found " + json(found).dump()).c_str());
    }
  }

  void the_golden_texts_are_many() { QVERIFY(expectations_["texts"].size() >= 200); }

  void merges_as_pairs_and_as_strings_are_the_same() {
    json document = text_data::read_json(text_data::small_path());
    QVERIFY(document["model"]["merges"][0].is_array());
    const Tokenizer pairs = text_data::from_json(document);
    for (json& merge : document["model"]["merges"]) {
      merge = merge[0].get<std::string>() + " " + merge[1].get<std::string>();
    }
    const Tokenizer strings = text_data::from_json(document);
    int longer = 0;  // texts that merges shorten
    for (const json& text : expectations_["texts"]) {
      const auto ids = strings.encode(text.get<std::string>());
      QCOMPARE(ids, pairs.encode(text.get<std::string>()));
      longer += ids.size() < text.get<std::string>().size() ? 1 : 0;
    }
    QVERIFY(longer > 100);
  }

  void decoding_gives_the_text_back() {
    const Tokenizer tokenizer = text_data::small();
    for (const json& entry : expectations_["texts"]) {
      const auto text = entry.get<std::string>();
      QCOMPARE(tokenizer.decode(tokenizer.encode(text), false), text);
      QCOMPARE(tokenizer.decode(tokenizer.encode_plain(text)), text);
    }
  }

  void invalid_utf8_counts_as_replacement_characters() {
    const Tokenizer tokenizer = text_data::small();
    QCOMPARE(tokenizer.encode("a\xE2\x82z\xFF\x80"), tokenizer.encode("a\uFFFDz\uFFFD\uFFFD"));
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
      std::string bytes(random() % 24, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random());
      QCOMPARE(tokenizer.decode(tokenizer.encode(bytes), false),
               tilescribe::text::replace_invalid_utf8(bytes));
    }
  }

  void plain_encoding_knows_no_added_tokens() {
    const Tokenizer tokenizer = text_data::small();
    const auto user = tokenizer.id_of("<|user|>");
    QVERIFY(user.has_value());
    QCOMPARE(tokenizer.encode("<|user|>"), std::vector<int>{*user});
    const auto ids = tokenizer.encode_plain("<|user|>");
    QVERIFY(ids.size() > 1);
    for (const int id : ids) QVERIFY(!tokenizer.is_special(id));
  }

  void answers_about_single_ids() {
    const Tokenizer tokenizer = text_data::small();
    QCOMPARE(tokenizer.vocabulary_size(), 1024);
    QCOMPARE(tokenizer.id_of("<|pad|>"), std::optional(1021));
    QCOMPARE(tokenizer.id_of("<|end_of_audio|>"), std::optional(1023));
    QVERIFY(!tokenizer.id_of("the"));  // a piece, not an added token
    QVERIFY(!tokenizer.id_of(""));
    QVERIFY(tokenizer.is_special(1021));
    QVERIFY(!tokenizer.is_special(0));
    QVERIFY(!tokenizer.is_special(-1));
    QVERIFY(!tokenizer.is_special(1024));
    QCOMPARE(tokenizer.bytes_of(0), std::string("!"));
    QCOMPARE(tokenizer.bytes_of(tokenizer.encode(" ")[0]), std::string(" "));
    for (const int id : {1021, -1, 1024, 1 << 30}) QCOMPARE(tokenizer.bytes_of(id), std::string());
    std::string euro;
    for (const int id : tokenizer.encode("€")) euro += tokenizer.bytes_of(id);
    QCOMPARE(euro, std::string("€"));
  }

  void the_byte_alphabet_is_one_to_one() {
    using namespace tilescribe::text;
    for (int byte = 0; byte < 256; ++byte) {
      const auto letter = letter_of_byte(static_cast<unsigned char>(byte));
      QCOMPARE(bytes_of_piece(letter), std::string(1, static_cast<char>(byte)));
    }
    QCOMPARE(letter_of_byte(' '), std::string_view("Ġ"));
    QCOMPARE(letter_of_byte('\n'), std::string_view("Ċ"));
    QCOMPARE(bytes_of_piece("a b"), std::string("a b"));  // a space stands for nothing: the piece for itself
    QCOMPARE(bytes_of_piece("é语"), std::string("é语"));
    QCOMPARE(bytes_of_piece("Ń\u0144"), std::string("Ń\u0144"));
  }

  void a_megabyte_takes_seconds() {
    const Tokenizer tokenizer = text_data::small();
    // Far above what it takes, for a busy machine or a sanitizer; far below what anything quadratic would
    // take.
    std::string prose;
    while (prose.size() < 1'000'000) prose += "The encoder turns frames into features; it's 16000 Hz.\n";
    std::size_t count = 0;
    QVERIFY(seconds_to_encode(tokenizer, prose, count) < 30.0);
    QVERIFY(count > 100'000);
    // One word of a million letters, one run of blanks, one of newlines: what a slow merge or a bad split
    // chokes on.
    QVERIFY(seconds_to_encode(tokenizer, std::string(1'000'000, 'e'), count) < 30.0);
    QVERIFY(seconds_to_encode(tokenizer, std::string(1'000'000, ' ') + "x", count) < 30.0);
    QVERIFY(seconds_to_encode(tokenizer, std::string(1'000'000, '\n'), count) < 30.0);
    QVERIFY(seconds_to_encode(tokenizer, std::string(1'000'000, '<'), count) < 30.0);
  }

  void a_runaway_split_pattern_is_an_error() {
    json document = text_data::read_json(text_data::small_path());
    const auto with_pattern = [&document](const std::string& pattern) {
      document["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = pattern;
      return text_data::from_json(document);
    };
    const Tokenizer tokenizer = with_pattern("(?:a+)+[bc]");
    QCOMPARE(tokenizer.decode(tokenizer.encode("aaabaac")), std::string("aaabaac"));
    const auto said = text_data::refusal([&] { (void)tokenizer.encode(std::string(64, 'a')); });
    QCOMPARE(said, std::string("Expected the tokenizer's split pattern to take at most 1 s of processor time "
                               "for a text of 64 bytes, but it takes more."));
    // Each word alone takes milliseconds, all together do not.
    std::string words;
    while (words.size() < 50'000) words += std::string(17, 'a') + " ";
    QCOMPARE(tokenizer.decode(tokenizer.encode(words.substr(0, 18))), words.substr(0, 18));
    QCOMPARE(text_data::refusal([&] { (void)tokenizer.encode(words); }), time_is_over(words));
    QCOMPARE(text_data::refusal([&] { (void)tokenizer.encode_plain(words); }), time_is_over(words));
    // A match as long as the text is none of these.
    const std::string deep = std::string(300'000, 'a') + "c";
    QCOMPARE(with_pattern("(?:(a)|b)+c").encode_plain(deep), text_data::small().encode_plain(deep));
  }

  /// Few steps, each of which looks through the rest of the text.
  void a_slow_split_pattern_is_an_error_data() {
    QTest::addColumn<QString>("pattern");
    QString look, again;  // to the end and back
    for (int i = 0; i < 20; ++i) look += QStringLiteral("(?=\\p{L}*+(q?))");
    for (int i = 0; i < 1000; ++i) again += QStringLiteral("(?=\\1)");
    QTest::newRow("from every place") << QString("e" + look + "(?=\\p{Lu})");
    QTest::newRow("from one place") << QString("^(?:e" + look + ")*+[yz]");
    QTest::newRow("in one long expression") << QString("(?=((?s:.*+)))" + again + "(?=z)");
    QTest::newRow("nested repeats") << QStringLiteral("e*[ef]*e*[ef]*(?=z)");
    QString calls = QStringLiteral("(?(DEFINE)(?<a0>e*z))");
    for (int i = 1; i < 30; ++i)
      calls += QStringLiteral("(?(DEFINE)(?<a%1>(?=(?&a%2)|e)(?&a%2)|(?&a%2)))").arg(i).arg(i - 1);
    QTest::newRow("groups that call one another") << QString(calls + "(?&a29)");
  }
  void a_slow_split_pattern_is_an_error() {
    QFETCH(const QString, pattern);
    json document = text_data::read_json(text_data::small_path());
    document["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = pattern.toStdString();
    const Tokenizer tokenizer = text_data::from_json(document);
    const std::string text(32 * 1024, 'e');
    const double began_ms = test::processor_ms();
    QCOMPARE(text_data::refusal([&] { (void)tokenizer.encode(text); }), time_is_over(text));
    // It has a second, and is stopped soon after.
    const double took_ms = test::processor_ms() - began_ms;
    QVERIFY2(took_ms < 4000.0, qPrintable(QString::number(took_ms)));
  }

  void threads_share_a_tokenizer() {
    const Tokenizer tokenizer = text_data::small();
    std::vector<std::vector<std::vector<int>>> found(4);
    {
      std::vector<std::jthread> threads;
      threads.reserve(found.size());
      for (auto& mine : found) {
        threads.emplace_back([&, out = &mine] {
          for (const json& text : expectations_["texts"])
            out->push_back(tokenizer.encode(text.get<std::string>()));
        });
      }
    }
    QVERIFY(!found[0].empty());
    for (const auto& other : found) QCOMPARE(other, found[0]);
  }
};

QTEST_APPLESS_MAIN(TestTokenizer)
#include "test_tokenizer.moc"
