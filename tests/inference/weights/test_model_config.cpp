// SPDX-License-Identifier: Apache-2.0
// config.json: what is read from the forms that exist, and what is refused.

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "inference/weights/model_config.h"
#include "tests/inference/weights/failure.h"
#include "tests/inference/weights/tiny_checkpoint.h"

using namespace tilescribe::tests;
using namespace tilescribe::weights;
using nlohmann::json;

class TestModelConfig : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
  }
  void reads_the_published_form();
  void reads_the_original_form();
  void original_form_without_an_audio_token();
  void missing_fields_follow_from_others();
  void rope_theta_may_stand_directly();
  void products_may_reach_their_limits();
  void stop_ids_are_the_union();
  void is_named_after_its_folder();
  void refuses_data();
  void refuses();
  void refuses_files_that_are_no_config();

 private:
  std::filesystem::path folder() const { return folder_->path().toStdString(); }
  ModelConfig read(const json& config) {
    write_file(folder() / "config.json", config.dump());
    return read_model_config(folder());
  }
  std::unique_ptr<QTemporaryDir> folder_;
};

void TestModelConfig::reads_the_published_form() {
  const ModelConfig c = read(tiny_config());
  QCOMPARE(c.encoder.hidden, 16);
  QCOMPARE(c.encoder.ffn, 64);
  QCOMPARE(c.encoder.layers, 2);
  QCOMPARE(c.encoder.heads, 2);
  QCOMPARE(c.encoder.head_dim, 8);
  QCOMPARE(c.encoder.rotary_dim, 4);
  QCOMPARE(c.encoder.mel_bins, 128);
  QCOMPARE(c.encoder.max_positions, 1500);
  QCOMPARE(c.encoder.rope_theta, 5000.0f);
  QCOMPARE(c.encoder.norm_eps, 1e-5f);
  QCOMPARE(c.decoder.hidden, 12);
  QCOMPARE(c.decoder.ffn, 28);
  QCOMPARE(c.decoder.layers, 2);
  QCOMPARE(c.decoder.heads, 4);
  QCOMPARE(c.decoder.kv_heads, 2);
  QCOMPARE(c.decoder.head_dim, 4);
  QCOMPARE(c.decoder.vocab, 24);
  QCOMPARE(c.decoder.max_positions, 512);
  QCOMPARE(c.decoder.rope_theta, 20000.0f);
  QCOMPARE(c.decoder.rms_eps, 1e-5f);
  QCOMPARE(c.projector_hidden, 24);
  QCOMPARE(c.audio_token_id, 22);
  QCOMPARE(c.stop_ids, (std::vector<int>{20, 21}));
}

void TestModelConfig::reads_the_original_form() {
  const ModelConfig c = read(tiny_original_config());
  QCOMPARE(c.encoder.hidden, 16);
  QCOMPARE(c.encoder.ffn, 64);
  QCOMPARE(c.encoder.layers, 2);
  QCOMPARE(c.encoder.heads, 2);
  QCOMPARE(c.encoder.head_dim, 8);
  QCOMPARE(c.encoder.rotary_dim, 4);
  QCOMPARE(c.encoder.rope_theta, 10000.0f);
  QCOMPARE(c.decoder.rope_theta, 20000.0f);
  QCOMPARE(c.decoder.kv_heads, 2);
  QCOMPARE(c.stop_ids, (std::vector<int>{20}));
}

void TestModelConfig::original_form_without_an_audio_token() {
  json config = tiny_original_config();
  config.erase("audio_token_id");
  VERIFY_CONTAINS(caught([&] { read(config); }).sentence,
                  "audio_token_id should be a whole number from 0 to 23");
  config["lm_config"]["vocab_size"] = 59264;
  QCOMPARE(read(config).audio_token_id, 59260);
}

