// SPDX-License-Identifier: Apache-2.0
// Checkpoint folders: three naming layouts, shards, dtypes, and complaints that name the tensors.

#include <QTemporaryDir>
#include <QtTest>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "inference/weights/checkpoint.h"
#include "inference/weights/tensor_list.h"
#include "tests/inference/weights/failure.h"
#include "tests/inference/weights/tiny_checkpoint.h"

using namespace tilescribe::tests;
using namespace tilescribe::weights;
using nlohmann::json;
namespace kernels = tilescribe::kernels;

namespace {

std::vector<float> values(const SourceTensor& tensor) {
  const kernels::ConstTensorView view = tensor.view();
  std::vector<float> result(static_cast<std::size_t>(view.elements()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    switch (view.dtype) {
      case kernels::DType::f32:
        result[i] = view.as<float>()[i];
        break;
      case kernels::DType::f16:
        result[i] = kernels::to_float(view.as<kernels::Float16>()[i]);
        break;
      default:
        result[i] = kernels::to_float(view.as<kernels::BFloat16>()[i]);
    }
  }
  return result;
}

constexpr int tensor_count = 13 + 2 * 15 + 2 * 9;

}  // namespace

class TestCheckpoint : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
  }
  void loads_every_layout_and_dtype_data();
  void loads_every_layout_and_dtype();
  void loads_the_original_config_too();
  void loads_shards();
  void copies_unaligned_tensors();
  void tensors_outlive_the_checkpoint();
  void released_tensors_can_be_read_again();
  void takes_the_projector_width_from_the_tensor();
  void ties_an_absent_lm_head();
  void keeps_a_separate_lm_head();
  void ignores_unknown_tensors();
  void lists_what_does_not_fit();
  void refuses_integer_weights();
  void refuses_a_name_stored_twice();
  void refuses_a_cut_off_file();
  void refuses_a_folder_without_weights();
  void refuses_a_missing_shard();
  void refuses_a_name_in_the_wrong_shard();
  void ignores_tensors_outside_the_index();
  void refuses_shards_outside_the_folder_data();
  void refuses_shards_outside_the_folder();
  void refuses_bad_indexes_data();
  void refuses_bad_indexes();

 private:
  std::filesystem::path folder() const { return folder_->path().toStdString(); }
  std::string sentence() const {
    return caught([&] { Checkpoint::open(folder()); }).sentence;
  }
  /// Every published tensor has its shape and values.
  static void check_values(const Checkpoint& checkpoint);
  /// Splits the tensors over two shards and writes the index; gives the index.
  json write_shards(const WrittenTensors& tensors);
  std::unique_ptr<QTemporaryDir> folder_;
};

void TestCheckpoint::check_values(const Checkpoint& checkpoint) {
  int count = 0;
  for (const auto& [name, written] : tiny_tensors("F32")) {
    QVERIFY2(checkpoint.has(name), name.c_str());
    const SourceTensor tensor = checkpoint.tensor(name);
    QCOMPARE(tensor.shape, written.shape);
    QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor.data) % kernels::size_of(tensor.dtype),
             std::uintptr_t{0});
    const std::vector<float> expected = tiny_values(name, written.data.size() / 4);
    QVERIFY2(values(tensor) == expected, name.c_str());
    ++count;
  }
  QCOMPARE(count, tensor_count);
}

json TestCheckpoint::write_shards(const WrittenTensors& tensors) {
  write_file(folder() / "config.json", tiny_config().dump());
  std::map<std::string, WrittenTensors> shards;
  json index;
  for (const auto& [name, tensor] : tensors) {
    const std::string shard = shards["a.safetensors"].size() <= shards["b.safetensors"].size() ? "a" : "b";
    shards[shard + ".safetensors"][name] = tensor;
    index["weight_map"][name] = shard + ".safetensors";
  }
  for (const auto& [name, part] : shards) write_file(folder() / name, safetensors_bytes(part));
  write_file(folder() / "model.safetensors.index.json", index.dump());
  return index;
}

