// SPDX-License-Identifier: Apache-2.0
#include "inference/align/letter_head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "inference/audio/pcm_reader.h"
#include "inference/layers/log_softmax.h"
#include "inference/text/json_access.h"
#include "inference/weights/limits.h"
#include "inference/weights/safetensors.h"
#include "kernels/core/error.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::align {
namespace {

using kernels::DType;
using kernels::Tensor;
using kernels::WeightRole;

constexpr std::size_t frame_samples = 320;  // of the audio tower's positions
constexpr float norm_eps = 1e-5f;
constexpr std::int64_t most_taps = 99;        // of the convolution: two seconds
constexpr std::int64_t most_channels = 4096;  // of the convolution, each a value of a frame
constexpr double most_late_s = 10.0;

/// A tensor of the side file in host memory.
struct HostTensor {
  std::vector<float> values;
  std::vector<std::int64_t> shape;
};

/// The side file's contents, checked against each other.
class SideFile {
 public:
  explicit SideFile(const std::filesystem::path& path) : file_(path) {
    conv = tensor("conv.weight", 3);
    conv_bias = tensor("conv.bias", 1);
    out = tensor("out.weight", 2);
    out_bias = tensor("out.bias", 1);
    constexpr auto symbols = static_cast<std::int64_t>(LetterScores::symbols);
    if (conv.shape[0] > most_channels)
      throw Error("The aligner {1} should have a convolution of at most {2} channels, and has one of {3}.",
                  path.string(), most_channels, conv.shape[0]);
    if (conv.shape[0] < 1 || conv.shape[2] % 2 != 1 || conv.shape[2] > most_taps ||
        conv_bias.shape[0] != conv.shape[0] || out.shape[1] != conv.shape[0] || out.shape[0] != symbols ||
        out_bias.shape[0] != symbols) {
      throw Error(
          "The aligner {1} should have a convolution of at least one channel over an odd number of frames, "
          "at most {2}, and an output of {3} symbols, and its tensors have other shapes.",
          path.string(), most_taps, symbols);
    }
    const std::string layer_text = text("layer");
    std::from_chars(layer_text.data(), layer_text.data() + layer_text.size(), layer);
    const nlohmann::json stated = text::parse_json(text("late_seconds"), place("late_seconds"));
    const auto seconds = [&](const char* key) {
      if (!stated.is_object() || !stated.contains(key) || !stated[key].is_number() ||
          std::abs(stated[key].get<double>()) > most_late_s)
        throw Error(
            "The aligner {1} should state in late_seconds how late starts and ends are, as numbers from -{2} "
            "to {2}.",
            path.string(), Real{most_late_s, 0});
      return stated[key].get<double>();
    };
    late = {seconds("start"), seconds("end")};
  }

  HostTensor conv, conv_bias, out, out_bias;
  std::int64_t layer = 0;  // the head reads what leaves this many layers
  Lateness late;

 private:
  HostTensor tensor(std::string_view name, std::size_t rank) const {
    const std::vector<std::int64_t>& shape = file_.entry(name).shape;
    if (shape.size() != rank)
      throw Error("The tensor {1} of the aligner {2} should have {3} dimensions, and has {4}.", name,
                  file_.path().string(), rank, shape.size());
    return {file_.floats(name), shape};
  }
  std::string text(const std::string& key) const {
    const auto found = file_.metadata().find(key);
    if (found == file_.metadata().end())
      throw Error("The aligner {1} should state {2} in its metadata, and does not.", file_.path().string(),
                  key);
    if (found->second.size() > weights::limits::stated_bytes)
      throw Error("At most {1} bytes were expected in {2}, but it has {3}.", weights::limits::stated_bytes,
                  place(key), found->second.size());
    return found->second;
  }
  std::string place(const std::string& key) const { return file_.path().string() + " (" + key + ")"; }

