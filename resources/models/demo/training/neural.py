# SPDX-License-Identifier: Apache-2.0
"""The speech synthesizer Kokoro-82M on PyTorch, with the time of every word.

Its layers are those of the PyPI package kokoro 0.9.4, its weights those of the 8-bit file kokoro-v1.0.int8.onnx,
made floats again. espeak-ng gives the phonemes. Needs torch, transformers, onnx and scipy.
"""

import difflib
import importlib
import json
import os
import re
import sys
import types

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from scipy.signal import resample_poly
from torch.nn.utils import parametrize
from transformers import AlbertConfig

import words

FRAME = 400  # samples at 16 kHz: the unit of the durations
START_AHEAD, END_AHEAD = 1200, 400  # samples by which a word is heard before the time that its durations give
STEP = 160  # samples
MOST_PHONEMES = 500
STYLE = 128  # values of a voice for its sound, as many for its melody and pace
PAUSES = ",.;:!?…—"
HIDDEN, SYMBOLS = 512, 178
BERT = {
    "vocab_size": SYMBOLS,
    "hidden_size": 768,
    "num_attention_heads": 12,
    "intermediate_size": 2048,
    "max_position_embeddings": 512,
    "num_hidden_layers": 12,
}
DECODER = {
    "dim_in": HIDDEN,
    "style_dim": STYLE,
    "dim_out": 80,
    "resblock_kernel_sizes": [3, 7, 11],
    "upsample_rates": [10, 6],
    "upsample_initial_channel": 512,
    "resblock_dilation_sizes": [[1, 3, 5]] * 3,
    "upsample_kernel_sizes": [20, 12],
    "gen_istft_n_fft": 20,
    "gen_istft_hop_size": 5,
}
# From espeak-ng's IPA to the symbols that Kokoro learned, in this order.
SYMBOLS_OF = [
    ("ʔn\u0329", "tᵊn"),
    ("n\u0329", "ᵊn"),
    ("l\u0329", "ᵊl"),
    ("aɪ", "I"),
    ("aʊ", "W"),
    ("dʒ", "ʤ"),
    ("eɪ", "A"),
    ("tʃ", "ʧ"),
    ("ɔɪ", "Y"),
    ("oʊ", "O"),
    ("əʊ", "Q"),
    ("eə", "ɛː"),
    ("ɚ", "əɹ"),
    ("ɐ", "ə"),
    ("r", "ɹ"),
    ("x", "k"),
    ("ʔ", "t"),
    ("g", "ɡ"),
]
SYMBOLS_OF_AMERICAN = [("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ː", ""), ("o", "ɔ"), ("e", "A"), ("ɾ", "T")]


def kokoro_module(folder, name):
    """A module of the package kokoro in a folder, without the package's __init__, which needs more packages."""
    package = sys.modules.setdefault("kokoro", types.ModuleType("kokoro"))
    package.__path__ = [folder]
    return importlib.import_module("kokoro." + name)


def module_of(node_name):
    """The path of a module among Kokoro's, from the name of its node: /encoder/F0.1/conv1/Conv_quant."""
    parts = []
    for part in node_name.split("/")[2:-1]:
        if parts and part.startswith(parts[-1] + "."):
            parts.pop()  # cnn.0/cnn.0.0
        parts.append(part)
    if re.match(r"(F0|N)(\.|_proj)|shared", parts[0]) and node_name.startswith("/encoder"):
        parts.insert(0, "predictor")
    return re.sub(r"_\d+$", "", ".".join(parts)) if parts[0] == "bert" else ".".join(parts)


