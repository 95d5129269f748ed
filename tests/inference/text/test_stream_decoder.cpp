// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "inference/text/stream_decoder.h"
#include "inference/text/utf8.h"
#include "text_data.h"

using tilescribe::text::StreamDecoder;
using tilescribe::text::Tokenizer;

namespace {

std::string stream(StreamDecoder& decoder, const std::vector<int>& ids) {
  std::string text;
  for (const int id : ids) {
    const std::string piece = decoder.push(id);
    if (tilescribe::text::replace_invalid_utf8(piece) != piece) return "half a character: " + piece;
    text += piece;
  }
  return text + decoder.finish();
}

}  // namespace

class TestStreamDecoder : public QObject {
  Q_OBJECT

 private slots:
  void waits_for_the_whole_character() {
    const Tokenizer tokenizer = text_data::small();
    StreamDecoder decoder(tokenizer);
    const auto ids = tokenizer.encode("𝄞");  // four bytes that no merge joins
    QCOMPARE(ids.size(), std::size_t(4));
    for (std::size_t i = 0; i < 3; ++i) QCOMPARE(decoder.push(ids[i]), std::string());
    QCOMPARE(decoder.push(ids[3]), std::string("𝄞"));
    QCOMPARE(decoder.finish(), std::string());
  }

  void a_special_token_does_not_end_a_character() {
    const Tokenizer tokenizer = text_data::small();
    StreamDecoder decoder(tokenizer);
    const auto ids = tokenizer.encode("𝄞");
    const std::vector<int> mixed{ids[0], *tokenizer.id_of("<|user|>"), ids[1], -1, ids[2], 99999, ids[3]};
    QCOMPARE(stream(decoder, mixed), std::string("𝄞"));
    QCOMPARE(tokenizer.decode(mixed), std::string("𝄞"));
  }

  void what_stays_incomplete_is_replaced_once() {
    const Tokenizer tokenizer = text_data::small();
    StreamDecoder decoder(tokenizer);
    const auto ids = tokenizer.encode("𝄞");
    QCOMPARE(decoder.push(ids[0]), std::string());
    QCOMPARE(decoder.push(ids[1]), std::string());
    QCOMPARE(decoder.push(tokenizer.encode("a")[0]), std::string("\uFFFDa"));
    QCOMPARE(decoder.push(ids[0]), std::string());
    QCOMPARE(decoder.finish(), std::string("\uFFFD"));
    QCOMPARE(decoder.finish(), std::string());
  }

  void equals_decode_for_any_ids() {
    const Tokenizer tokenizer = text_data::small();
    std::vector<int> bytes;  // ids of single bytes beyond ASCII: broken characters everywhere
    for (int id = 0; id < tokenizer.vocabulary_size(); ++id) {
      const std::string piece = tokenizer.bytes_of(id);
      if (piece.size() == 1 && static_cast<unsigned char>(piece[0]) >= 0x80) bytes.push_back(id);
    }
    QCOMPARE(bytes.size(), std::size_t(128));
    std::mt19937 random(5);
    std::size_t replaced = 0;
    StreamDecoder decoder(tokenizer);
    for (int round = 0; round < 20'000; ++round) {
      std::vector<int> ids(random() % 32);
      for (int& id : ids) {
        id = round % 2 == 0 ? static_cast<int>(random() % 1030) - 3 : bytes[random() % bytes.size()];
      }
      const std::string text = tokenizer.decode(ids);
      QCOMPARE(stream(decoder, ids), text);
      replaced += text.find("\uFFFD") != std::string::npos ? 1 : 0;
    }
    QVERIFY(replaced > 10'000);
  }
};

QTEST_APPLESS_MAIN(TestStreamDecoder)
#include "test_stream_decoder.moc"
