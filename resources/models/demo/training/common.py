# SPDX-License-Identifier: Apache-2.0
"""Shared pieces: tokenizer, special tokens, chat template, configuration, text normalization, export."""

import os
import re

import torch
from safetensors.torch import save_file
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    GlmAsrConfig,
    GlmAsrForConditionalGeneration,
    GlmAsrProcessor,
    PreTrainedTokenizerFast,
    WhisperFeatureExtractor,
)

SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SPECIAL_TOKENS = (
    "<|endoftext|> [MASK] [gMASK] [sMASK] <sop> <eop> <|system|> <|user|> <|assistant|> <|observation|>"
    " <|begin_of_image|> <|end_of_image|> <|begin_of_video|> <|end_of_video|>"
    " <|pad|> <|begin_of_audio|> <|end_of_audio|>"
).split()
STOP_TOKENS = ("<|endoftext|>", "<|user|>", "<|observation|>")
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

# The two styles of text, by the instruction that asks for them: punctuated, or lower case without
# punctuation.
INSTRUCTIONS = {
    "P": "Please transcribe this audio into text",
    "L": "Please transcribe this audio into text without punctuation",
}
VOCAB_SIZE = 1024
AUDIO = {"hidden": 384, "ffn": 1536, "layers": 9, "heads": 6, "drop": 0.1, "path": 0.1}
TEXT = {
    "hidden": 384,
    "ffn": 1024,
    "layers": 4,
    "heads": 6,
    "kv": 2,
    "head_dim": 64,
    "vocab": VOCAB_SIZE,
    "drop": 0.1,
}
SPOKEN_TITLES = {
    "mr": "mister",
    "mrs": "missus",
    "dr": "doctor",
    "st": "saint",
    "messrs": "messieurs",
    "capt": "captain",
    "prof": "professor",
}


def plain(text):
    """Lower case without punctuation, LibriSpeech style."""
    text = text.lower().replace("\u2019", "'").replace("-", " ")
    words = [word.strip("'") for word in re.sub(r"[^a-z0-9' ]", " ", text).split()]
    return " ".join(SPOKEN_TITLES.get(word, word) for word in words if word)


def word_errors(reference, hypothesis):
    """Insertions + deletions + substitutions between two texts, after plain(), and the reference's words."""
    expected, found = plain(reference).split(), plain(hypothesis).split()
    distance = list(range(len(found) + 1))
    for i, word in enumerate(expected, 1):
        diagonal, distance[0] = distance[0], i
        for j, other in enumerate(found, 1):
            diagonal, distance[j] = (
                distance[j],
                min(distance[j] + 1, distance[j - 1] + 1, diagonal + (word != other)),
            )
    return distance[len(found)], len(expected)


def train_tokenizer(corpus):
    """A byte-level BPE tokenizer with GLM-ASR's split expression and special tokens."""
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
    tokenizer.train_from_iterator(corpus, trainer)
    tokenizer.add_special_tokens(SPECIAL_TOKENS)
    return tokenizer


def processor(tokenizer):
    """The transformers processor around our tokenizer."""
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<|pad|>", eos_token="<|endoftext|>", padding_side="left"
    )
    features = WhisperFeatureExtractor(
        feature_size=128,
        sampling_rate=16000,
        hop_length=160,
        chunk_length=30,
        n_fft=400,
        padding_value=0.0,
        return_attention_mask=True,
    )
    return GlmAsrProcessor(features, fast, chat_template=CHAT_TEMPLATE)


def config(tokenizer):
    """The transformers configuration of AUDIO and TEXT."""
    stop_ids = [tokenizer.token_to_id(token) for token in STOP_TOKENS]
    pad_id = tokenizer.token_to_id("<|pad|>")
    rope = {"rope_type": "default", "rope_theta": 10000.0}
    audio = {
        "model_type": "glmasr_encoder",
        "hidden_size": AUDIO["hidden"],
        "intermediate_size": AUDIO["ffn"],
        "num_hidden_layers": AUDIO["layers"],
        "num_attention_heads": AUDIO["heads"],
        "num_key_value_heads": AUDIO["heads"],
        "head_dim": AUDIO["hidden"] // AUDIO["heads"],
        "num_mel_bins": 128,
        "max_position_embeddings": 1500,
        "rope_parameters": dict(rope, partial_rotary_factor=0.5),
    }
    text = {
        "model_type": "llama",
        "hidden_size": TEXT["hidden"],
        "intermediate_size": TEXT["ffn"],
        "num_hidden_layers": TEXT["layers"],
        "num_attention_heads": TEXT["heads"],
        "num_key_value_heads": TEXT["kv"],
        "head_dim": TEXT["head_dim"],
        "vocab_size": VOCAB_SIZE,
        "max_position_embeddings": 8192,
        "rms_norm_eps": 1e-5,
        "tie_word_embeddings": False,
        "bos_token_id": None,
        "eos_token_id": stop_ids,
        "pad_token_id": pad_id,
        "rope_parameters": rope,
    }
    return GlmAsrConfig(
        audio_config=audio,
        text_config=text,
        audio_token_id=pad_id,
        tie_word_embeddings=False,
        dtype="bfloat16",
    )


def published_name(name):
    """The tensor's name in the published GLM-ASR-Nano-2512 checkpoint, whatever tree transformers builds."""
    for part in ("audio_tower.", "multi_modal_projector."):
        if part in name:
            return name[name.index(part) :]
    if "lm_head." in name:
        return "language_model.lm_head." + name.rsplit(".", 1)[1]
    return "language_model.model." + re.sub(r"^(model\.|language_model\.)+", "", name)


def transformers_model(tokenizer, state, dtype, device):
    """GlmAsrForConditionalGeneration holding `state` (published names)."""
    configuration = config(tokenizer)
    model = GlmAsrForConditionalGeneration(configuration).eval()
    weights = {name: state[published_name(name)].float() for name in model.state_dict()}
    unused = set(state) - {published_name(name) for name in weights}
    assert not unused, unused
    model.load_state_dict(weights)
    model.generation_config.eos_token_id = configuration.text_config.eos_token_id
    model.generation_config.pad_token_id = configuration.text_config.pad_token_id
    return model.to(device=device, dtype=dtype)


def export(tokenizer, state, folder):
    """Write a checkpoint folder (bf16)."""
    os.makedirs(folder, exist_ok=True)
    model = transformers_model(tokenizer, state, torch.bfloat16, "cpu")
    processor(tokenizer).save_pretrained(folder)
    model.generation_config.save_pretrained(folder)
    model.config.architectures = ["GlmAsrForConditionalGeneration"]
    model.config.save_pretrained(folder)
    weights = {name: value.to(torch.bfloat16).contiguous() for name, value in state.items()}
    save_file(weights, os.path.join(folder, "model.safetensors"), metadata={"format": "pt"})
