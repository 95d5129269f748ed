# SPDX-License-Identifier: Apache-2.0
"""GLM-ASR as a plain PyTorch module with the published checkpoint's tensor names, plus two CTC heads.

Shapes in comments: B samples or windows, T time steps, D width, H heads.
"""

import torch
import torch.nn.functional as F
from torch import nn


MIDDLE = 0.6


def rope_tables(length, dim, device, base=10000.0):
    """Cosines and sines [length, dim] of rotary positions."""
    inverse = base ** (-torch.arange(0, dim, 2, device=device, dtype=torch.float32) / dim)
    angle = torch.arange(length, device=device, dtype=torch.float32)[:, None] * inverse[None]
    return torch.cat([angle.cos(), angle.cos()], 1), torch.cat([angle.sin(), angle.sin()], 1)


def rotate(x, cos, sin):
    """Rotary positions on x [B, H, T, dim], the two halves of dim paired."""
    half = x.shape[-1] // 2
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin


class EncoderAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.head_dim = heads, width // heads
        self.q_proj = nn.Linear(width, width)
        self.k_proj = nn.Linear(width, width, bias=False)
        self.v_proj = nn.Linear(width, width)
        self.o_proj = nn.Linear(width, width)

    def forward(self, x, cos, sin):
        batch, time, width = x.shape
        q, k, v = (
            project(x).view(batch, time, self.heads, self.head_dim).transpose(1, 2)
            for project in (self.q_proj, self.k_proj, self.v_proj)
        )
        rotary = cos.shape[-1]  # only the first half of a head turns
        q = torch.cat([rotate(q[..., :rotary], cos, sin).to(v.dtype), q[..., rotary:]], -1)
        k = torch.cat([rotate(k[..., :rotary], cos, sin).to(v.dtype), k[..., rotary:]], -1)
        mixed = F.scaled_dot_product_attention(q, k, v)
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, time, width))


class EncoderMlp(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x):
        return self.fc2(F.gelu(self.fc1(x)))


class EncoderLayer(nn.Module):
    def __init__(self, width, inner, heads, dropout):
        super().__init__()
        self.input_layernorm, self.post_attention_layernorm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.self_attn, self.mlp = EncoderAttention(width, heads), EncoderMlp(width, inner)
        self.dropout = dropout

    def forward(self, x, cos, sin, keep):
        """keep [B, 1, 1]: stochastic depth, ones outside training."""
        attended = self.self_attn(self.input_layernorm(x), cos, sin)
        x = x + keep * F.dropout(attended, self.dropout, self.training)
        return x + keep * F.dropout(self.mlp(self.post_attention_layernorm(x)), self.dropout, self.training)


class AudioTower(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config["hidden"]
        self.conv1 = nn.Conv1d(128, width, 3, padding=1)
        self.conv2 = nn.Conv1d(width, width, 3, 2, padding=1)
        self.layers = nn.ModuleList(
            EncoderLayer(width, config["ffn"], config["heads"], config["drop"])
            for _ in range(config["layers"])
        )
        self.norm = nn.LayerNorm(width)
        self.head_dim = width // config["heads"]
        self.path_dropout, self.dropout = config["path"], config["drop"]

    def forward(self, mel):
        """mel [B, 128, 3000] to [B, 1500, D], and what is known after MIDDLE of the layers, [B, 1500, D]."""
        x = F.gelu(self.conv2(F.gelu(self.conv1(mel)))).transpose(1, 2)
        x = F.dropout(x, self.dropout, self.training)
        cos, sin = rope_tables(x.shape[1], self.head_dim // 2, x.device)
        for i, layer in enumerate(self.layers):
            drop = self.path_dropout * (i + 1) / len(self.layers) if self.training else 0.0
            keep = (torch.rand(x.shape[0], 1, 1, device=x.device) >= drop).to(x.dtype) / (1 - drop)
            x = layer(x, cos, sin, keep)
            if i + 1 == round(MIDDLE * len(self.layers)):
                middle = x
        return self.norm(x), middle


class Projector(nn.Module):
    def __init__(self, width_in, inner, width_out):
        super().__init__()
        self.linear_1, self.linear_2 = nn.Linear(width_in, inner), nn.Linear(inner, width_out)

    def forward(self, x):
        return self.linear_2(F.gelu(self.linear_1(x)))


class RmsNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = x.float()
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-5)
        return y.to(x.dtype) * self.weight.to(x.dtype)


class TextAttention(nn.Module):
    def __init__(self, width, heads, kv_heads, head_dim):
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = heads, kv_heads, head_dim
        self.q_proj = nn.Linear(width, heads * head_dim, bias=False)
        self.k_proj = nn.Linear(width, kv_heads * head_dim, bias=False)
        self.v_proj = nn.Linear(width, kv_heads * head_dim, bias=False)
        self.o_proj = nn.Linear(heads * head_dim, width, bias=False)

    def forward(self, x, cos, sin):
        batch, time, _ = x.shape

        def heads_of(projected, heads):
            return projected.view(batch, time, heads, self.head_dim).transpose(1, 2)

        q = heads_of(self.q_proj(x), self.heads)
        k, v = heads_of(self.k_proj(x), self.kv_heads), heads_of(self.v_proj(x), self.kv_heads)
        q, k = rotate(q, cos, sin).to(v.dtype), rotate(k, cos, sin).to(v.dtype)
        group = self.heads // self.kv_heads  # query heads that share a key head
        k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, time, self.heads * self.head_dim))