def lstm_weights(path, inputs, floats):
    """{name: tensor} of a bidirectional LSTM; ONNX has its gates in the order i o f c, torch i f c o."""
    found = {}

    def ordered(array):
        i, o, f, c = np.split(array, 4)
        return np.concatenate([i, f, c, o])

    bias = floats(inputs[3])
    for direction, suffix in ((0, ""), (1, "_reverse")):
        for name, weight in (("ih", floats(inputs[1])), ("hh", floats(inputs[2]))):
            found[f"{path}.weight_{name}_l0{suffix}"] = ordered(weight[direction].T)
        for name, part in zip(("ih", "hh"), np.split(bias[direction], 2)):
            found[f"{path}.bias_{name}_l0{suffix}"] = ordered(part)
    return found


def read_weights(path):
    """{name of Kokoro's module and parameter: array} of the ONNX file."""
    graph = onnx.load(path).graph
    arrays = {array.name: onnx.numpy_helper.to_array(array) for array in graph.initializer}
    zero_points = {}
    for node in graph.node:
        if node.op_type in ("MatMulInteger", "ConvInteger"):
            zero_points[node.input[1]] = node.input[3]
        elif node.op_type == "DynamicQuantizeLSTM":
            zero_points[node.input[1]], zero_points[node.input[2]] = node.input[9], node.input[11]
        elif node.op_type == "DequantizeLinear":  # of an embedding
            zero_points[node.input[1].replace("_scale", "_quantized")] = node.input[2]

    def floats(name):
        array = arrays[name]
        if not name.endswith("_quantized"):
            return array
        scale = arrays[name.replace("_quantized", "_scale")]
        zero = arrays[zero_points[name]].astype(np.float32)
        if scale.ndim and array.ndim == 3:  # an LSTM's: one for a direction
            scale, zero = scale[:, None, None], zero[:, None, None]
        return (array.astype(np.float32) - zero) * scale

    found = {}
    for node in graph.node:
        if node.op_type == "DynamicQuantizeLSTM":
            found |= lstm_weights(module_of(node.name), node.input, floats)
        elif node.op_type in ("MatMulInteger", "ConvInteger", "ConvTranspose", "Conv"):
            if node.input[1] in arrays and "istft" not in node.name:
                weight = floats(node.input[1])
                found[module_of(node.name) + ".weight"] = weight.T if weight.ndim == 2 else weight
    found["decoder.generator.m_source.l_linear.weight"] = next(
        arrays[node.input[1]].T for node in graph.node if node.name.endswith("l_linear/MatMul")
    )
    for name in arrays:
        side, _, rest = name.partition(".")
        if side in ("encoder", "decoder") and name.endswith("embedding.weight_quantized"):
            found[rest[: -len("_quantized")]] = floats(name)
        elif side == "encoder" and "embeddings.weight_quantized" in name:
            found[rest[: -len("_quantized")]] = floats(name)
        elif side in ("encoder", "decoder") and re.search(r"\.(bias|gamma|beta|alpha\d\.\d|weight)$", name):
            found[rest] = arrays[name]
    return found


