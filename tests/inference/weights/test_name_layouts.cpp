// SPDX-License-Identifier: Apache-2.0
// The three naming layouts and the row order of the original one, from the reference page's tables.

#include <QtTest>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "inference/weights/name_layouts.h"

using namespace tilescribe::weights;

class TestNameLayouts : public QObject {
  Q_OBJECT

 private slots:
  void maps_names_data();
  void maps_names();
  void drops_what_the_model_never_used();
  void reorders_heads_of_64();
  void reorders_rows_of_weights();
};

void TestNameLayouts::maps_names_data() {
  QTest::addColumn<bool>("original");
  QTest::addColumn<std::string>("stored");
  QTest::addColumn<std::string>("published");
  const auto row = [](bool original, const char* stored, const char* published) {
    QTest::newRow(stored) << original << std::string(stored) << std::string(published);
  };
  const char* const q = "language_model.model.layers.7.self_attn.q_proj.weight";
  row(false, q, q);
  row(false, "audio_tower.norm.bias", "audio_tower.norm.bias");
  row(false, "language_model.lm_head.weight", "language_model.lm_head.weight");
  row(false, "model.audio_tower.conv1.weight", "audio_tower.conv1.weight");
  row(false, "model.multi_modal_projector.linear_1.bias", "multi_modal_projector.linear_1.bias");
  row(false, "model.language_model.layers.7.self_attn.q_proj.weight", q);
  row(false, "model.language_model.embed_tokens.weight", "language_model.model.embed_tokens.weight");
  row(false, "model.language_model.norm.weight", "language_model.model.norm.weight");
  row(false, "lm_head.weight", "language_model.lm_head.weight");
  row(true, "model.layers.7.self_attn.q_proj.weight", q);
  row(true, "model.embed_tokens.weight", "language_model.model.embed_tokens.weight");
  row(true, "model.norm.weight", "language_model.model.norm.weight");
  QTest::newRow("original lm_head") << true << std::string("lm_head.weight")
                                    << std::string("language_model.lm_head.weight");
  row(true, "audio_encoder.whisper.conv2.bias", "audio_tower.conv2.bias");
  row(true, "audio_encoder.whisper.layers.3.self_attn.v_proj.bias",
      "audio_tower.layers.3.self_attn.v_proj.bias");
  row(true, "audio_encoder.whisper.layers.3.self_attn.out_proj.weight",
      "audio_tower.layers.3.self_attn.o_proj.weight");
  row(true, "audio_encoder.whisper.layers.3.self_attn_layer_norm.weight",
      "audio_tower.layers.3.input_layernorm.weight");
  row(true, "audio_encoder.whisper.layers.3.final_layer_norm.bias",
      "audio_tower.layers.3.post_attention_layernorm.bias");
  row(true, "audio_encoder.whisper.layers.3.fc1.weight", "audio_tower.layers.3.mlp.fc1.weight");
  row(true, "audio_encoder.whisper.layers.3.fc2.bias", "audio_tower.layers.3.mlp.fc2.bias");
  row(true, "audio_encoder.layer_norm.weight", "audio_tower.norm.weight");
  row(true, "audio_encoder.adapting.0.weight", "multi_modal_projector.linear_1.weight");
  row(true, "audio_encoder.adapting.2.bias", "multi_modal_projector.linear_2.bias");
}

void TestNameLayouts::maps_names() {
  QFETCH(bool, original);
  QFETCH(std::string, stored);
  QFETCH(std::string, published);
  const auto name = published_name(stored, original ? NameLayout::original : NameLayout::current);
  QVERIFY(name.has_value());
  QCOMPARE(*name, published);
}

void TestNameLayouts::drops_what_the_model_never_used() {
  for (const char* name : {"audio_encoder.whisper.embed_positions.weight", "audio_encoder.proj.weight",
                           "audio_encoder.proj.bias", "audio_encoder.audio_bos_eos_token.weight"}) {
    QVERIFY2(!published_name(name, NameLayout::original).has_value(), name);
  }
}

void TestNameLayouts::reorders_heads_of_64() {
  // Two heads; row r holds the number r.
  std::vector<unsigned char> rows(128);
  std::iota(rows.begin(), rows.end(), static_cast<unsigned char>(0));
  std::vector<unsigned char> reordered(128);
  interleaved_to_half_split(std::as_bytes(std::span(rows)), std::as_writable_bytes(std::span(reordered)),
                            {.heads = 2, .head_dim = 64, .rotary_dim = 32});
  std::vector<unsigned char> expected;
  for (const int head : {0, 64}) {
    for (int row = 0; row < 32; row += 2) expected.push_back(static_cast<unsigned char>(head + row));
    for (int row = 1; row < 32; row += 2) expected.push_back(static_cast<unsigned char>(head + row));
    for (int row = 32; row < 64; ++row) expected.push_back(static_cast<unsigned char>(head + row));
  }
  QCOMPARE(reordered, expected);
}

void TestNameLayouts::reorders_rows_of_weights() {
  const std::string rows = "aaabbbcccdddeeefff";  // one head of 6 rows, 3 bytes each, 4 of them rotary
  std::string reordered(rows.size(), '?');
  interleaved_to_half_split(std::as_bytes(std::span(rows)), std::as_writable_bytes(std::span(reordered)),
                            {.heads = 1, .head_dim = 6, .rotary_dim = 4});
  QCOMPARE(reordered, std::string("aaacccbbbdddeeefff"));
}

QTEST_APPLESS_MAIN(TestNameLayouts)
#include "test_name_layouts.moc"
