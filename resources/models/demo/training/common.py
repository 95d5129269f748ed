# SPDX-License-Identifier: Apache-2.0
"""Shared pieces: instructions, the model's shape, the transformers configuration and processor, export."""

import os
import re
from pathlib import Path

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from transformers import (
    GlmAsrConfig,
    GlmAsrForConditionalGeneration,
    GlmAsrProcessor,
    PreTrainedTokenizerFast,
    WhisperFeatureExtractor,
)

CHECKPOINT = Path(__file__).resolve().parent.parent  # its tokenizer and chat template are fixed
STOP_TOKENS = ("<|endoftext|>", "<|user|>", "<|observation|>")
# The two styles of text, by the instruction that asks for them: punctuated, or lower case without
# punctuation.
INSTRUCTIONS = {
    "P": "Please transcribe this audio into text",
    "L": "Please transcribe this audio into text without punctuation",
}
VOCAB_SIZE = 1024
AUDIO = {"hidden": 256, "ffn": 1024, "layers": 10, "heads": 4, "drop": 0.1, "path": 0.1}
TEXT = {
    "hidden": 256,
    "ffn": 768,
    "layers": 4,
    "heads": 4,
    "kv": 2,
    "head_dim": 64,
    "vocab": VOCAB_SIZE,
    "drop": 0.1,
}


def tokenizer():
    """The demo model's byte-level BPE tokenizer."""
    return Tokenizer.from_file(str(CHECKPOINT / "tokenizer.json"))


def processor():
    """The transformers processor around our tokenizer."""
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer(), pad_token="<|pad|>", eos_token="<|endoftext|>", padding_side="left"
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
    template = (CHECKPOINT / "chat_template.jinja").read_text()
    return GlmAsrProcessor(features, fast, chat_template=template)


def config():
    """The transformers configuration of AUDIO and TEXT."""
    known = tokenizer()
    stop_ids = [known.token_to_id(token) for token in STOP_TOKENS]
    pad_id = known.token_to_id("<|pad|>")
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


def transformers_model(configuration, state, dtype, device):
    """GlmAsrForConditionalGeneration holding `state` (published names)."""
    model = GlmAsrForConditionalGeneration(configuration).eval()
    weights = {name: state[published_name(name)].float() for name in model.state_dict()}
    unused = set(state) - {published_name(name) for name in weights}
    assert not unused, unused
    model.load_state_dict(weights)
    model.generation_config.eos_token_id = configuration.text_config.eos_token_id
    model.generation_config.pad_token_id = configuration.text_config.pad_token_id
    return model.to(device=device, dtype=dtype)


def export(state, folder):
    """Write a checkpoint folder (bf16)."""
    os.makedirs(folder, exist_ok=True)
    model = transformers_model(config(), state, torch.bfloat16, "cpu")
    processor().save_pretrained(folder)
    model.generation_config.save_pretrained(folder)
    model.config.architectures = ["GlmAsrForConditionalGeneration"]
    model.config.save_pretrained(folder)
    weights = {name: value.to(torch.bfloat16).contiguous() for name, value in state.items()}
    save_file(weights, os.path.join(folder, "model.safetensors"), metadata={"format": "pt"})
