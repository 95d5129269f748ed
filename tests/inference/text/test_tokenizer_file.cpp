// SPDX-License-Identifier: Apache-2.0
// Every damaged or unsupported tokenizer.json is refused with one sentence.
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

#include "inference/text/byte_alphabet.h"
#include "text_data.h"

using nlohmann::json;
using tilescribe::text::Tokenizer;

namespace {

// The smallest document that is accepted: 256 bytes, two merges, an added token.
json minimal() {
  json vocab = json::object();
  for (int byte = 0; byte < 256; ++byte) {
    vocab[std::string(tilescribe::text::letter_of_byte(static_cast<unsigned char>(byte)))] = byte;
  }
  vocab["ab"] = 256;
  vocab["abc"] = 257;
  return {{"version", "1.0"},
          {"truncation", nullptr},
          {"padding", nullptr},
          {"added_tokens",
           {{{"id", 258},
             {"content", "<|user|>"},
             {"single_word", false},
             {"lstrip", false},
             {"rstrip", false},
             {"normalized", false},
             {"special", true}}}},
          {"normalizer", nullptr},
          {"pre_tokenizer",
           {{"type", "Sequence"},
            {"pretokenizers",
             {{{"type", "Split"},
               {"pattern", {{"Regex", "\\p{L}+"}}},
               {"behavior", "Isolated"},
               {"invert", false}},
              {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}}}}}},
          {"post_processor", nullptr},
          {"decoder", {{"type", "ByteLevel"}}},
          {"model",
           {{"type", "BPE"},
            {"dropout", nullptr},
            {"unk_token", nullptr},
            {"continuing_subword_prefix", ""},
            {"end_of_word_suffix", nullptr},
            {"ignore_merges", false},
            {"vocab", vocab},
            {"merges", {"a b", "ab c"}}}}};
}

void is_one_sentence(const std::string& said) {
  QVERIFY2(said.starts_with("Expected ") && said.ends_with(".") && said.find('\n') == std::string::npos,
           said.c_str());
}

std::string refusal_of(const json& document) {
  return text_data::refusal([&] { (void)text_data::from_json(document); });
}

}  // namespace

class TestTokenizerFile : public QObject {
  Q_OBJECT

 private slots:
  void the_minimal_document_is_accepted() {
    const Tokenizer tokenizer = text_data::from_json(minimal());
    QCOMPARE(tokenizer.encode("abcab<|user|>c"), (std::vector<int>{257, 256, 258, 'c' - '!' + 33}));
    QCOMPARE(tokenizer.vocabulary_size(), 259);
  }