class Kokoro(torch.nn.Module):
    """The model. forward() gives samples at 24 kHz and the phonemes' durations in frames."""

    def __init__(self, folder, weights):
        super().__init__()
        modules, istftnet = kokoro_module(folder, "modules"), kokoro_module(folder, "istftnet")
        self.bert = modules.CustomAlbert(AlbertConfig(**BERT))
        self.bert_encoder = torch.nn.Linear(BERT["hidden_size"], HIDDEN)
        self.predictor = modules.ProsodyPredictor(style_dim=STYLE, d_hid=HIDDEN, nlayers=3, max_dur=50)
        self.text_encoder = modules.TextEncoder(channels=HIDDEN, kernel_size=5, depth=3, n_symbols=SYMBOLS)
        self.decoder = istftnet.Decoder(**DECODER)
        for module in self.modules():
            if parametrize.is_parametrized(module, "weight"):
                parametrize.remove_parametrizations(module, "weight")
        state = {name: torch.from_numpy(np.array(value)) for name, value in weights.items()}
        found = self.load_state_dict(state, strict=False)
        # Instance norms have weights here that do nothing; BERT's pooler is not used.
        missing = [n for n in found.missing_keys if not re.search(r"norm[12]?\.|adain\d\.\d\.norm|pooler", n)]
        assert not missing and not found.unexpected_keys, (missing, found.unexpected_keys)
        self.eval().requires_grad_(False)

    @torch.inference_mode()
    def forward(self, ids, style, speed=1.0, pitch=1.0):
        """ids [1, T] with 0 at both ends, style [1, 2 STYLE]."""
        count = ids.shape[1]
        lengths, mask = torch.tensor([count]), torch.zeros(1, count, dtype=torch.bool, device=ids.device)
        sound, melody = style[:, :STYLE], style[:, STYLE:]
        encoded = self.bert_encoder(self.bert(ids, attention_mask=(~mask).int())).transpose(1, 2)
        hidden = self.predictor.text_encoder(encoded, melody, lengths, mask)
        steps = torch.sigmoid(self.predictor.duration_proj(self.predictor.lstm(hidden)[0])).sum(-1)
        durations = torch.round(steps[0] / speed).clamp(min=1).long()
        at = torch.repeat_interleave(torch.arange(count, device=ids.device), durations)
        f0, energy = self.predictor.F0Ntrain(hidden.transpose(1, 2)[:, :, at], melody)
        text = self.text_encoder(ids, lengths, mask)[:, :, at]
        return self.decoder(text, f0 * pitch, energy, sound).flatten(), durations


class Speller:
    """Sentences in Kokoro's phonemes."""

    def __init__(self, espeak):
        self.espeak, self.alone = espeak, {}

    def spell(self, text, accent):
        """[the phonemes of each token of text.split(), pause marks included], None where a token is silent."""
        spelt, piece = [], []
        for token in text.split():
            word = token.strip("\"“”‘()[]" + PAUSES).replace("’", "'")
            if not re.search(r"\w", word):
                return None
            piece.append(word)
            mark = re.sub(r"[^%s]" % re.escape(PAUSES), "", token[token.rfind(word[-1]) + 1 :])[:1]
            if mark and words.plain(word) not in words.SPOKEN_TITLES.values():
                spelt += self.piece(piece, accent)
                spelt[-1] += mark
                piece = []
        if piece:
            spelt += self.piece(piece, accent)
            spelt[-1] += "."
        return spelt

    def piece(self, tokens, accent):
        """The phonemes of each of the words between two pauses."""
        groups = self.espeak.phonemes(" ".join(tokens), accent).split()
        if len(groups) != len(tokens):
            groups = self.shared_out(tokens, groups, accent)
        return [in_kokoros_symbols(group, accent == "en-us") for group in groups]

    def word_alone(self, word, accent):
        if (word, accent) not in self.alone:
            self.alone[word, accent] = "".join(self.espeak.phonemes(word, accent).split())
        return self.alone[word, accent]

    def shared_out(self, tokens, groups, accent):
        """espeak-ng takes some words together ("of the") and others apart ("twenty-five"): the likeliest groups of
        phonemes for each of the tokens, by what it says of them alone.
        """
        alone = [self.word_alone(token, accent) or "?" for token in tokens]

        def cost(expected, found):
            same = difflib.SequenceMatcher(None, expected, found, False).ratio()
            return (1 - same) * (len(expected) + len(found))

        best = {(0, 0): (0.0, [])}
        for i in range(len(tokens)):
            for j in range(len(groups)):
                if (i, j) not in best:
                    continue
                so_far, chosen = best[i, j]
                for n, m in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1)):
                    if i + n > len(tokens) or j + m > len(groups):
                        continue
                    found = "".join(groups[j : j + m])
                    total = so_far + cost("".join(alone[i : i + n]), found)
                    if (i + n, j + m) not in best or total < best[i + n, j + m][0]:
                        parts = divided(found, [len(word) for word in alone[i : i + n]])
                        parts = [" ".join(groups[j : j + m])] if n == 1 else parts
                        best[i + n, j + m] = total, chosen + parts
        return best.get((len(tokens), len(groups)), (0, alone))[1]