void TestModelConfig::missing_fields_follow_from_others() {
  json config = tiny_config();
  for (const char* key : {"head_dim", "num_key_value_heads", "rope_parameters", "partial_rotary_factor",
                          "max_position_embeddings", "num_mel_bins"}) {
    config["audio_config"].erase(key);
  }
  config["text_config"]["hidden_size"] = 24;
  for (const char* key : {"head_dim", "rope_parameters", "rms_norm_eps", "model_type"}) {
    config["text_config"].erase(key);
  }
  config["text_config"]["num_key_value_heads"] = nullptr;
  const ModelConfig c = read(config);
  QCOMPARE(c.encoder.head_dim, 8);
  QCOMPARE(c.encoder.rotary_dim, 4);
  QCOMPARE(c.encoder.max_positions, 1500);
  QCOMPARE(c.encoder.rope_theta, 10000.0f);
  QCOMPARE(c.decoder.kv_heads, 4);
  QCOMPARE(c.decoder.head_dim, 6);
  QCOMPARE(c.decoder.rope_theta, 10000.0f);
  QCOMPARE(c.decoder.rms_eps, 1e-5f);
}

void TestModelConfig::rope_theta_may_stand_directly() {
  json config = tiny_config();
  config["text_config"].erase("rope_parameters");
  config["text_config"]["rope_theta"] = 500000;
  config["audio_config"]["rope_parameters"].erase("rope_theta");
  config["audio_config"]["rope_theta"] = 700.0;
  const ModelConfig c = read(config);
  QCOMPARE(c.decoder.rope_theta, 500000.0f);
  QCOMPARE(c.encoder.rope_theta, 700.0f);
}

void TestModelConfig::products_may_reach_their_limits() {
  json config = tiny_config();
  config["text_config"].update({{"num_hidden_layers", 128},
                                {"num_attention_heads", 512},
                                {"num_key_value_heads", 16},
                                {"head_dim", 128}});
  const ModelConfig c = read(config);
  QCOMPARE(c.decoder.layers * c.decoder.heads, 65536);
  QCOMPARE(c.decoder.heads * c.decoder.head_dim, 65536);
  QCOMPARE(2 * c.decoder.layers * c.decoder.kv_heads * c.decoder.head_dim, 524288);
}

void TestModelConfig::stop_ids_are_the_union() {
  json config = tiny_config();
  config["eos_token_id"] = 3;
  write_file(folder() / "generation_config.json", R"({"eos_token_id": [21, 19]})");
  QCOMPARE(read(config).stop_ids, (std::vector<int>{3, 19, 20, 21}));
  write_file(folder() / "generation_config.json", R"({"eos_token_id": 24})");
  const std::string sentence = caught([&] { read(config); }).sentence;
  VERIFY_CONTAINS(sentence, "generation_config.json, eos_token_id should be a whole number from 0 to 23");
}

void TestModelConfig::is_named_after_its_folder() {
  const std::filesystem::path plain = folder() / "My model";
  const std::filesystem::path cached =
      folder() / "models--zai-org--GLM-ASR-Nano-2512" / "snapshots" / "61ba4e0b";
  for (const auto& place : {plain, cached}) {
    std::filesystem::create_directories(place);
    write_file(place / "config.json", tiny_config().dump());
  }
  QCOMPARE(read_model_config(plain).name, std::string("My model"));
  QCOMPARE(read_model_config(plain / "").name, std::string("My model"));
  QCOMPARE(read_model_config(cached).name, std::string("GLM-ASR-Nano-2512"));
}

