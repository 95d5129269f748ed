// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/checkpoint.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <span>

#include "inference/weights/aligned_buffer.h"
#include "inference/weights/name_layouts.h"
#include "inference/weights/shards.h"
#include "inference/weights/tensor_list.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

std::optional<kernels::DType> weight_dtype(std::string_view dtype) {
  if (dtype == "F32") return kernels::DType::f32;
  if (dtype == "F16") return kernels::DType::f16;
  if (dtype == "BF16") return kernels::DType::bf16;
  return std::nullopt;
}

std::string text(const std::vector<std::int64_t>& shape) {
  std::string result = "[";
  for (const std::int64_t dim : shape) result += (result.size() > 1 ? ", " : "") + std::to_string(dim);
  return result + "]";
}

std::string lines(const std::vector<std::string>& complaints) {
  std::string result;
  for (const std::string& complaint : complaints) result += complaint + "\n";
  return result;
}

}  // namespace

std::unique_ptr<Checkpoint> Checkpoint::open(const std::filesystem::path& directory) {
  std::unique_ptr<Checkpoint> checkpoint(new Checkpoint(read_model_config(directory)));
  checkpoint->map_names(directory);
  checkpoint->read_projector_width();
  checkpoint->check(directory);
  return checkpoint;
}

void Checkpoint::map_names(const std::filesystem::path& directory) {
  const std::vector<StoredTensor> stored = open_shards(directory);
  const bool original = std::any_of(stored.begin(), stored.end(),
                                    [](const StoredTensor& t) { return shows_original_layout(t.name); });
  const NameLayout layout = original ? NameLayout::original : NameLayout::current;
  for (const StoredTensor& tensor : stored) {
    const std::optional<std::string> name = published_name(tensor.name, layout);
    if (!name) continue;
    const bool interleaved = original && is_encoder_query_or_key(*name);
    const auto [place, fresh] = tensors_.try_emplace(*name, Source{tensor.file, tensor.name, interleaved});
    if (!fresh) {
      throw Error("The checkpoint {1} holds {2} twice, as {3} and as {4}.", directory.string(), *name,
                  place->second.stored_name, tensor.name);
    }
  }
  // A checkpoint whose output layer is the embedding stores it only once.
  if (const auto embedding = tensors_.find(embedding_name); embedding != tensors_.end()) {
    tied_ = tensors_.try_emplace(lm_head_name, embedding->second).second;
  }
}

void Checkpoint::read_projector_width() {
  const auto first = tensors_.find(projector_in_name);
  if (first == tensors_.end()) return;  // check() lists it as missing
  const std::vector<std::int64_t>& shape = first->second.entry().shape;
  if (shape.size() == 2 && shape[1] == merged_frames * config_.encoder.hidden) {
    config_.projector_hidden = shape[0];
  }
}

void Checkpoint::check(const std::filesystem::path& directory) {
  const std::vector<TensorSpec> expected = expected_tensors(config_);
  std::vector<std::string> missing;
  std::vector<std::string> misshapen;
  std::vector<std::string> mistyped;
  std::set<std::string, std::less<>> names;
  for (const TensorSpec& spec : expected) {
    names.insert(spec.name);
    const auto found = tensors_.find(spec.name);
    if (found == tensors_.end()) {
      missing.push_back("missing: " + spec.name + " " + text(spec.shape));
      continue;
    }
    const SafetensorsEntry& entry = found->second.entry();
    if (entry.shape != spec.shape) {
      misshapen.push_back("misshapen: " + spec.name + " should be " + text(spec.shape) + ", is " +
                          text(entry.shape));
    } else if (!weight_dtype(entry.dtype)) {
      mistyped.push_back("dtype: " + spec.name + " should be F32, F16 or BF16, is " + entry.dtype);
    } else if (!(tied_ && spec.name == lm_head_name)) {
      parameters_ += element_count(spec.shape);
    }
  }
  std::vector<std::string> unknown;
  std::erase_if(tensors_, [&](const auto& item) {
    if (names.contains(item.first)) return false;
    const SafetensorsEntry& entry = item.second.entry();
    unknown.push_back("unknown: " + entry.name + " " + text(entry.shape));
    return true;
  });
  if (missing.empty() && misshapen.empty() && mistyped.empty()) return;
  throw Error(Message("The tensors of {1} do not fit its config.json: of {2} expected, {3} are missing, {4} "
                      "have another shape and {5} another dtype; {6} are unknown.",
                      directory.string(), expected.size(), missing.size(), misshapen.size(), mistyped.size(),
                      unknown.size()),
              lines(missing) + lines(misshapen) + lines(mistyped) + lines(unknown));
}

SourceTensor Checkpoint::tensor(std::string_view name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) {
    throw Error("The tensor {1} was asked for, but the checkpoint has none of that name.", name);
  }
  const Source& source = found->second;
  const SafetensorsEntry& entry = source.entry();
  const std::span<const std::byte> stored = source.file->bytes(entry.name);
  SourceTensor tensor{*weight_dtype(entry.dtype), entry.shape, stored.data(), source.file};
  const bool aligned = reinterpret_cast<std::uintptr_t>(stored.data()) % kernels::size_of(tensor.dtype) == 0;
  if (aligned && !source.interleaved) return tensor;

  const std::shared_ptr<std::byte> copy = aligned_buffer(stored.size());
  if (source.interleaved) {
    const EncoderConfig& encoder = config_.encoder;
    interleaved_to_half_split(
        stored, {copy.get(), stored.size()},
        {static_cast<std::size_t>(encoder.heads), static_cast<std::size_t>(encoder.head_dim),
         static_cast<std::size_t>(encoder.rotary_dim)});
  } else {
    std::memcpy(copy.get(), stored.data(), stored.size());
  }
  tensor.data = copy.get();
  tensor.owner = copy;
  return tensor;
}

void Checkpoint::release(std::string_view name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) return;
  found->second.file->check();
  found->second.file->release(found->second.stored_name);
}

}  // namespace tilescribe::weights
