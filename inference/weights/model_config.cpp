// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/model_config.h"

#include <cmath>
#include <set>
#include <system_error>

#include "inference/weights/config_section.h"
#include "inference/weights/json_file.h"
#include "inference/weights/limits.h"
#include "inference/weights/mapped_file.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

constexpr std::int64_t window_positions = 1500;  // 30 s at 10 ms per frame, halved by the second convolution
constexpr std::int64_t whisper_mel_bins = 128;
constexpr int published_audio_token = 59260;  // <|pad|>; configs before 2025-12-27 did not name it

std::int64_t heads_width(const ConfigSection& section, const char* key, std::int64_t hidden,
                         std::int64_t heads) {
  if (const auto head_dim = section.optional_integer("head_dim", 2, limits::width)) {
    if (*head_dim % 2 != 0) section.refuse("head_dim", Message("even, for rotary embeddings"));
    return *head_dim;
  }
  if (hidden % heads != 0 || hidden / heads % 2 != 0) {
    section.refuse(
        key,
        Message("a number of heads that divides {1} into an even head size (head_dim is missing)", hidden));
  }
  return hidden / heads;
}

/// What a stack takes for each row grows with these products, whatever the size of its file.
void check_products(const ConfigSection& section, const char* heads_key, const char* layers_key,
                    std::int64_t layers, std::int64_t heads, std::int64_t head_dim) {
  if (heads * head_dim > limits::heads_width)
    section.refuse(heads_key, Message("a number of heads of {1} values each with at most {2} values in all",
                                      head_dim, limits::heads_width));
  if (layers * heads > limits::all_heads)
    section.refuse(layers_key, Message("a number of layers of {1} heads each with at most {2} heads in all",
                                       heads, limits::all_heads));
}

struct Rope {
  float theta = 10000.0f;
  double rotary_share = 1.0;  // of a head's dimensions
};

/// Rotary embedding, from rope_parameters (transformers 5) or from the section itself (before).
Rope read_rope(const ConfigSection& section, double default_share) {
  Rope rope;
  const auto scaling = section.optional_section("rope_scaling");  // before transformers 5
  const auto parameters = section.optional_section("rope_parameters");
  for (const auto* part : {&scaling, &parameters}) {
    if (!*part) continue;
    (*part)->expect_text("rope_type", "default");
    (*part)->expect_text("type", "default");
  }
  const auto either = [&](const char* key, double least, double most, double fallback) {
    if (parameters) {
      if (const auto value = parameters->optional_number(key, least, most)) return *value;
    }
    return section.optional_number(key, least, most).value_or(fallback);
  };
  rope.theta = static_cast<float>(either("rope_theta", 1.0, 1e12, 10000.0));
  rope.rotary_share = either("partial_rotary_factor", 0.0, 1.0, default_share);
  return rope;
}

std::int64_t rotary_dims(const ConfigSection& section, std::int64_t head_dim, double share) {
  const double exact = static_cast<double>(head_dim) * share;
  const auto dims = static_cast<std::int64_t>(std::lround(exact));
  if (dims < 2 || dims % 2 != 0 || std::abs(exact - static_cast<double>(dims)) > 1e-6) {
    section.refuse("partial_rotary_factor",
                   Message("a share that turns an even number of the {1} dims of a head", head_dim));
  }
  return dims;
}

EncoderConfig read_encoder(const ConfigSection& audio) {
  EncoderConfig encoder;
  encoder.hidden = audio.integer("hidden_size", 2, limits::width);
  encoder.ffn = audio.integer("intermediate_size", 1, limits::ffn);
  // transformers cuts the encoder's output into rows of intermediate_size, which determines the number of
  // merged frames.
  if (encoder.ffn != merged_frames * encoder.hidden) {
    audio.refuse("intermediate_size", Message("{1} (4 times hidden_size: the projector joins 4 frames)",
                                              merged_frames * encoder.hidden));
  }
  encoder.layers = audio.integer("num_hidden_layers", 1, limits::layers);
  encoder.heads = audio.integer("num_attention_heads", 1, limits::heads);
  if (audio.optional_integer("num_key_value_heads", 1, limits::heads).value_or(encoder.heads) !=
      encoder.heads) {
    audio.refuse("num_key_value_heads",
                 Message("{1} (as many as num_attention_heads in the encoder)", encoder.heads));
  }
  encoder.head_dim = heads_width(audio, "num_attention_heads", encoder.hidden, encoder.heads);
  check_products(audio, "num_attention_heads", "num_hidden_layers", encoder.layers, encoder.heads,
                 encoder.head_dim);
  audio.expect_text("hidden_act", "gelu");
  encoder.mel_bins = audio.optional_integer("num_mel_bins", 1, limits::width).value_or(whisper_mel_bins);
  encoder.max_positions =
      audio.optional_integer("max_position_embeddings", window_positions, limits::positions)
          .value_or(window_positions);
  const Rope rope = read_rope(audio, 0.5);
  encoder.rope_theta = rope.theta;
  encoder.rotary_dim = rotary_dims(audio, encoder.head_dim, rope.rotary_share);
  return encoder;
}

