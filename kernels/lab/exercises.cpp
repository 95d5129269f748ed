// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/exercises.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "kernels/lab/exercise.h"
#include "kernels/lab/lab_host.h"
#include "kernels/lab/launch_watch.h"
#include "kernels/ops/attention/attention_tile_variants.h"
#include "kernels/ops/conv1d/conv1d_tile_variants.h"
#include "kernels/ops/elementwise/elementwise_tile_variants.h"
#include "kernels/ops/linear/linear_tile_variants.h"
#include "kernels/ops/norm/norm_tile_variants.h"
#include "kernels/ops/rope/rope_tile_variants.h"

namespace tilescribe::kernels::lab {
namespace {

// A launch is known by the bytes of its arguments (cubin_kernel), and our launchers fill them in.
static_assert(std::has_unique_object_representations_v<LinearArgs>);

// The host of the launch that runs on this thread: launchers of tile variants ask a Target for weights
// without naming their runner.
thread_local LabHost* current = nullptr;

/// The target of kernels/ops/tile_variants.h. Our launchers fill in the arguments of our kernels, whose
/// layout the structs of exercise.h share; the user's kernel gets them.
struct LabTarget {
  template <class Kernel>
  static void run(const typename Kernel::Args& args, Runner&, const char* name) {
    if (current->exercise().kernel == name) return current->launch(&args, sizeof args);
    if constexpr (std::is_same_v<Kernel, tile::RopeAnglesKernel> ||
                  std::is_same_v<Kernel, tile::RopeAppendKernel<float>>) {
      current->launch_own(args);
    }
  }
  static const void* data(const Weight* weight) { return current->values(weight); }
  static const float* bias(const Weight* weight) { return current->bias(weight); }
  static tile::Precision float32_products(const Device&) { return tile::Precision::fp32; }
  static bool has_wgmma(const Device&) { return false; }
  static void describe(tile::Factor<const float>& factor, Runner&) { current->describe(factor); }
  static void describe(tile::Factor<const tile::Bf16>&, Runner&) {}
};

template <class T, void (*launch)(const T&, Runner&)>
void watched(const T& op, Runner& runner) {
  current = &host_of(runner);
  const WatchedLaunch noted(describe(op.problem()), current->queues());
  launch(op, runner);
}

// Of an op whose tile kernels come in several configurations: all have the same arguments.
template <class T, void (*launch)(const T&, const Config&, Runner&)>
void any_config(const T& op, Runner& runner) {
  launch(op, Config{}, runner);
}

template <class T, bool (*takes)(const typename T::Problem&, const Device&),
          void (*launch)(const T&, Runner&)>
void add(Registry& registry, const char* engine) {
  registry.add<T>({variant_name, engine, Message("A kernel of the user's own, written in the tile layer."),
                   takes, watched<T, launch>});
}

// Of several ops one after another; decode steps whose rows are on the device stay with the engine's kernel.
void attend_in_parts(Registry& registry, const char* engine) {
  registry.add<Attend>({"parts", engine, composed(), attend_default_takes, attend_default});
}

// The exercises are in float32, on engines that compute in it.
bool float32(const Device& device) {
  return device.activation_dtype() == DType::f32;
}
template <class Problem>
bool in_float32(const Problem&, const Device& device) {
  return float32(device);
}
template <class Problem>
bool gives_float32(const Problem& p, const Device& device) {
  return float32(device) && p.out == DType::f32;
}
bool exact_gelu(const Gelu::Problem& p, const Device& device) {
  return float32(device) && p.dtype == DType::f32 && !p.tanh;
}
bool silu_float32(const GatedSilu::Problem& p, const Device& device) {
  return float32(device) && p.dtype == DType::f32;
}

constexpr std::string_view norms = "norm_qkv_rope_append norm_mlp norm_gated_mlp norm_logits";
constexpr std::string_view products =
    "norm_qkv_rope_append norm_mlp norm_gated_mlp norm_logits linear_gelu linear_residual";

constexpr std::array table{
    Exercise{.name = "attention_scores",
             .op = "attention_scores",
             .kernel = "attention_scores",
             .args = "AttentionScoresArgs",
             .what = "scores of one attention head, TF32",
             .shape = "rows=390",
             .products = true,
             .parts = "",
             .add_first = attend_in_parts,
             .add = add<AttentionScores, in_float32, tile::launch_attention_scores<LabTarget>>},
    Exercise{.name = "softmax",
             .op = "softmax",
             .kernel = "softmax",
             .args = "SoftmaxArgs",
             .what = "softmax of rows in place, causal or not",
             .shape = "rows=390",
             .parts = "",
             .add_first = attend_in_parts,
             .add = add<Softmax, in_float32, tile::launch_softmax<LabTarget>>},
    Exercise{.name = "attention_output",
             .op = "attention_output",
             .kernel = "attention_output",
             .args = "AttentionOutputArgs",
             .what = "weighted sum of the values of one attention head, TF32",
             .shape = "rows=390",
             .products = true,
             .parts = "",
             .add_first = attend_in_parts,
             .add = add<AttentionOutput, in_float32, tile::launch_attention_output<LabTarget>>},
    Exercise{.name = "rms_norm",
             .op = "rms_norm",
             .kernel = "rms_norm",
             .args = "RmsNormArgs",
             .what = "RMSNorm of rows",
             .shape = "rows=390",
             .parts = norms,
             .add = add<RmsNorm, gives_float32, tile::launch_rms_norm<LabTarget>>},
    Exercise{.name = "layer_norm",
             .op = "layer_norm",
             .kernel = "layer_norm",
             .args = "LayerNormArgs",
             .what = "LayerNorm of rows",
             .shape = "rows=1500",
             .parts = norms,
             .add = add<LayerNorm, gives_float32, tile::launch_layer_norm<LabTarget>>},
    Exercise{.name = "gelu",
             .op = "gelu",
             .kernel = "gelu",
             .args = "GeluArgs",
             .what = "GELU, exact",
             .shape = "rows=1500",
             .parts = "norm_mlp linear_gelu",
             .add = add<Gelu, exact_gelu, tile::launch_gelu<LabTarget>>},
    Exercise{.name = "gated_silu",
             .op = "gated_silu",
             .kernel = "gated_silu",
             .args = "GatedSiluArgs",
             .what = "SiLU times its gate's partner",
             .shape = "rows=390",
             .parts = "norm_gated_mlp",
             .add = add<GatedSilu, silu_float32, tile::launch_gated_silu<LabTarget>>},
    Exercise{.name = "linear",
             .op = "linear",
             .kernel = "linear",
             .args = "LinearArgs",
             .what = "linear layer, TF32",
             .shape = "rows=1 out=2048 in=2048",
             .matrices = true,
             .products = true,
             .parts = products,
             .add = add<Linear, in_float32, any_config<Linear, tile::launch_linear<LabTarget>>>},
    Exercise{.name = "conv_gelu",
             .op = "conv_gelu",
             .kernel = "conv_gelu",
             .args = "ConvGeluArgs",
             .what = "convolution over time with three taps, and GELU, TF32",
             .shape = "in=128",
             .matrices = true,
             .products = true,
             .parts = "",
             .add = add<ConvGelu, in_float32, any_config<ConvGelu, tile::launch_conv_gelu<LabTarget>>>},
    Exercise{.name = "rope_angles",
             .op = "rope_append",
             .kernel = "rope_angles",
             .args = "RopeAnglesArgs",
             .what = "RoPE: cosines and sines of positions",
             .shape = "rows=390",
             .parts = "norm_qkv_rope_append",
             .add = add<RopeAppend, in_float32, tile::launch_rope_append<LabTarget>>},
    Exercise{.name = "rope_append",
             .op = "rope_append",
             .kernel = "rope_append",
             .args = "RopeAppendArgs",
             .what = "RoPE: queries and keys rotated, keys and values cached",
             .shape = "rows=390",
             .parts = "norm_qkv_rope_append",
             .add = add<RopeAppend, in_float32, tile::launch_rope_append<LabTarget>>},
};

}  // namespace

std::span<const Exercise> exercises() {
  return table;
}

std::string exercise_names() {
  std::string names;
  for (const Exercise& one : table) names += (names.empty() ? "" : ", ") + std::string(one.name);
  return names;
}

const Exercise& exercise_named(std::string_view name) {
  const auto* const found = std::ranges::find(table, name, &Exercise::name);
  if (found == table.end())
    throw Error("There is no exercise named {1}; the exercises are {2}.", name, exercise_names());
  return *found;
}

const Exercise& exercise_of(std::string_view source, const std::string& file) {
  constexpr std::string_view mark = "// Exercise: ";
  for (std::string_view rest = source; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.starts_with(mark)) continue;
    line.remove_prefix(mark.size());
    while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
    return exercise_named(line);
  }
  throw Error("{1} has no line “// Exercise: NAME”, which says what the kernel computes; the names are {2}.",
              file, exercise_names());
}

}  // namespace tilescribe::kernels::lab
