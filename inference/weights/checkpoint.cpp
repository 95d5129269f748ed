// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/checkpoint.h"

#include <algorithm>
#include <optional>
#include <set>

#include "inference/weights/aligned_buffer.h"
#include "inference/weights/name_layouts.h"
#include "inference/weights/shards.h"
#include "inference/weights/tensor_check.h"
#include "inference/weights/tensor_list.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

SourceTensor half_split(const SourceTensor& interleaved, const RotaryHeads& heads) {
  const std::size_t bytes = interleaved.view().bytes();
  const std::shared_ptr<std::byte> copy = aligned_buffer(bytes);
  interleaved_to_half_split({interleaved.data, bytes}, {copy.get(), bytes}, heads);
  return {interleaved.dtype, interleaved.shape, copy.get(), copy};
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
  StoredWeights stored = stored_in_safetensors(directory);
  const bool original = std::ranges::any_of(stored, shows_original_layout, &StoredWeights::value_type::first);
  const NameLayout layout = original ? NameLayout::original : NameLayout::current;
  const RotaryHeads heads{static_cast<std::size_t>(config_.encoder.heads),
                          static_cast<std::size_t>(config_.encoder.head_dim),
                          static_cast<std::size_t>(config_.encoder.rotary_dim)};
  for (auto& [stored_name, weight] : stored) {
    const std::optional<std::string> name = published_name(stored_name, layout);
    if (!name) continue;
    if (original && is_encoder_query_or_key(*name)) {
      weight.read = [read = std::move(weight.read), heads] { return half_split(read(), heads); };
    }
    const auto [place, fresh] = tensors_.try_emplace(*name, std::move(weight));
    if (!fresh) {
      throw Error("The checkpoint {1} holds {2} twice, as {3} and as {4}.", directory.string(), *name,
                  place->second.name, stored_name);
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
  const std::vector<std::int64_t>& shape = first->second.shape;
  if (shape.size() == 2 && shape[1] == merged_frames * config_.encoder.hidden) {
    config_.projector_hidden = shape[0];
  }
}

void Checkpoint::check(const std::filesystem::path& directory) {
  const std::vector<TensorSpec> expected = expected_tensors(config_);
  check_tensors(expected, tensors_, directory.string());
  std::set<std::string_view> names;
  for (const TensorSpec& spec : expected) {
    names.insert(spec.name);
    if (!(tied_ && spec.name == lm_head_name)) parameters_ += element_count(spec.shape);
  }
  std::erase_if(tensors_, [&](const auto& item) { return !names.contains(item.first); });
}

}  // namespace tilescribe::weights