/// The encoder with the names of Whisper's config. Its RoPE was fixed in the model's code.
EncoderConfig read_whisper_encoder(const ConfigSection& whisper) {
  EncoderConfig encoder;
  encoder.hidden = whisper.integer("d_model", 2, limits::width);
  encoder.ffn = whisper.integer("encoder_ffn_dim", 1, limits::ffn);
  encoder.layers = whisper.integer("encoder_layers", 1, limits::layers);
  encoder.heads = whisper.integer("encoder_attention_heads", 1, limits::heads);
  encoder.head_dim = heads_width(whisper, "encoder_attention_heads", encoder.hidden, encoder.heads);
  check_products(whisper, "encoder_attention_heads", "encoder_layers", encoder.layers, encoder.heads,
                 encoder.head_dim);
  if (encoder.head_dim % 4 != 0) {
    whisper.refuse("encoder_attention_heads", Message("a number of heads whose size is a multiple of 4"));
  }
  encoder.rotary_dim = encoder.head_dim / 2;
  whisper.expect_text("activation_function", "gelu");
  whisper.expect_flag("scale_embedding", false);
  encoder.mel_bins = whisper.optional_integer("num_mel_bins", 1, limits::width).value_or(whisper_mel_bins);
  encoder.max_positions =
      whisper.optional_integer("max_source_positions", window_positions, limits::positions)
          .value_or(window_positions);
  return encoder;
}

DecoderConfig read_decoder(const ConfigSection& text) {
  DecoderConfig decoder;
  text.expect_text("model_type", "llama");
  decoder.hidden = text.integer("hidden_size", 2, limits::width);
  decoder.ffn = text.integer("intermediate_size", 1, limits::ffn);
  decoder.layers = text.integer("num_hidden_layers", 1, limits::layers);
  decoder.heads = text.integer("num_attention_heads", 1, limits::heads);
  decoder.kv_heads = text.optional_integer("num_key_value_heads", 1, limits::heads).value_or(decoder.heads);
  if (decoder.heads % decoder.kv_heads != 0) {
    text.refuse("num_key_value_heads", Message("a divisor of the {1} attention heads", decoder.heads));
  }
  decoder.head_dim = heads_width(text, "num_attention_heads", decoder.hidden, decoder.heads);
  check_products(text, "num_attention_heads", "num_hidden_layers", decoder.layers, decoder.heads,
                 decoder.head_dim);
  const std::int64_t cached = 2 * decoder.kv_heads * decoder.head_dim;  // of a layer
  if (decoder.layers * cached > limits::cached_values)
    text.refuse("num_hidden_layers",
                Message("a number of layers that keep {1} values of a token each, and at most {2} in all",
                        cached, limits::cached_values));
  decoder.vocab = text.integer("vocab_size", 1, limits::vocab);
  decoder.max_positions =
      text.optional_integer("max_position_embeddings", 1, limits::positions).value_or(8192);
  decoder.rms_eps = static_cast<float>(text.optional_number("rms_norm_eps", 1e-12, 0.1).value_or(1e-5));
  text.expect_text("hidden_act", "silu");
  text.expect_flag("attention_bias", false);
  text.expect_flag("mlp_bias", false);
  const Rope rope = read_rope(text, 1.0);
  decoder.rope_theta = rope.theta;
  if (rotary_dims(text, decoder.head_dim, rope.rotary_share) != decoder.head_dim) {
    text.refuse("partial_rotary_factor", Message("1 (RoPE turns a whole head of the decoder)"));
  }
  return decoder;
}