def divided(phonemes, lengths):
    """Phonemes of several words, cut in proportion to the words' lengths."""
    ends = np.round(np.cumsum([0, *lengths]) / sum(lengths) * len(phonemes)).astype(int)
    return [phonemes[start:end] for start, end in zip(ends, ends[1:])]


def in_kokoros_symbols(phonemes, american):
    for theirs, ours in SYMBOLS_OF + (SYMBOLS_OF_AMERICAN if american else []):
        phonemes = phonemes.replace(theirs, ours)
    return re.sub(r"əl$", "ᵊl", phonemes)


class Speaker:
    """Speaks sentences in a voice. folder holds kokoro/ (the package's files), the ONNX file and vocab.json."""

    def __init__(self, folder, espeak, device):
        self.device, self.speller = device, Speller(espeak)
        self.model = Kokoro(
            os.path.join(folder, "kokoro"), read_weights(os.path.join(folder, "kokoro-v1.0.int8.onnx"))
        ).to(device)
        with open(os.path.join(folder, "vocab.json"), encoding="utf-8") as file:
            self.numbers = json.load(file)["vocab"]

    def spell(self, text, accent):
        """[[numbers of its phonemes] of each token] of a sentence; None where it can't be said."""
        spelt = self.speller.spell(text, accent)
        return spelt and [[self.numbers[p] for p in word if p in self.numbers] for word in spelt]

    def say(self, sentences, pack, speed, pitch):
        """[(samples, times)] of sentences that are spoken one after another, from spell(). pack [510, 2 STYLE] holds
        a voice's vectors for every number of phonemes.
        """
        space, ids, places = self.numbers[" "], [0], []
        pauses = {self.numbers[mark] for mark in PAUSES}
        for tokens in sentences:
            for token in tokens:
                places.append((len(ids), len(ids) + len(token) - (token[-1] in pauses)))
                ids += [*token, space]
        ids[-1] = 0
        style = torch.from_numpy(pack[len(ids) - 3][None])
        samples, durations = self.model(
            torch.tensor([ids], device=self.device), style.to(self.device), speed, pitch
        )
        at_16_khz = resample_poly(samples.float().cpu().numpy(), 2, 3)
        samples = np.clip(at_16_khz * 32767, -32767, 32767).astype(np.int16)
        ends = np.concatenate([[0], np.cumsum(durations.cpu().numpy())]) * FRAME
        return [*cut_apart(sentences, samples, ends, places)]


def heard_times(samples, ends, places):
    """[[start, end]] of the words in samples: the sound runs ahead of the durations (measured with align.py)."""
    level = np.abs(samples)
    loud = np.flatnonzero(level > 0.02 * level.max())
    times, before = [], 0
    for first, last in places:
        start, end = max(before, int(ends[first]) - START_AHEAD), int(ends[last]) - END_AHEAD
        heard = loud[np.searchsorted(loud, start) : np.searchsorted(loud, end)]
        times.append([start, int(heard[-1]) + 1 if len(heard) else max(start, end)])
        before = end
    return times


def cut_apart(sentences, samples, ends, places):
    """The samples of each sentence and the times of its words; cuts lie where it is quietest between two."""
    times = heard_times(samples, ends, places)
    word, begin = 0, 0
    for tokens in sentences:
        mine = times[word : word + len(tokens)]
        word += len(tokens)
        cut = len(samples)
        if word < len(times):
            still, until = mine[-1][1], times[word][0]
            level = [np.abs(samples[at : at + STEP]).max() for at in range(still, max(until, still + STEP), STEP)]
            cut = still + STEP * int(np.argmin(level)) + STEP // 2
        yield samples[begin:cut], [[start - begin, end - begin] for start, end in mine]
        begin = cut
