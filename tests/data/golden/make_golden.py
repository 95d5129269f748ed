#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write reference ("golden") cases for GLM-ASR inference, computed by transformers in float32.

usage: make_golden.py random OUT_DIR AUDIO [AUDIO ...] [--seed N] [--new-tokens N]
       make_golden.py checkpoint DIR OUT_DIR AUDIO [AUDIO ...] [--new-tokens N]

`random` writes, for each shape in SHAPES, OUT_DIR/NAME/: a checkpoint folder as a user would download it,
with seeded random weights, and a case for each audio file. `checkpoint` writes the cases of a checkpoint that
exists.

A case is OUT_DIR[/NAME]/golden-STEM.safetensors with
  input_features_every_25  [windows, 128, 120] f32     log-mel, every 25th of 3000 frames
  encoder                  [windows, 60, hidden] f32   audio tower, normalized, every 25th of 1500
  audio_embeds             [tokens, text_hidden] f32   projector output, positions of padding dropped
  input_ids                [prompt] i64
  prefill_logits           [vocab] f32                 logits of the last prompt position
  generated                [n] i64                     greedy continuation, stop ids included
  generated_margins        [n] f32                     best logit minus second best at each step
and golden-STEM.json with the decoded text and the number of samples.

Needs torch, transformers >= 5.0, tokenizers, safetensors, numpy, soundfile; no GPU.
"""

import argparse
import json
import re
from pathlib import Path

import numpy as np
import soundfile
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    AutoProcessor,
    GlmAsrConfig,
    GlmAsrForConditionalGeneration,
    GlmAsrProcessor,
    PreTrainedTokenizerFast,
    WhisperFeatureExtractor,
)

# The shapes of the random checkpoints: small enough to be committed, different enough to catch a mixed-up
# dimension. The audio tower's intermediate_size is four times its width: the projector merges 4 frames.
SHAPES = {
    # head sizes of the published model, one head each
    "tiny-a": {
        "audio": {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 1, "head_dim": 64},
        "text": {
            "hidden_size": 64,
            "intermediate_size": 96,
            "num_hidden_layers": 2,
            "num_attention_heads": 1,
            "num_key_value_heads": 1,
            "head_dim": 128,
        },
    },
    # several heads, two query heads a key head, head size 32
    "tiny-b": {
        "audio": {"hidden_size": 128, "num_hidden_layers": 1, "num_attention_heads": 2, "head_dim": 64},
        "text": {
            "hidden_size": 64,
            "intermediate_size": 160,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "head_dim": 32,
        },
    },
}
VOCAB_SIZE = 448

SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SPECIAL_TOKENS = [
    "<|endoftext|>",
    "[MASK]",
    "[gMASK]",
    "[sMASK]",
    "<sop>",
    "<eop>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|observation|>",
    "<|begin_of_image|>",
    "<|end_of_image|>",
    "<|begin_of_video|>",
    "<|end_of_video|>",
    "<|pad|>",
    "<|begin_of_audio|>",
    "<|end_of_audio|>",
]
STOP_TOKENS = ["<|endoftext|>", "<|user|>", "<|observation|>"]
CHAT_TEMPLATE = """{%- macro to_text(content) -%}
{%- if content is string -%}{{- content -}}
{%- else -%}{%- for item in content -%}
{%- if item.type == 'text' -%}{{- item.text -}}
{%- elif item.type == 'audio' or 'audio' in item -%}<|begin_of_audio|><|pad|><|end_of_audio|><|user|>
{% endif -%}{%- endfor -%}{%- endif -%}{%- endmacro -%}
{%- for m in messages -%}
{%- if m.role == 'system' -%}<|system|>
{{ to_text(m.content) | trim }}
{%- elif m.role == 'user' -%}<|user|>
{{ to_text(m.content) | trim }}
{%- elif m.role == 'assistant' -%}<|assistant|>
{{ to_text(m.content) | trim }}
{%- endif -%}{%- endfor -%}
{%- if add_generation_prompt -%}<|assistant|>
{% endif -%}"""
TOKENIZER_CORPUS = [
    "Please transcribe this audio into text. A model listens to a window of thirty seconds"
    " and writes words, token after token.",
    "He said: \"It's late; we're leaving, aren't we?\" They'd asked twice,"
    " and she'll answer on Tuesday, the 21st, at 9.15.",
    "语音识别把声音变成文字。今天天气很好，我们去公园散步。粤语：你食咗飯未呀？",
    "Größe, naïve, façade, Ελληνικά, русский, 日本語, 한국어 🙂👍🏽",
]


def train_tokenizer():
    """A byte-level BPE tokenizer with the published split expression, markers and order of special tokens."""
    tokenizer = Tokenizer(models.BPE(byte_fallback=False))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCAB_SIZE - len(SPECIAL_TOKENS),
        special_tokens=[],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(TOKENIZER_CORPUS, trainer)
    tokenizer.add_special_tokens(SPECIAL_TOKENS)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<|pad|>", eos_token="<|endoftext|>", padding_side="left"
    )


def published_name(name):
    """The tensor's name in the published GLM-ASR-Nano-2512 checkpoint, whatever tree transformers builds."""
    for part in ("audio_tower.", "multi_modal_projector."):
        if part in name:
            return name[name.index(part) :]
    if "lm_head." in name:
        return "language_model.lm_head." + name.rsplit(".", 1)[1]
    return "language_model.model." + re.sub(r"^(model\.|language_model\.)+", "", name)