  weights::SafetensorsFile file_;
};

kernels::WeightHandle prepared(kernels::Backend& backend, WeightRole role, const std::vector<float>& values,
                               kernels::Shape shape, const std::vector<float>& bias = {}) {
  kernels::WeightPart part;
  part.weight = {values.data(), DType::f32, shape};
  if (!bias.empty()) part.bias = {bias.data(), DType::f32, {static_cast<std::int64_t>(bias.size())}};
  return backend.prepare(role, std::array{part});
}

// [out, in, taps] → [out, taps · in]: as consecutive frames lie behind each other.
std::vector<float> by_taps(const HostTensor& conv) {
  const auto out = static_cast<std::size_t>(conv.shape[0]), in = static_cast<std::size_t>(conv.shape[1]),
             taps = static_cast<std::size_t>(conv.shape[2]);
  std::vector<float> values(conv.values.size());
  for (std::size_t o = 0; o < out; ++o) {
    for (std::size_t c = 0; c < in; ++c) {
      for (std::size_t j = 0; j < taps; ++j)
        values[(o * taps + j) * in + c] = conv.values[(o * in + c) * taps + j];
    }
  }
  return values;
}

}  // namespace

LetterHead::LetterHead(kernels::Backend& backend, const weights::EncoderConfig& config,
                       const std::filesystem::path& side_file) {
  const SideFile side(side_file);
  backend.prepare_as({});  // not as the last group of a model's layers
  if (side.layer < 1 || side.layer > config.layers || side.conv.shape[1] != config.hidden) {
    throw Error(
        "The aligner {1} reads layer {2} with {3} values, but the audio tower has {4} layers with {5}.",
        side_file.string(), side.layer, side.conv.shape[1], config.layers, config.hidden);
  }
  layer_ = side.layer;
  width_ = config.hidden;
  taps_ = side.conv.shape[2];
  const auto width = static_cast<std::size_t>(width_);
  ones_ = prepared(backend, WeightRole::vector, std::vector<float>(width, 1.0f), {width_});
  zeros_ = prepared(backend, WeightRole::vector, std::vector<float>(width, 0.0f), {width_});
  conv_ = {prepared(backend, WeightRole::matrix, by_taps(side.conv), {side.conv.shape[0], taps_ * width_},
                    side.conv_bias.values),
           true};
  out_ = {prepared(backend, WeightRole::matrix, side.out.values, {side.out.shape[0], side.out.shape[1]},
                   side.out_bias.values)};
  late_ = side.late;
}

void LetterHead::listen(kernels::Backend& backend, const kernels::ConstTensorView& rows, std::size_t samples,
                        double start_s, LetterScores& scores) const {
  const Tensor normed = backend.tensor(DType::f32, rows.shape);
  backend.run(kernels::LayerNorm{
      .out = normed, .x = rows, .gain = ones_.get(), .bias = zeros_.get(), .eps = norm_eps});
  // The convolution as a product: each row holds its frame and the frames around it.
  const auto width = static_cast<std::size_t>(width_), taps = static_cast<std::size_t>(taps_),
             frames = static_cast<std::size_t>(rows.shape[0]);
  std::vector<float> padded((frames + taps - 1) * width, 0.0f);
  std::vector<float> values(frames * width);
  backend.download(values.data(), normed);
  std::ranges::copy(values, padded.begin() + static_cast<std::ptrdiff_t>(taps / 2 * width));
  std::vector<float> gathered(frames * taps * width);
  for (std::size_t t = 0; t < frames; ++t) {
    std::copy_n(padded.begin() + static_cast<std::ptrdiff_t>(t * width), taps * width,
                gathered.begin() + static_cast<std::ptrdiff_t>(t * taps * width));
  }
  const Tensor around = backend.tensor(DType::f32, {rows.shape[0], taps_ * width_});
  backend.upload(around.view(), gathered.data());
  const Tensor logits = out_(backend, conv_(backend, around));
  std::vector<float> found(frames * LetterScores::symbols);
  backend.download(found.data(), logits);

  const std::size_t heard = (samples + frame_samples - 1) / frame_samples;
  for (std::size_t t = 0; t < std::min(heard, frames); ++t) {
    const std::span<float> frame = std::span(found).subspan(t * LetterScores::symbols, LetterScores::symbols);
    layers::log_softmax(frame);
    scores.log_probabilities.insert(scores.log_probabilities.end(), frame.begin(), frame.end());
    scores.seconds.push_back(start_s + static_cast<double>(t * frame_samples) / audio::sample_rate);
  }
}

}  // namespace tilescribe::align