void TestModelConfig::refuses_data() {
  QTest::addColumn<std::string>("change");  // a JSON merge patch of the tiny config
  QTest::addColumn<std::string>("part");    // of the sentence
  const auto row = [](const char* change, const char* part) {
    QTest::newRow(change) << std::string(change) << std::string(part);
  };
  row(R"({"model_type":"whisper"})", R"(model_type should be "glmasr", but it is "whisper")");
  row(R"({"model_type":null})", R"(model_type should be "glmasr", but it is missing)");
  row(R"({"audio_config":null})", "audio_config should be an object, but it is missing");
  row(R"({"text_config":null})", "text_config should be an object, but it is missing");
  row(R"({"text_config":7})", "text_config should be an object, but it is 7");
  row(R"({"audio_token_id":24})", "audio_token_id should be a whole number from 0 to 23, but it is 24");
  row(R"({"audio_token_id":null})", "audio_token_id should be");
  row(R"({"projector_hidden_act":"relu"})", R"(projector_hidden_act should be "gelu")");
  row(R"({"merge_factor":2})", "merge_factor should be 4, but it is 2");
  row(R"({"eos_token_id":"x"})", R"(eos_token_id should be a whole number from 0 to 23, but it is "x")");
  row(R"({"text_config":{"eos_token_id":[20,-1]}})", "text_config.eos_token_id");
  row(R"({"audio_config":{"hidden_size":null}})", "audio_config.hidden_size should be");
  row(R"({"audio_config":{"hidden_size":16.5}})", "audio_config.hidden_size should be a whole number");
  row(R"({"audio_config":{"hidden_size":-16}})", "audio_config.hidden_size should be");
  row(R"({"audio_config":{"hidden_size":18446744073709551615}})", "but it is 18446744073709551615");
  row(R"({"audio_config":{"intermediate_size":32}})", "audio_config.intermediate_size should be 64");
  row(R"({"audio_config":{"num_hidden_layers":0}})", "audio_config.num_hidden_layers should be");
  row(R"({"audio_config":{"num_hidden_layers":1000000}})", "audio_config.num_hidden_layers should be");
  row(R"({"audio_config":{"num_key_value_heads":1}})", "audio_config.num_key_value_heads should be 2");
  row(R"({"audio_config":{"head_dim":7}})", "audio_config.head_dim should be even");
  row(R"({"audio_config":{"head_dim":null,"num_attention_heads":3,"num_key_value_heads":3}})",
      "audio_config.num_attention_heads should be a number of heads that divides 16");
  row(R"({"audio_config":{"hidden_act":"gelu_new"}})", R"(audio_config.hidden_act should be "gelu")");
  row(R"({"audio_config":{"num_mel_bins":80}})", "audio_config.num_mel_bins should be 128");
  row(R"({"audio_config":{"max_position_embeddings":750}})",
      "audio_config.max_position_embeddings should be");
  row(R"({"audio_config":{"rope_parameters":{"rope_type":"yarn"}}})", R"(rope_type should be "default")");
  row(R"({"audio_config":{"rope_parameters":{"partial_rotary_factor":0.3}}})",
      "partial_rotary_factor should be");
  row(R"({"audio_config":{"rope_parameters":{"partial_rotary_factor":1.5}}})", "a number from 0.0 to 1.0");
  row(R"({"text_config":{"model_type":"qwen2"}})", R"(text_config.model_type should be "llama")");
  row(R"({"text_config":{"num_key_value_heads":3}})",
      "text_config.num_key_value_heads should be a divisor of the 4");
  row(R"({"text_config":{"num_key_value_heads":0}})", "text_config.num_key_value_heads should be");
  row(R"({"text_config":{"head_dim":5}})", "text_config.head_dim should be even");
  // Each size is allowed, and their product is not.
  row(R"({"text_config":{"num_hidden_layers":512,"num_attention_heads":1024,"num_key_value_heads":1024,
                         "hidden_size":2,"head_dim":2}})",
      "text_config.num_hidden_layers should be a number of layers of 1024 heads each with at most 65536");
  row(R"({"text_config":{"num_hidden_layers":66,"num_attention_heads":1008,"head_dim":2}})", "of 1008 heads");
  row(R"({"text_config":{"num_hidden_layers":129,"num_attention_heads":16,"num_key_value_heads":16,
                         "head_dim":128}})",
      "text_config.num_hidden_layers should be a number of layers that keep 4096 values of a token each, and "
      "at most 524288 in all");
  row(R"({"text_config":{"num_attention_heads":1024,"head_dim":66}})",
      "text_config.num_attention_heads should be a number of heads of 66 values each with at most 65536");
  row(R"({"audio_config":{"num_attention_heads":1024,"num_key_value_heads":1024,"head_dim":66}})",
      "audio_config.num_attention_heads should be a number of heads of 66 values");
  row(R"({"audio_config":{"num_hidden_layers":512,"num_attention_heads":1024,"num_key_value_heads":1024,
                          "head_dim":4}})",
      "audio_config.num_hidden_layers should be a number of layers of 1024 heads");
  row(R"({"text_config":{"vocab_size":0}})", "text_config.vocab_size should be");
  row(R"({"text_config":{"hidden_act":"gelu"}})", R"(text_config.hidden_act should be "silu")");
  row(R"({"text_config":{"attention_bias":true}})", "text_config.attention_bias should be false");
  row(R"({"text_config":{"attention_bias":1}})", "text_config.attention_bias should be true or false");
  row(R"({"text_config":{"mlp_bias":true}})", "text_config.mlp_bias should be false");
  row(R"({"text_config":{"rms_norm_eps":0}})", "text_config.rms_norm_eps should be a number");
  row(R"({"text_config":{"rope_parameters":{"rope_theta":0.5}}})", "rope_theta should be a number");
  row(R"({"text_config":{"rope_parameters":{"rope_theta":"10000"}}})", "rope_theta should be a number");
  row(R"({"text_config":{"rope_parameters":{"rope_type":"llama3"}}})", R"(rope_type should be "default")");
  row(R"({"text_config":{"rope_scaling":{"type":"linear","factor":2.0}}})",
      R"(text_config.rope_scaling.type should be "default", but it is "linear")");
  row(R"({"text_config":{"partial_rotary_factor":0.5}})", "text_config.partial_rotary_factor should be 1");
}