void TestCheckpoint::loads_every_layout_and_dtype_data() {
  QTest::addColumn<std::string>("layout");
  QTest::addColumn<std::string>("dtype");
  for (const char* layout : {"published", "model prefix", "original"}) {
    for (const char* dtype : {"F32", "F16", "BF16"}) {
      QTest::addRow("%s %s", layout, dtype) << std::string(layout) << std::string(dtype);
    }
  }
}

void TestCheckpoint::loads_every_layout_and_dtype() {
  QFETCH(std::string, layout);
  QFETCH(std::string, dtype);
  const WrittenTensors published = tiny_tensors(dtype);
  write_checkpoint(folder(), tiny_config(),
                   layout == "published"      ? published
                   : layout == "model prefix" ? with_model_prefix(published)
                                              : original_layout(published));
  const auto checkpoint = Checkpoint::open(folder());
  check_values(*checkpoint);
  std::int64_t elements = 0;
  for (const auto& [name, tensor] : published) elements += element_count(tensor.shape);
  QCOMPARE(checkpoint->parameters(), elements);
  const std::string_view stored = kernels::name(checkpoint->tensor("audio_tower.conv1.weight").dtype);
  QCOMPARE(QString::fromUtf8(stored.data()).toUpper().toStdString(), dtype);
}

void TestCheckpoint::loads_the_original_config_too() {
  write_checkpoint(folder(), tiny_original_config(), original_layout(tiny_tensors("BF16")));
  check_values(*Checkpoint::open(folder()));
}

void TestCheckpoint::loads_shards() {
  write_shards(tiny_tensors("BF16"));
  const auto published = Checkpoint::open(folder());
  check_values(*published);
  write_shards(original_layout(tiny_tensors("F32")));
  check_values(*Checkpoint::open(folder()));
}

void TestCheckpoint::copies_unaligned_tensors() {
  for (const char* dtype : {"F32", "BF16"}) {
    write_checkpoint(folder(), tiny_config(), {});
    write_file(folder() / "model.safetensors", safetensors_bytes(tiny_tensors(dtype), 5));
    check_values(*Checkpoint::open(folder()));
  }
}

void TestCheckpoint::tensors_outlive_the_checkpoint() {
  const char* const name = "audio_tower.layers.0.self_attn.q_proj.weight";
  write_checkpoint(folder(), tiny_config(), tiny_tensors("F32"));
  const SourceTensor mapped = Checkpoint::open(folder())->tensor(name);
  QCOMPARE(values(mapped), tiny_values(name, 256));
  write_checkpoint(folder(), tiny_config(), original_layout(tiny_tensors("F32")));
  const SourceTensor copied = Checkpoint::open(folder())->tensor(name);
  QCOMPARE(values(copied), tiny_values(name, 256));
}

void TestCheckpoint::released_tensors_can_be_read_again() {
  write_checkpoint(folder(), tiny_config(), tiny_tensors("F32"));
  const auto checkpoint = Checkpoint::open(folder());
  for (const auto& [name, tensor] : tiny_tensors("F32")) checkpoint->release(name);
  checkpoint->release("nothing");
  check_values(*checkpoint);
  VERIFY_CONTAINS(caught([&] { checkpoint->tensor("nothing"); }).sentence,
                  "The tensor nothing was asked for");
}

void TestCheckpoint::takes_the_projector_width_from_the_tensor() {
  write_checkpoint(folder(), tiny_config(), tiny_tensors("F32"));
  QCOMPARE(read_model_config(folder()).projector_hidden,
           24);  // the usual width, when only the config is known
  QCOMPARE(Checkpoint::open(folder())->config().projector_hidden, 20);
}

void TestCheckpoint::ties_an_absent_lm_head() {
  for (const bool original : {false, true}) {
    WrittenTensors tensors = tiny_tensors("F32");
    tensors.erase(lm_head_name);
    write_checkpoint(folder(), tiny_config(), original ? original_layout(tensors) : tensors);
    const auto checkpoint = Checkpoint::open(folder());
    QVERIFY(checkpoint->has(lm_head_name));
    QCOMPARE(values(checkpoint->tensor(lm_head_name)), tiny_values(embedding_name, 288));
    std::int64_t elements = 0;
    for (const auto& [name, tensor] : tensors) elements += element_count(tensor.shape);
    QCOMPARE(checkpoint->parameters(), elements);
  }
}

