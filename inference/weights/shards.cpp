// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/shards.h"

#include <cstring>
#include <map>
#include <memory>

#include "inference/weights/aligned_buffer.h"
#include "inference/weights/json_file.h"
#include "inference/weights/limits.h"
#include "inference/weights/mapped_file.h"
#include "inference/weights/safetensors.h"
#include "inference/weights/tensor_check.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

using File = std::shared_ptr<const SafetensorsFile>;
using Shards = std::map<std::string, File>;

SourceTensor read_stored(const File& file, const std::string& name) {
  const SafetensorsEntry& entry = file->entry(name);
  const std::span<const std::byte> stored = file->bytes(name);
  SourceTensor tensor{*weight_dtype(entry.dtype), entry.shape, stored.data(), file};
  if (reinterpret_cast<std::uintptr_t>(stored.data()) % kernels::size_of(tensor.dtype) == 0) return tensor;
  const std::shared_ptr<std::byte> copy = aligned_buffer(stored.size());
  std::memcpy(copy.get(), stored.data(), stored.size());
  tensor.data = copy.get();
  tensor.owner = copy;
  return tensor;
}

void add(const File& file, const std::string& name, StoredWeights& weights) {
  const SafetensorsEntry& entry = file->entry(name);
  const auto read = [file, name] { return read_stored(file, name); };
  const auto release = [file, name] {
    file->check();
    file->release(name);
  };
  weights.emplace(name, StoredWeight{name, entry.dtype, entry.shape, read, release});
}

/// A shard must be a plain file name: an index from elsewhere must not point outside its folder.
void check_shard_name(const std::string& shard, const std::filesystem::path& index) {
  const std::filesystem::path name(shard);
  if (name.filename() != name || shard == "." || shard == ".." || !shard.ends_with(".safetensors") ||
      shard.find('\0') != std::string::npos) {
    throw Error("The index {1} should list names of .safetensors files beside it, but lists \"{2}\".",
                index.string(), shard);
  }
}

Message holder(const Shards& shards, const std::string& tensor) {
  for (const auto& [name, file] : shards) {
    if (file->has(tensor)) return Message("it is in {1}", name);
  }
  return Message("it is in none of the shards");
}

StoredWeights open_indexed(const std::filesystem::path& index) {
  const nlohmann::json json = read_json_object(index, limits::index_bytes);
  const auto map = json.find("weight_map");
  if (map == json.end() || !map->is_object() || map->empty()) {
    throw Error("A weight_map with names of tensors was expected in {1}, but there is none.", index.string());
  }
  Shards shards;
  for (const auto& [tensor, shard] : map->items()) {
    if (!shard.is_string()) {
      throw Error("The index {1} should name a file for the tensor {2}, but says {3}.", index.string(),
                  tensor, shard.type_name());
    }
    const auto name = shard.get<std::string>();
    if (shards.contains(name)) continue;
    check_shard_name(name, index);
    const std::filesystem::path file = index.parent_path() / name;
    if (is_absent(file)) {
      throw Error("The file {1} is missing: {2} lists it as a part of the checkpoint.", file.string(),
                  index.filename().string());
    }
    shards.emplace(name, std::make_shared<const SafetensorsFile>(file));
  }
  StoredWeights weights;
  for (const auto& [tensor, shard] : map->items()) {
    const File& file = shards.at(shard.get<std::string>());
    if (!file->has(tensor)) {
      throw Error("The tensor {1} should be in {2} by the index, but {3}.", tensor, file->path().string(),
                  holder(shards, tensor));
    }
    add(file, tensor, weights);
  }
  return weights;
}

}  // namespace

StoredWeights stored_in_safetensors(const std::filesystem::path& directory) {
  const std::filesystem::path single = directory / "model.safetensors";
  const std::filesystem::path index = directory / "model.safetensors.index.json";
  if (is_absent(single)) {
    if (!is_absent(index)) return open_indexed(index);
    throw Error(
        "Weights were expected in {1}, but it has neither model.safetensors nor "
        "model.safetensors.index.json.",
        directory.string());
  }
  const auto file = std::make_shared<const SafetensorsFile>(single);
  StoredWeights weights;
  for (const SafetensorsEntry& entry : file->tensors()) add(file, entry.name, weights);
  return weights;
}

}  // namespace tilescribe::weights