void TestModelConfig::refuses() {
  QFETCH(std::string, change);
  QFETCH(std::string, part);
  json config = tiny_config();
  config.merge_patch(json::parse(change));
  const std::string sentence = caught([&] { read(config); }).sentence;
  VERIFY_CONTAINS(sentence, part);
  VERIFY_CONTAINS(sentence, (folder() / "config.json").string());
}

void TestModelConfig::refuses_files_that_are_no_config() {
  const auto sentence = [&] { return caught([&] { read_model_config(folder()); }).sentence; };
  VERIFY_CONTAINS(sentence(), "holds no model: it has no config.json");
  VERIFY_CONTAINS(caught([&] { read_model_config(folder() / "absent"); }).sentence, "but nothing is there");
  write_file(folder() / "file", "");
  VERIFY_CONTAINS(caught([&] { read_model_config(folder() / "file"); }).sentence, "but it is a file");
  write_file(folder() / "config.json", "");
  VERIFY_CONTAINS(sentence(), "is not valid JSON");
  write_file(folder() / "config.json", R"({"model_type": "glmasr",)");
  VERIFY_CONTAINS(sentence(), "is not valid JSON (at byte 25)");
  write_file(folder() / "config.json", "[1]");
  VERIFY_CONTAINS(sentence(), "A JSON object was expected");
  write_file(folder() / "config.json", std::string(500000, '['));
  VERIFY_CONTAINS(sentence(), "nested at most 32 deep");
  write_file(folder() / "config.json", std::string(2000000, ' '));
  VERIFY_CONTAINS(sentence(), "At most 1048576 bytes were expected");
  std::filesystem::remove(folder() / "config.json");
  std::filesystem::create_directory(folder() / "config.json");
  VERIFY_CONTAINS(sentence(), "A regular file was expected");
}

QTEST_APPLESS_MAIN(TestModelConfig)
#include "test_model_config.moc"