void TestCheckpoint::keeps_a_separate_lm_head() {
  json config = tiny_config();
  config["tie_word_embeddings"] = true;  // as the library's default says, whatever the file holds
  write_checkpoint(folder(), config, tiny_tensors("F32"));
  check_values(*Checkpoint::open(folder()));
}

void TestCheckpoint::ignores_unknown_tensors() {
  WrittenTensors tensors = tiny_tensors("F32");
  tensors["audio_tower.layers.0.self_attn.k_proj.bias"] = float_tensor("F32", {16}, std::vector<float>(16));
  tensors["rotary.inv_freq"] = i64_tensor({1}, {1});
  write_checkpoint(folder(), tiny_config(), tensors);
  const auto checkpoint = Checkpoint::open(folder());
  QVERIFY(!checkpoint->has("audio_tower.layers.0.self_attn.k_proj.bias"));
  QVERIFY(!checkpoint->has("rotary.inv_freq"));
  check_values(*checkpoint);
}

void TestCheckpoint::lists_what_does_not_fit() {
  WrittenTensors tensors = tiny_tensors("F32");
  tensors.erase("audio_tower.norm.bias");
  tensors.erase("multi_modal_projector.linear_1.weight");
  tensors["language_model.model.norm.weight"] = float_tensor("F32", {13}, std::vector<float>(13));
  tensors["audio_tower.conv1.bias"] = float_tensor("F32", {4, 4}, std::vector<float>(16));
  tensors["language_model.model.layers.2.mlp.up_proj.weight"] = float_tensor("F32", {1}, {0.0f});
  write_checkpoint(folder(), tiny_config(), tensors);
  const Caught error = caught([&] { Checkpoint::open(folder()); });
  VERIFY_CONTAINS(error.sentence, folder().string());
  VERIFY_CONTAINS(error.sentence, "of 61 expected, 2 are missing, ");
  // Without linear_1.weight its bias and linear_2.weight are held against the usual width, 24.
  VERIFY_CONTAINS(error.sentence, ", 4 have another shape and 0 another dtype; 1 are unknown.");
  VERIFY_CONTAINS(error.details, "missing: audio_tower.norm.bias [16]\n");
  VERIFY_CONTAINS(error.details, "missing: multi_modal_projector.linear_1.weight [24, 64]\n");
  VERIFY_CONTAINS(error.details, "misshapen: language_model.model.norm.weight should be [12], is [13]\n");
  VERIFY_CONTAINS(error.details, "misshapen: audio_tower.conv1.bias should be [16], is [4, 4]\n");
  VERIFY_CONTAINS(error.details, "unknown: language_model.model.layers.2.mlp.up_proj.weight [1]\n");
}

void TestCheckpoint::refuses_integer_weights() {
  WrittenTensors tensors = tiny_tensors("F32");
  tensors["audio_tower.norm.bias"] = i64_tensor({16}, std::vector<std::int64_t>(16));
  write_checkpoint(folder(), tiny_config(), tensors);
  const Caught error = caught([&] { Checkpoint::open(folder()); });
  VERIFY_CONTAINS(error.sentence, "1 another dtype");
  VERIFY_CONTAINS(error.details, "dtype: audio_tower.norm.bias should be F32, F16 or BF16, is I64\n");
}

void TestCheckpoint::refuses_a_name_stored_twice() {
  WrittenTensors tensors = tiny_tensors("F32");
  tensors["model.audio_tower.norm.bias"] = tensors["audio_tower.norm.bias"];
  write_checkpoint(folder(), tiny_config(), tensors);
  VERIFY_CONTAINS(
      sentence(),
      "holds audio_tower.norm.bias twice, as audio_tower.norm.bias and as model.audio_tower.norm.bias");
}