  void what_is_refused_data() {
    QTest::addColumn<QByteArray>("pointer");      // where the document is changed
    QTest::addColumn<QByteArray>("replacement");  // JSON; empty: removed
    QTest::addColumn<QByteArray>("said");         // a part of the sentence
    const auto row = [](const char* name, const char* pointer, const char* replacement, const char* said) {
      QTest::newRow(name) << QByteArray(pointer) << QByteArray(replacement) << QByteArray(said);
    };
    row("the document is an array", "", "[]",
        "the document in tokenizer.json to be an object, found an array of 0");
    row("no model", "/model", "", "model in tokenizer.json to be an object, found nothing");
    row("a WordPiece model", "/model/type", "\"WordPiece\"",
        "model.type in tokenizer.json to be \"BPE\", found the string \"WordPiece\"");
    row("no vocabulary", "/model/vocab", "", "model.vocab in tokenizer.json to be an object, found nothing");
    row("vocabulary is a list", "/model/vocab", "[]",
        "model.vocab in tokenizer.json to be an object, found an array");
    row("no merges", "/model/merges", "", "model.merges in tokenizer.json to be an array, found nothing");
    row("an id that is text", "/model/vocab/ab", "\"256\"",
        "model.vocab in tokenizer.json to be an object of pieces and ids, found the string \"256\" for "
        "\"ab\"");
    row("an id with a fraction", "/model/vocab/ab", "256.5", "found 256.5 for \"ab\"");
    row("a negative id", "/model/vocab/ab", "-1", "found -1 for \"ab\"");
    row("a huge id", "/model/vocab/ab", "18446744073709551615", "found 18446744073709551615 for \"ab\"");
    row("an id far beyond the others", "/model/vocab/ab", "2147483647",
        "to have ids below 518, found id 2147483647 for \"ab\"");
    row("an id twice", "/model/vocab/ab", "257", "found id 257 twice, for ");
    row("a merge of unknown pieces", "/model/merges/0", "\"a nothing\"",
        "model.merges[0] in tokenizer.json to be a merge of pieces in the vocabulary, found the unknown "
        "piece \"nothing\"");
    row("a merge into an unknown piece", "/model/merges/1", "\"b c\"",
        "model.merges[1] in tokenizer.json to be a merge of pieces in the vocabulary, found the unknown "
        "piece \"bc\"");
    row("a merge of one", "/model/merges/0", "\"ab\"",
        "model.merges[0] in tokenizer.json to be \"left right\" or");
    row("a merge of three", "/model/merges/0", "\"a b c\"", "model.merges[0]");
    row("a merge list of three", "/model/merges/0", "[\"a\",\"b\",\"c\"]", "found an array of 3");
    row("a merge of numbers", "/model/merges/0", "[1,2]",
        "model.merges[0][0] in tokenizer.json to be a string, found 1");
    row("dropout", "/model/dropout", "0.1", "model.dropout in tokenizer.json to be null or 0, found 0.1");
    row("a subword prefix", "/model/continuing_subword_prefix", "\"##\"", "model.continuing_subword_prefix");
    row("a word suffix", "/model/end_of_word_suffix", "\"</w>\"", "model.end_of_word_suffix");
    row("ignore_merges is text", "/model/ignore_merges", "\"yes\"",
        "model.ignore_merges in tokenizer.json to be true or false");
    row("a normalizer", "/normalizer", "{\"type\":\"NFC\"}",
        "normalizers are not supported), found one of type \"NFC\"");
    row("no decoder", "/decoder", "null", "decoder in tokenizer.json to be an object, found nothing");
    row("another decoder", "/decoder/type", "\"WordPiece\"",
        "decoder.type in tokenizer.json to be \"ByteLevel\"");
    row("no pre-tokenizer", "/pre_tokenizer", "null",
        "pre_tokenizer in tokenizer.json to be an object, found nothing");
    row("another pre-tokenizer", "/pre_tokenizer/type", "\"Whitespace\"",
        "pre_tokenizer.type in tokenizer.json to be \"Split\" or \"ByteLevel\", found the string "
        "\"Whitespace\"");
    row("no ByteLevel", "/pre_tokenizer/pretokenizers/1", "",
        "pre_tokenizer in tokenizer.json to be a pre-tokenizer that ends in ByteLevel");
    row("something after ByteLevel", "/pre_tokenizer/pretokenizers/0",
        "{\"type\":\"ByteLevel\",\"add_prefix_space\":false}",
        "pretokenizers[1] in tokenizer.json to be absent");
    row("a split that removes", "/pre_tokenizer/pretokenizers/0/behavior", "\"Removed\"",
        "pre_tokenizer.pretokenizers[0].behavior in tokenizer.json to be \"Isolated\", found the string "
        "\"Removed\"");
    row("an inverted split", "/pre_tokenizer/pretokenizers/0/invert", "true",
        "invert in tokenizer.json to be false, found true");
    row("a split by a string", "/pre_tokenizer/pretokenizers/0/pattern", "{\"String\":\" \"}",
        "pattern.Regex in tokenizer.json to be a string, found nothing");
    row("a broken expression", "/pre_tokenizer/pretokenizers/0/pattern/Regex", "\"(a\"",
        "PCRE2 accepts as the split pattern in tokenizer.json, found an error at byte 2 of it: missing "
        "closing parenthesis");
    row("a space in front", "/pre_tokenizer/pretokenizers/1/add_prefix_space", "true",
        "add_prefix_space in tokenizer.json to be false, found true");
    row("a space in front by default", "/pre_tokenizer/pretokenizers/1/add_prefix_space", "",
        "add_prefix_space");
    row("added tokens are an object", "/added_tokens", "{}",
        "added_tokens in tokenizer.json to be an array, found an object");
    row("an added token without id", "/added_tokens/0/id", "",
        "added_tokens[0].id in tokenizer.json to be an id, found nothing");
    row("an added token without content", "/added_tokens/0/content", "",
        "added_tokens[0].content in tokenizer.json to be a string, found nothing");
    row("an empty added token", "/added_tokens/0/content", "\"\"",
        "to be a string of at least one character");
    row("an added token far behind all others", "/added_tokens/0/id", "518",
        "Expected the 259 tokens in tokenizer.json to have ids below 518, found id 518 for \"<|user|>\".");
    row("an added token on a piece's id", "/added_tokens/0/id", "0", "found id 0 twice");
    row("an added token with another id than its piece", "/added_tokens/0/content", "\"ab\"",
        "added_tokens[0].id in tokenizer.json to be 256, which \"ab\" has already, found 258");
    row("an added token twice", "/added_tokens/1", "{\"id\":258,\"content\":\"<|user|>\"}",
        "added_tokens[1].content in tokenizer.json to be a token that is not listed before");
    row("single_word", "/added_tokens/0/single_word", "true",
        "added_tokens[0].single_word in tokenizer.json to be false");
    row("lstrip", "/added_tokens/0/lstrip", "true", "added_tokens[0].lstrip");
    row("rstrip", "/added_tokens/0/rstrip", "true", "added_tokens[0].rstrip");
  }
  void what_is_refused() {
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, replacement);
    QFETCH(QByteArray, said);
    const std::string operation = replacement.isEmpty()          ? "remove"
                                  : pointer == "/added_tokens/1" ? "add"
                                                                 : "replace";
    json change = {{"op", operation}, {"path", pointer.toStdString()}};
    if (!replacement.isEmpty()) change["value"] = json::parse(replacement.toStdString());
    const json document = minimal().patch(json::array({change}));
    const std::string found = refusal_of(document);
    is_one_sentence(found);
    QVERIFY2(found.find(said.toStdString()) != std::string::npos, found.c_str());
  }

  void a_token_s_text_has_a_limit() {
    const std::string longest(4096, 'a'), longer(4097, 'a');
    json document = minimal();
    document["added_tokens"][0]["content"] = longest;
    document["model"]["vocab"][std::string(4096, 'b')] = 259;
    QCOMPARE(refusal_of(document), std::string());
    json added = document;
    added["added_tokens"][0]["content"] = longer;
    QCOMPARE(refusal_of(added), std::string("Expected added_tokens[0].content in tokenizer.json to be a "
                                            "string of at most 4096 bytes, found one of 4097 bytes."));
    document["model"]["vocab"][longer] = 260;
    QCOMPARE(refusal_of(document),
             std::string("Expected model.vocab in tokenizer.json to be an object of pieces of at most 4096 "
                         "bytes, found one of 4097 bytes."));
  }

  void splits_have_a_limit() {
    json document = minimal();
    json& list = document["pre_tokenizer"]["pretokenizers"];
    while (list.size() < 17) list.insert(list.begin(), json(list[0]));
    QCOMPARE(refusal_of(document), std::string());
    list.insert(list.begin(), json(list[0]));
    QCOMPARE(refusal_of(document),
             std::string("Expected pre_tokenizer.pretokenizers[16] in tokenizer.json to be absent behind 16 "
                         "others that split, found an object."));
  }

  void a_missing_byte_is_named() {
    json document = minimal();
    document["model"]["vocab"].erase("!");
    document["model"]["vocab"]["zz"] = '!';
    QCOMPARE(refusal_of(document),
             std::string(
                 "Expected the vocabulary in tokenizer.json to have a piece for every byte, found none for "
                 "byte 33 (\"!\")."));
  }

  void bytes_that_no_text_has_may_be_missing() {
    json document = minimal();
    document["model"]["vocab"].erase("ÿ");
    document["model"]["vocab"]["zz"] = 255;
    QCOMPARE(refusal_of(document), std::string());
  }

  void an_added_token_may_be_a_piece() {  // GPT-2's <|endoftext|> is both
    json document = minimal();
    document["added_tokens"][0]["content"] = "abc";
    document["added_tokens"][0]["id"] = 257;
    QCOMPARE(text_data::from_json(document).encode("ababc"), (std::vector<int>{256, 257}));
  }

  void ids_may_be_left_out() {  // GPT-4's file has none for 100256
    json document = minimal();
    document["added_tokens"][0]["id"] = 517;
    const Tokenizer tokenizer = text_data::from_json(document);
    QCOMPARE(tokenizer.encode("ab<|user|>"), (std::vector<int>{256, 517}));
    QCOMPARE(tokenizer.vocabulary_size(), 518);
    QCOMPARE(tokenizer.decode(std::vector<int>{256, 258, 400, 517, 516, 257}, false),
             std::string("ab<|user|>abc"));
    QVERIFY(tokenizer.bytes_of(258).empty() && !tokenizer.is_special(258) && tokenizer.is_special(517));
  }

  void any_damage_is_accepted_or_refused_in_a_sentence() {
    const json whole = minimal();
    const json flat = whole.flatten();
    std::vector<std::string> pointers;
    for (const auto& [pointer, leaf] : flat.items()) {  // every leaf, and every node above it
      if (pointer.starts_with("/model/vocab/") && pointer != "/model/vocab/ab") continue;
      for (std::string path = pointer; !path.empty(); path.resize(path.rfind('/'))) pointers.push_back(path);
    }
    int refused = 0;
    for (const std::string& pointer : pointers) {
      for (const char* value :
           {"", "null", "true", "7", "-1", "1e300", "\"\"", "\"x\"", "[]", "[[]]", "{}", "[null]"}) {
        json change = {{"op", *value == '\0' ? "remove" : "replace"}, {"path", pointer}};
        if (*value != '\0') change["value"] = json::parse(value);
        const std::string said = refusal_of(whole.patch(json::array({change})));
        if (said.empty()) continue;
        is_one_sentence(said);
        ++refused;
      }
    }
    QVERIFY(refused > 200);
  }

  void every_truncation_is_refused() {
    const std::string whole = minimal().dump();
    for (std::size_t length = 0; length < whole.size(); length += length < whole.size() - 40 ? 37 : 1) {
      const std::string said = text_data::refusal([&] {
        (void)tilescribe::text::parse_tokenizer_file(whole.substr(0, length), "/x/tokenizer.json");
      });
      is_one_sentence(said);
      QVERIFY2(said.starts_with(
                   "Expected a complete JSON document in /x/tokenizer.json, but parsing fails at byte "),
               said.c_str());
    }
  }

  void a_number_beyond_double_is_refused() {
    const std::string said = text_data::refusal(
        [] { (void)tilescribe::text::parse_tokenizer_file(R"({"version": 1e999})", "tokenizer.json"); });
    QCOMPARE(said, std::string("Expected numbers that fit a double in tokenizer.json, found a larger one."));
  }

  void what_lies_too_deep_is_refused() {
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    try {
      static_cast<void>(tilescribe::text::parse_tokenizer_file(deep, "a/tokenizer.json"));
      QFAIL("it was accepted");
    } catch (const tilescribe::Error& refusal) {
      const auto said = QString::fromUtf8(refusal.what());
      QVERIFY2(said.startsWith(u"a/tokenizer.json: Expected lists") && said.contains(u"at most 64"),
               qPrintable(said));
    }
  }

  void a_file_without_permission() {
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const std::filesystem::path path = folder.path().toStdString();
    const auto file = path / "tokenizer.json";
    { std::ofstream(file) << minimal().dump(); }
    std::filesystem::permissions(path, std::filesystem::perms::all);
    std::filesystem::permissions(file, std::filesystem::perms::none);
    constexpr uid_t nobody = 65534;
    const bool is_root = geteuid() == 0;  // whom permissions do not stop
    if (is_root) QCOMPARE(seteuid(nobody), 0);
    const std::string said = text_data::refusal([&] { (void)Tokenizer::load(file); });
    if (is_root) QCOMPARE(seteuid(0), 0);
    QCOMPARE(said, "Expected a readable file at " + file.string() +
                       ", found one that cannot be opened: Permission denied.");
  }

  void files_that_cannot_be_read() {
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const std::filesystem::path path = folder.path().toStdString();
    const auto refusal = [](const std::filesystem::path& file) {
      return text_data::refusal([&] { (void)Tokenizer::load(file); });
    };
    QCOMPARE(refusal(path / "none.json"),
             "Expected a readable file at " + (path / "none.json").string() + ", found none.");
    QCOMPARE(refusal(path), "Expected a readable file at " + path.string() + ", found a folder.");
    { const std::ofstream empty(path / "empty.json"); }
    QCOMPARE(refusal(path / "empty.json"), "Expected a complete JSON document in " +
                                               (path / "empty.json").string() +
                                               ", but parsing fails at byte 1 of 0.");
    QCOMPARE(refusal("/dev/null"),
             std::string("Expected a readable file at /dev/null, found a device, a pipe or a socket."));
    std::filesystem::create_symlink("loop.json", path / "loop.json");
    QVERIFY(refusal(path / "loop.json")
                .starts_with("Expected a readable file at " + (path / "loop.json").string() +
                             ", found one that cannot be reached: "));
  }
};

QTEST_APPLESS_MAIN(TestTokenizerFile)
#include "test_tokenizer_file.moc"