/// A snapshot in the Hugging Face cache is in models--OWNER--NAME/snapshots/COMMIT.
std::string model_name(const std::filesystem::path& directory) {
  std::error_code ignored;
  std::filesystem::path folder = std::filesystem::weakly_canonical(directory, ignored);
  if (ignored) folder = directory;
  const std::string repository = folder.parent_path().parent_path().filename().string();
  if (folder.parent_path().filename() == "snapshots" && repository.starts_with("models--")) {
    return repository.substr(repository.rfind("--") + 2);
  }
  return folder.filename().string();
}

}  // namespace

ModelConfig read_model_config(const std::filesystem::path& directory) {
  const std::filesystem::path file = directory / "config.json";
  std::error_code unknown;  // if the folder can't be accessed, opening the file gives the reason
  const std::filesystem::file_type type_of_directory = std::filesystem::status(directory, unknown).type();
  if (type_of_directory == std::filesystem::file_type::not_found) {
    throw Error("A model folder was expected at {1}, but nothing is there.", directory.string());
  }
  if (type_of_directory == std::filesystem::file_type::regular) {
    throw Error("A model folder was expected at {1}, but it is a file.", directory.string());
  }
  if (is_absent(file)) {
    throw Error("The folder {1} holds no model: it has no config.json.", directory.string());
  }
  const nlohmann::json content = read_json_object(file, limits::config_bytes);
  const ConfigSection config(content, file.string());
  const std::string type = config.optional_text("model_type").value_or("");
  if (type != "glmasr" && type != "Glmasr") config.refuse("model_type", Message("\"glmasr\""));

  ModelConfig model;
  model.name = model_name(directory);
  const auto lm = config.optional_section("lm_config");  // only before 2025-12-27
  const auto text = lm ? lm : config.optional_section("text_config");
  const auto audio = config.optional_section(lm ? "whisper_config" : "audio_config");
  if (!text) config.refuse("text_config", Message("an object"));
  if (!audio) config.refuse(lm ? "whisper_config" : "audio_config", Message("an object"));
  model.decoder = read_decoder(*text);
  if (lm) {
    model.encoder = read_whisper_encoder(*audio);
    config.expect_text("adapter_type", "mlp");
    config.expect_text("mlp_adapter_act", "gelu");
    config.expect_flag("use_rope", true);
  } else {
    model.encoder = read_encoder(*audio);
    config.expect_text("projector_hidden_act", "gelu");
  }
  if (config.optional_integer("merge_factor", 1, limits::width).value_or(merged_frames) != merged_frames) {
    config.refuse("merge_factor", Message::verbatim(std::to_string(merged_frames)));
  }
  if (model.encoder.mel_bins != whisper_mel_bins)
    audio->refuse("num_mel_bins", Message::verbatim(std::to_string(whisper_mel_bins)));
  model.projector_hidden = 2 * model.decoder.hidden;

  const std::int64_t last_id = model.decoder.vocab - 1;
  model.audio_token_id = lm && !config.has("audio_token_id") && published_audio_token <= last_id
                             ? published_audio_token
                             : static_cast<int>(config.integer("audio_token_id", 0, last_id));

  std::set<int> stops;
  const auto add_stops = [&](const ConfigSection& section) {
    for (const std::int64_t id : section.integers("eos_token_id", 0, last_id))
      stops.insert(static_cast<int>(id));
  };
  add_stops(config);
  add_stops(*text);
  const std::filesystem::path generation_file = directory / "generation_config.json";
  if (!is_absent(generation_file)) {
    const nlohmann::json generation = read_json_object(generation_file, limits::config_bytes);
    add_stops(ConfigSection(generation, generation_file.string()));
  }
  model.stop_ids.assign(stops.begin(), stops.end());
  return model;
}

ModelConfig nano_config() {
  ModelConfig model;
  model.encoder = {.hidden = 1280,
                   .ffn = 5120,
                   .layers = 32,
                   .heads = 20,
                   .head_dim = 64,
                   .rotary_dim = 32,
                   .mel_bins = whisper_mel_bins,
                   .max_positions = window_positions,
                   .rope_theta = 10000.0f,
                   .norm_eps = 1e-5f};
  model.decoder = {.hidden = 2048,
                   .ffn = 6144,
                   .layers = 28,
                   .heads = 16,
                   .kv_heads = 4,
                   .head_dim = 128,
                   .vocab = 59264,
                   .max_positions = 8192,
                   .rope_theta = 10000.0f,
                   .rms_eps = 1e-5f};
  model.projector_hidden = 4096;
  model.audio_token_id = published_audio_token;
  model.stop_ids = {59246, 59253, 59255};
  model.name = "GLM-ASR-Nano-2512";
  return model;
}

}  // namespace tilescribe::weights