void TestCheckpoint::refuses_a_cut_off_file() {
  write_checkpoint(folder(), tiny_config(), tiny_tensors("BF16"));
  const std::filesystem::path file = folder() / "model.safetensors";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 100);
  VERIFY_CONTAINS(sentence(), "model.safetensors is cut off: its tensors need ");
}

void TestCheckpoint::refuses_a_folder_without_weights() {
  write_file(folder() / "config.json", tiny_config().dump());
  VERIFY_CONTAINS(sentence(), "neither model.safetensors nor model.safetensors.index.json");
}

void TestCheckpoint::refuses_a_missing_shard() {
  write_shards(tiny_tensors("F32"));
  std::filesystem::remove(folder() / "b.safetensors");
  VERIFY_CONTAINS(sentence(), (folder() / "b.safetensors").string() + " is missing");
}

void TestCheckpoint::refuses_a_name_in_the_wrong_shard() {
  json index = write_shards(tiny_tensors("F32"));
  QCOMPARE(index["weight_map"]["audio_tower.conv1.bias"].get<std::string>(), std::string("a.safetensors"));
  index["weight_map"]["audio_tower.conv1.bias"] = "b.safetensors";
  write_file(folder() / "model.safetensors.index.json", index.dump());
  VERIFY_CONTAINS(sentence(), "The tensor audio_tower.conv1.bias should be in ");
  VERIFY_CONTAINS(sentence(), "but it is in a.safetensors.");
  index["weight_map"]["audio_tower.conv1.bias"] = "a.safetensors";
  index["weight_map"]["nowhere"] = "a.safetensors";
  write_file(folder() / "model.safetensors.index.json", index.dump());
  VERIFY_CONTAINS(sentence(), "but it is in none of the shards.");
}

void TestCheckpoint::ignores_tensors_outside_the_index() {
  WrittenTensors tensors = tiny_tensors("F32");
  tensors["zz"] = float_tensor("F32", {1}, {0.0f});
  json index = write_shards(tensors);
  index["weight_map"].erase("zz");
  write_file(folder() / "model.safetensors.index.json", index.dump());
  const auto checkpoint = Checkpoint::open(folder());
  QVERIFY(!checkpoint->has("zz"));
  check_values(*checkpoint);
}

void TestCheckpoint::refuses_shards_outside_the_folder_data() {
  QTest::addColumn<std::string>("shard");
  for (const char* shard : {"../a.safetensors", "/tmp/a.safetensors", "sub/a.safetensors", "..", ".", "",
                            "a.safetensors/", "a.txt", "a.safetensors/../../b.safetensors"}) {
    QTest::addRow("'%s'", shard) << std::string(shard);
  }
  QTest::newRow("with a zero byte") << std::string("a\0.safetensors", 14);
}

void TestCheckpoint::refuses_shards_outside_the_folder() {
  QFETCH(std::string, shard);
  json index = write_shards(tiny_tensors("F32"));
  index["weight_map"]["audio_tower.conv1.bias"] = shard;
  write_file(folder() / "model.safetensors.index.json", index.dump());
  VERIFY_CONTAINS(sentence(), "should list names of .safetensors files beside it");
}

void TestCheckpoint::refuses_bad_indexes_data() {
  QTest::addColumn<std::string>("index");
  QTest::addColumn<std::string>("part");
  const auto row = [](const char* index, const char* part) {
    QTest::newRow(index) << std::string(index) << std::string(part);
  };
  row("{", "is not valid JSON");
  row("[]", "A JSON object was expected");
  row("{}", "A weight_map with names of tensors was expected");
  row(R"({"weight_map": []})", "A weight_map with names of tensors was expected");
  row(R"({"weight_map": {}})", "A weight_map with names of tensors was expected");
  row(R"({"weight_map": {"a": 3}})", "should name a file for the tensor a, but says number");
}

void TestCheckpoint::refuses_bad_indexes() {
  QFETCH(std::string, index);
  QFETCH(std::string, part);
  write_file(folder() / "config.json", tiny_config().dump());
  write_file(folder() / "model.safetensors.index.json", index);
  VERIFY_CONTAINS(sentence(), part);
}

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "test_checkpoint.moc"