def random_config(shape, token_ids):
    """The configuration of one of SHAPES; token_ids maps special tokens to ids."""
    rope = {"rope_type": "default", "rope_theta": 10000.0}
    audio = dict(
        shape["audio"],
        model_type="glmasr_encoder",
        intermediate_size=4 * shape["audio"]["hidden_size"],
        num_key_value_heads=shape["audio"]["num_attention_heads"],
        num_mel_bins=128,
        max_position_embeddings=1500,
        rope_parameters=dict(rope, partial_rotary_factor=0.5),
    )
    text = dict(
        shape["text"],
        model_type="llama",
        vocab_size=VOCAB_SIZE,
        max_position_embeddings=8192,
        rms_norm_eps=1e-5,
        tie_word_embeddings=False,
        bos_token_id=None,
        eos_token_id=[token_ids[token] for token in STOP_TOKENS],
        pad_token_id=token_ids["<|pad|>"],
        rope_parameters=rope,
    )
    return GlmAsrConfig(
        audio_config=audio, text_config=text, audio_token_id=token_ids["<|pad|>"], tie_word_embeddings=False
    )


def fill_with_random_weights(model, seed):
    """Normal weights, wide enough for clear margins between tokens; biases and gains are not trivial."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if weight.ndim > 1:
                gain = 3.0 if "lm_head" in name else 1.0
                fan_in = 1 if "embed" in name else weight[0].numel()
                weight.normal_(0, gain / fan_in**0.5, generator=generator)
            elif name.endswith("bias"):
                weight.normal_(0, 0.1, generator=generator)
            else:
                weight.normal_(1.0, 0.1, generator=generator)


def write_random_checkpoint(shape, seed, folder):
    """Write a checkpoint folder with random weights; gives back its model and processor."""
    tokenizer = train_tokenizer()
    assert len(tokenizer) == VOCAB_SIZE, f"the corpus gives {len(tokenizer)} tokens, expected {VOCAB_SIZE}"
    token_ids = {token: tokenizer.convert_tokens_to_ids(token) for token in SPECIAL_TOKENS}
    config = random_config(shape, token_ids)
    model = GlmAsrForConditionalGeneration(config).eval()
    fill_with_random_weights(model, seed)
    features = WhisperFeatureExtractor(
        feature_size=128,
        sampling_rate=16000,
        hop_length=160,
        chunk_length=30,
        n_fft=400,
        padding_value=0.0,
        return_attention_mask=True,
    )
    processor = GlmAsrProcessor(features, tokenizer, chat_template=CHAT_TEMPLATE)
    model.generation_config.eos_token_id = config.text_config.eos_token_id
    model.generation_config.pad_token_id = token_ids["<|pad|>"]
    folder.mkdir(parents=True, exist_ok=True)
    processor.save_pretrained(folder)
    model.generation_config.save_pretrained(folder)
    config.architectures = ["GlmAsrForConditionalGeneration"]
    config.save_pretrained(folder)
    weights = {published_name(name): value.contiguous() for name, value in model.state_dict().items()}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return model, processor


def load_checkpoint(folder):
    """The model (in float32) and processor of a checkpoint folder with the published tensor names."""
    config = GlmAsrConfig.from_pretrained(folder)
    config.dtype = "float32"
    model = GlmAsrForConditionalGeneration(config).eval()
    stored = load_file(folder / "model.safetensors")
    model.load_state_dict({name: stored[published_name(name)].float() for name in model.state_dict()})
    model = model.float()
    generation = json.loads((folder / "generation_config.json").read_text())
    model.generation_config.eos_token_id = generation["eos_token_id"]
    model.generation_config.pad_token_id = generation["pad_token_id"]
    return model, AutoProcessor.from_pretrained(folder)


def read_audio(path):
    """16 kHz mono samples in [-1, 1), float32."""
    samples, rate = soundfile.read(path, dtype="int16")
    assert (
        rate == 16000 and samples.ndim == 1
    ), f"{path}: expected 16 kHz mono, found {rate} Hz {samples.shape}"
    return (samples / 32768.0).astype(np.float32)


@torch.inference_mode()
def compute_case(model, processor, samples, new_tokens):
    """Every stage of one transcription: the tensors of a case, by name, and the decoded text."""
    # The audio tower moved under .model in later releases.
    core = model if hasattr(model, "audio_tower") else model.model
    request = processor.apply_transcription_request(samples)
    request = {name: value for name, value in request.items() if torch.is_tensor(value)}
    encoder = core.audio_tower(request["input_features"]).last_hidden_state
    embeds = core.get_audio_features(request["input_features"], request["input_features_mask"])
    embeds = getattr(embeds, "pooler_output", embeds)
    if not torch.is_tensor(embeds):
        embeds = torch.cat(list(embeds))
    logits = model(**request).logits[0, -1]
    run = model.generate(
        **request,
        max_new_tokens=new_tokens,
        do_sample=False,
        return_dict_in_generate=True,
        output_logits=True,
    )
    generated = run.sequences[0, request["input_ids"].shape[1] :]
    best_two = torch.stack(run.logits)[:, 0].float().topk(2).values
    tensors = {
        "input_features_every_25": request["input_features"][:, :, ::25].float(),
        "encoder": encoder[:, ::25].float(),
        "audio_embeds": embeds.float(),
        "input_ids": request["input_ids"][0],
        "prefill_logits": logits.float(),
        "generated": generated,
        "generated_margins": best_two[:, 0] - best_two[:, 1],
    }
    text = processor.tokenizer.decode(generated, skip_special_tokens=True)
    return {name: value.contiguous() for name, value in tensors.items()}, text


def write_cases(model, processor, folder, audio_paths, new_tokens):
    """Write golden-STEM.safetensors and golden-STEM.json for each audio file."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in audio_paths:
        samples = read_audio(path)
        tensors, text = compute_case(model, processor, samples, new_tokens)
        save_file(tensors, folder / f"golden-{path.stem}.safetensors")
        summary = {"text": text, "samples": len(samples)}
        (folder / f"golden-{path.stem}.json").write_text(json.dumps(summary, ensure_ascii=False) + "\n")
        clear_steps = (tensors["generated_margins"] > 1e-2).float().mean()
        print(
            f"{folder.name} {path.stem}: {len(tensors['encoder'])} windows, {len(tensors['audio_embeds'])}"
            f" audio tokens, {len(tensors['generated'])} generated,"
            f" {100 * clear_steps:.0f}% of them with a margin above 0.01: {text!r}"
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    modes = parser.add_subparsers(dest="mode", required=True)
    random = modes.add_parser("random")
    random.add_argument("--seed", type=int, default=2, help="2 gives every case 48 tokens with clear margins")
    checkpoint = modes.add_parser("checkpoint")
    checkpoint.add_argument("checkpoint", type=Path)
    for mode, new_tokens in ((random, 48), (checkpoint, 220)):
        mode.add_argument("out", type=Path)
        mode.add_argument("audio", nargs="+", type=Path)
        mode.add_argument("--new-tokens", type=int, default=new_tokens)
    args = parser.parse_args()
    if args.mode == "checkpoint":
        write_cases(*load_checkpoint(args.checkpoint), args.out, args.audio, args.new_tokens)
        return
    for name, shape in SHAPES.items():
        torch.manual_seed(args.seed)
        model, processor = write_random_checkpoint(shape, args.seed, args.out / name)
        write_cases(model, processor, args.out / name, args.audio, args.new_tokens)


if __name__ == "__main__":
    main()