class TextMlp(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.gate_proj = nn.Linear(width, inner, bias=False)
        self.up_proj = nn.Linear(width, inner, bias=False)
        self.down_proj = nn.Linear(inner, width, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class TextLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config["hidden"]
        self.self_attn = TextAttention(width, config["heads"], config["kv"], config["head_dim"])
        self.mlp = TextMlp(width, config["ffn"])
        self.input_layernorm, self.post_attention_layernorm = RmsNorm(width), RmsNorm(width)
        self.dropout = config["drop"]

    def forward(self, x, cos, sin):
        x = x + F.dropout(self.self_attn(self.input_layernorm(x), cos, sin), self.dropout, self.training)
        return x + F.dropout(self.mlp(self.post_attention_layernorm(x)), self.dropout, self.training)


class TextModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed_tokens = nn.Embedding(config["vocab"], config["hidden"])
        self.layers = nn.ModuleList(TextLayer(config) for _ in range(config["layers"]))
        self.norm = RmsNorm(config["hidden"])
        self.head_dim = config["head_dim"]

    def forward(self, x):
        cos, sin = rope_tables(x.shape[1], self.head_dim, x.device)
        for layer in self.layers:
            x = layer(x, cos, sin)
        return self.norm(x)


class LanguageModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = TextModel(config)
        self.lm_head = nn.Linear(config["hidden"], config["vocab"], bias=False)


class GlmAsr(nn.Module):
    """The whole model and two heads for training: tokens after the encoder, phonemes within it."""

    QUIET_AT_FIRST = ("o_proj", "fc2", "down_proj", "lm_head", "ctc")
    FOR_TRAINING = "ctc"  # what is not exported

    def __init__(self, audio, text, phonemes=1):
        super().__init__()
        self.audio_tower, self.language_model = AudioTower(audio), LanguageModel(text)
        self.multi_modal_projector = Projector(audio["hidden"] * 4, text["hidden"] * 2, text["hidden"])
        self.ctc = nn.Linear(audio["hidden"] * 4, text["vocab"])
        self.ctc_phonemes = nn.Sequential(
            nn.LayerNorm(audio["hidden"] * 2), nn.Linear(audio["hidden"] * 2, phonemes + 1)
        )
        for name, weight in self.named_parameters():
            if weight.ndim > 1 and "conv" not in name:
                gain = 0.3 if any(part in name for part in self.QUIET_AT_FIRST) else 0.8
                std = 0.02 if "embed" in name else (1 / weight.shape[1]) ** 0.5 * gain
                nn.init.normal_(weight, 0, std)
            elif name.endswith("bias"):
                nn.init.zeros_(weight)

    def embed(self, ids, is_audio, audio):
        """Embeddings [B, S, D] of a prompt with the audio rows in their places."""
        x = self.language_model.model.embed_tokens(ids).to(audio.dtype)
        # The audio begins at position 3, behind the two markers and the newline.
        placed = F.pad(audio, (0, 0, 3, max(0, ids.shape[1] - 3 - audio.shape[1])))[:, : ids.shape[1]]
        return torch.where(is_audio[..., None], placed, x)

    def forward(self, mel, ids, is_audio, windows, heads_alone=False):
        """mel [B * windows, 128, 3000], ids [B, S], is_audio [B, S]; `windows` windows belong to a sample.

        Gives back text hidden states [B, S, D] and CTC logits, of tokens [B, 375 * windows, V] and of
        phonemes [B, 750 * windows, P + 1]. heads_alone: no gradient flows from those logits into the encoder.
        """
        encoded, middle = self.audio_tower(mel)
        samples, _, width = mel.shape[0] // windows, *encoded.shape[1:]
        merged = encoded.reshape(samples, -1, width * 4)
        x = self.embed(ids, is_audio, self.multi_modal_projector(merged))
        if heads_alone:
            merged, middle = merged.detach(), middle.detach()
        phonemes = self.ctc_phonemes(middle.reshape(samples, -1, width * 2))
        return self.language_model.model(x), self.ctc(merged), phonemes

    @torch.no_grad()
    def transcribe(self, mel, prompts, audio_id, end_id, most_tokens):
        """Greedy texts, lists of token ids; prompts are lists of ids, one window of mel for each."""
        encoded, _ = self.audio_tower(mel)
        audio = self.multi_modal_projector(encoded.reshape(mel.shape[0], -1, encoded.shape[2] * 4))
        lengths = torch.tensor([len(prompt) for prompt in prompts], device=mel.device)
        longest = int(lengths.max()) + most_tokens
        ids = torch.full((len(prompts), longest), end_id, device=mel.device)
        for row, prompt in enumerate(prompts):
            ids[row, : len(prompt)] = torch.tensor(prompt, device=mel.device)
        rows = torch.arange(len(prompts), device=mel.device)
        done = torch.zeros_like(lengths, dtype=torch.bool)
        for step in range(most_tokens):
            hidden = self.language_model.model(self.embed(ids, ids == audio_id, audio))
            best = self.language_model.lm_head(hidden[rows, lengths + step - 1]).argmax(-1)
            done |= best == end_id
            ids[rows, lengths + step] = torch.where(done, end_id, best)
            if done.all():
                break
        found = [ids[row, length:].tolist() for row, length in enumerate(lengths.tolist())]
        return [text[: text.index(end_id)] if end_id in text else text for text in found]
