#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times GLM-ASR-Nano-2512's shape, random weights in bf16, in Hugging Face transformers on a GPU: the peer of
`tilescribe-cli bench stages --model random:nano`; and the encoder's attention by PyTorch alone. Prints a line a measurement: name, milliseconds.

usage: peer_transformers.py [--batch 1,32] [--streams 1,64] [--new 100] [--runs 5]
Needs torch with CUDA and transformers >= 5.0.
"""
import argparse
import statistics
import time

import torch
from transformers import GlmAsrConfig, GlmAsrForConditionalGeneration

PAD, PROMPT_TEXT_TOKENS, AUDIO_TOKENS = 59260, 15, 375


def build():
    rope = dict(rope_type="default", rope_theta=10000.0)
    config = GlmAsrConfig(
        audio_config=dict(model_type="glmasr_encoder", hidden_size=1280, intermediate_size=5120,
                          num_hidden_layers=32, num_attention_heads=20, num_key_value_heads=20, head_dim=64,
                          num_mel_bins=128, max_position_embeddings=1500,
                          rope_parameters=dict(rope, partial_rotary_factor=0.5)),
        text_config=dict(model_type="llama", hidden_size=2048, intermediate_size=6144, num_hidden_layers=28,
                         num_attention_heads=16, num_key_value_heads=4, head_dim=128, vocab_size=59264,
                         max_position_embeddings=8192, rms_norm_eps=1e-5, tie_word_embeddings=False,
                         bos_token_id=None, eos_token_id=None, pad_token_id=PAD, rope_parameters=rope),
        audio_token_id=PAD, tie_word_embeddings=False)
    torch.manual_seed(1)
    torch.set_default_dtype(torch.bfloat16)
    with torch.device("cuda"):
        model = GlmAsrForConditionalGeneration(config).eval()
    torch.set_default_dtype(torch.float32)
    model.generation_config.eos_token_id = None
    model.generation_config.pad_token_id = PAD
    return model


def inputs(windows):
    features = torch.randn(windows, 128, 3000, device="cuda", dtype=torch.bfloat16)
    mask = torch.ones(windows, 3000, device="cuda", dtype=torch.long)
    text = torch.randint(1000, 50000, (windows, PROMPT_TEXT_TOKENS), device="cuda")
    audio = torch.full((windows, AUDIO_TOKENS), PAD, device="cuda")
    ids = torch.cat([text[:, :3], audio, text[:, 3:]], 1)
    return dict(input_ids=ids, attention_mask=torch.ones_like(ids), input_features=features,
                input_features_mask=mask)


def milliseconds(work, runs, warmup=2):
    for _ in range(warmup):
        work()
    times = []
    for _ in range(runs):
        torch.cuda.synchronize()
        start = time.perf_counter()
        work()
        torch.cuda.synchronize()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def attention(runs):
    """The encoder's attention, 20 heads of 64 over 1500 keys, by PyTorch's own kernels."""
    from torch.nn.attention import SDPBackend, sdpa_kernel
    for windows in (1, 16):
        sets = [[torch.randn(windows, 20, 1500, 64, device="cuda", dtype=torch.bfloat16) for _ in range(3)]
                for _ in range(max(2, 24 // windows))]  # rotated beyond the L2
        for name, kernel in (("flash", SDPBackend.FLASH_ATTENTION), ("cudnn", SDPBackend.CUDNN_ATTENTION)):
            def all_sets():
                with sdpa_kernel(kernel):
                    for q, k, v in sets:
                        torch.nn.functional.scaled_dot_product_attention(q, k, v)
            all_sets()
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                all_sets()
            took = milliseconds(graph.replay, 5 * runs) / len(sets)
            print(f"attention, {windows} windows, {name}: {1e3 * took:.1f} us", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", default="1,32")
    parser.add_argument("--streams", default="1,64")
    parser.add_argument("--new", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    with torch.inference_mode():
        attention(arguments.runs)
    model = build()
    core = model if hasattr(model, "audio_tower") else model.model
    with torch.inference_mode():
        for windows in map(int, arguments.batch.split(",")):
            features = inputs(windows)["input_features"]
            took = milliseconds(lambda: core.audio_tower(features), arguments.runs)
            print(f"encoder, {windows} windows: {took:.2f} ms, {took / windows:.2f} ms a window", flush=True)
        for streams in map(int, arguments.streams.split(",")):
            batch = inputs(streams)
            generate = lambda new: model.generate(**batch, max_new_tokens=new, min_new_tokens=new, do_sample=False)
            first = milliseconds(lambda: generate(1), arguments.runs, 1)
            whole = milliseconds(lambda: generate(arguments.new), max(1, arguments.runs // 2), 1)
            step = (whole - first) / (arguments.new - 1)
            rate = streams * 30.0 / (whole / 1e3)
            print(f"{streams} streams: first token {first:.1f} ms, decode {step:.2f} ms a step, "
                  f"{arguments.new} tokens {whole:.0f} ms, {rate:.0f} times real time", flush=True)


if __name__ == "__main__":
    main()
