#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write expectations.json beside this script: what Hugging Face's tokenizers give for our texts and ids.

usage: make_expectations.py    (needs: pip install tokenizers; used at development time only)

  { "tokenizers": version,
    "texts":  [text, ...],
    "cases": [ { "name":    what is tried,
                 "base":    tokenizer.json, relative to the repository root,
                 "patch":   RFC 7386 merge patch that is applied to it first,
                 "texts":   [text, ...] or absent for the common ones,
                 "ids":     [[id, ...], ...]  one list for each text,
                 "decoded": [{ "ids": [...], "skip_special": true | false, "text": ... }, ...] }, ... ] }
"""
import copy
import json
import pathlib
import random

import tokenizers
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SMALL = "tests/data/text/tokenizer.json"
DEMO = "resources/models/demo/tokenizer.json"

SENTENCES = """Please transcribe this audio into text
The encoder turns frames into features; the projector merges four of them.
It's late; we're leaving, aren't we? They'd asked twice, and she'll answer. I'm sure you've heard.
IT'S LATE; WE'RE LEAVING, AREN'T WE? THEY'D ASKED, AND SHE'LL ANSWER. I'M SURE YOU'VE HEARD.
It'S we'Re they'vE I'M you'lL he'D don'T
'tis 'twas o'clock rock'n'roll 's 't 're 've 'm 'll 'd 'x ''s
typographic: it’s we’re I’m
long s and kelvin: it'ſ 'ſ 273 K 'K
0 1 12 123 1234 12345 123456 1234567 3.14159 -0.5 1,000,000 2026-11-21 21:45 50% #1 1st
٠١٢٣ ४५६ Ⅳ ½ ² ①②③ 〇一二
x²+y²=z² H₂O E=mc² 10⁻³
语音识别把声音变成文字。今天天气很好，我们去公园散步。
粤语：你食咗飯未呀？
日本語のテキスト、カタカナとひらがな。
한국어 문장입니다.
mixed 中文 and English混在一起 12个
Größe, naïve, façade, Ελληνικά, русский, ČESKÝ, İstanbul, ıi, ß ẞ
مرحبا بالعالم، كيف حالك؟ ١٢٣
שלום עולם
हिन्दी में नमस्ते दुनिया
ภาษาไทยไม่มีช่องว่าง
e\u0301 vs é; a\u0308\u0323; Z͑͗a̴l̷g̸o; \u0301alone
👍 👍🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇫🇷 1️⃣ ❤️ 🙂🙃
text🙂text 🙂text text🙂 🙂🙂🙂
for i in range(10): x[i] = (a + b) * c / d  # code { "key": ["value", null, true] }
https://example.org/a/b?c=d&e=f#g user@example.org C:\\Users\\x
!!! ??? ... --- === *** ((())) [[[]]] <<>> |||
“quoted” ‘single’ «guillemets» — dash – en … ellipsis
snake_case camelCase PascalCase kebab-case UPPER lower _lead trail_
a.b.c a,b,c a;b;c a:b:c a!b?c
<| |> <|user <|user| |user|> < |user|> <|nobody|> <|USER|>
<|user|>
<|user|>hello
hello<|user|>
hello <|user|> there
<|user|><|user|><|assistant|>
a<|begin_of_audio|><|pad|><|pad|><|end_of_audio|>b
<|<|user|>|>
[MASK][gMASK][sMASK] [MASK [gMASK
x<sop>y<eop>z
<|endoftext|> the end <|endoftext|>
""".splitlines()

RUNS = ["", " ", "  ", "   ", " " * 17, "\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\t", "\t\t", "\n \n", " \n ", "\n\t\n",
        "a b", "a  b", "a   b", "a    b", "a\nb", "a\n\nb", "a \n b", "a\r\nb", "a\r\n\r\n  b", "a\tb", "a\t\tb", "a \tb",
        " a", "  a", "a ", "a  ", "a\n", "a\n\n\n", "\na", "\n\n\na", "\n a", " \na", "...\n\nnext", "!\r\n!", "x = 1;\n\ty = 2;\n",
        "\u00a0a\u00a0b", "a\u3000b", "a\u2003\u2003b", "a\u200bb", "\u2028line\u2029para", "a\u0085b", "\u0085\u0085", "a\u180eb",
        " \u180e \u180ex", "\u180e", "\ufeffbom", "a\u202fb", "a\u1680b", "\x1ca\x1d b\x1e\x1f",
        "\0", "a\0b", "\0\0\0", " \0 ", "\x01\x02\x7f", "\x0b\x0c", "tab\tand\x0bvertical",
        "\u0000<|user|>\u0000", "\ufffd", "a\ufffdb", "\ue000\uf8ff", "\uffff", "\U0010ffff", "\U000e0001",
        "Ġ", "Ċ", "ĠĠ", "Ā\u0143", "\u00ad", "soft\u00adhyphen",
        "a" * 500, "ab" * 400, "the" * 300, "é" * 200, "语" * 200, "🙂" * 100, "1" * 100, "!" * 100, "=-" * 150, " a" * 200, "\n" * 60,
        "Pneumonoultramicroscopicsilicovolcanoconiosis", "Donaudampfschifffahrtsgesellschaftskapitän", "aaaa bbbb" * 40]


def random_texts(count):
    """Words, blanks, punctuation, rare characters and markers in any order; seeded."""
    r = random.Random(7)
    parts = ["the", "The", "model", " audio", "it's", "WE'LL", "'d", "'", "’s", "1", "23", "4567", " ", "  ", "\n", "\r\n", "\t", ".", ", ",
             "?!", "-", "_", "é", "e\u0301", "ß", "语", "音识", "。", "🙂", "👍🏽", "\u200d", "\u00a0", "\u0000", "Ж", "ع", "ก", "<|user|>", "<|",
             "|>", "[MASK]", "into", "transcribe", "\u2028", "\u180e", "½", "²", "\U0001f1e9"]
    return ["".join(r.choice(parts) for _ in range(r.randint(1, 40))) for _ in range(count)]


def random_ids(tokenizer, count):
    """Any ids, so that most byte sequences are broken somewhere; some outside the vocabulary."""
    r = random.Random(11)
    size = tokenizer.get_vocab_size()
    bytewise = [i for i in range(size) if len(tokenizer.id_to_token(i)) == 1]
    lists = [[], [size - 1], [size], [size + 1000], [0, size, 0]]
    for _ in range(count):
        pool = bytewise if r.random() < 0.6 else range(size + 2)
        lists.append([r.choice(pool) for _ in range(r.randint(1, 24))])
    return lists


def broken_bytes(tokenizer):
    """Well-formed and ill-formed byte sequences, as single-byte ids."""
    letter = {}
    extra = 0
    for b in range(256):
        itself = 33 <= b <= 126 or 161 <= b <= 172 or b >= 174
        letter[b] = chr(b) if itself else chr(256 + extra)
        extra += 0 if itself else 1
    sequences = [b"\xff", b"\x80", b"\xc3", b"\xc3\xa9", b"\xc0\x80", b"\xe0\x80\x80", b"\xe2\x82", b"\xe2\x82\xac", b"\xe2\x82a", b"\xed\xa0\x80",
                 b"\xed\x9f\xbf", b"\xf0\x9f\x99\x82", b"\xf0\x9f\x99", b"\xf0\x9fa", b"\xf0\x80\x80\x80", b"\xf4\x8f\xbf\xbf", b"\xf4\x90\x80\x80",
                 b"\xf5\x80\x80\x80", b"\xe2\xe2\x82\xac", b"\xf0\x9f\xf0\x9f\x99\x82\x99", b"a\xc3b\xe2\x82c\xf0\x9f\x99d", b"\xef\xbf\xbd", b"\x00\xc2\x00"]
    return [[tokenizer.token_to_id(letter[b]) for b in s] for s in sequences]


def merge_patch(target, patch):
    if not isinstance(patch, dict):
        return copy.deepcopy(patch)
    target = target if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = merge_patch(target.get(key), value)
    return target


def added(base, *tokens):
    """The file's added tokens and more of them, as a merge patch writes an array: whole."""
    document = json.loads((ROOT / base).read_text())
    vocabulary = document["model"]["vocab"]
    more = []
    for content, special, normalized in tokens:  # one that is a piece already keeps the piece's id
        new = 1 + max(t["id"] for t in document["added_tokens"] + more)
        more.append(dict(id=vocabulary.get(content, new), content=content, single_word=False, lstrip=False, rstrip=False,
                         normalized=normalized, special=special))
    return document["added_tokens"] + more


def split(regex):
    return {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False},
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}]}


def make_case(name, base, patch, texts, decoded):
    document = merge_patch(json.loads((ROOT / base).read_text()), patch)
    tokenizer = Tokenizer.from_str(json.dumps(document))
    case = {"name": name, "base": base, "patch": patch}
    if texts is not TEXTS:
        case["texts"] = texts
    case["ids"] = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    id_lists = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts[::9]] + broken_bytes(tokenizer)
    id_lists += random_ids(tokenizer, decoded)
    case["decoded"] = [{"ids": ids, "skip_special": skip, "text": tokenizer.decode(ids, skip_special_tokens=skip)}
                       for ids in id_lists for skip in (True, False)]
    return case


TEXTS = SENTENCES + RUNS + random_texts(120)
FEW = SENTENCES[:6] + SENTENCES[8:12] + SENTENCES[31:40] + RUNS[:40] + random_texts(20)

CASES = [
    ("the small reference tokenizer", SMALL, {}, TEXTS, 150),
    ("the demo model's tokenizer", DEMO, {}, TEXTS, 60),
    ("words that are pieces need no merges", DEMO, {"model": {"ignore_merges": True, "merges": []}}, TEXTS, 0),
    ("GPT-2's split, built into ByteLevel", DEMO,
     {"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True, "pretokenizers": None}}, TEXTS, 0),
    ("ByteLevel alone, no split", DEMO,
     {"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False, "pretokenizers": None}}, FEW, 0),
    ("a split with empty matches", SMALL, {"pre_tokenizer": split("x*")}, ["abxxcx", "xx", "aéx语", "", "x"] + FEW, 0),
    ("a split that leaves gaps", SMALL, {"pre_tokenizer": split("[aeiou]+")}, FEW, 0),
    ("two splits, one after another", SMALL, {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": r"\p{N}"}, "behavior": "Isolated", "invert": False},
        {"type": "Split", "pattern": {"Regex": r"\s+"}, "behavior": "Isolated", "invert": False},
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}]}}, FEW, 0),
    ("added tokens that overlap, normalized or not, special or not", SMALL, {"added_tokens": added(
        SMALL, ("ab", False, False), ("abc", False, False), ("bcd", True, False), ("b", False, True), ("é", False, False), ("né é", False, False),
        ("abcdef", False, True), ("c<|us", False, True), ("the", False, True), ("audio", True, True))},
     ["abcd", "abc", "ab", "xabcdx", "bcdabcdef", "abcdef", "a b c", "abab", "né é", "né", "éé", "c<|user|>", "abc<|user|>bcd", "the audio", "other"]
     + FEW, 40),
]


def main():
    result = {"tokenizers": tokenizers.__version__, "texts": TEXTS, "cases": [make_case(*case) for case in CASES]}
    (HERE / "expectations.json").write_text(json.dumps(result, ensure_ascii=True, separators=(",", ":")).replace("},{\"name", "},\n{\"name") + "\n")
    print(len(TEXTS), "texts,", sum(len(c["ids"]) for c in result["cases"]), "encodings,", sum(len(c["decoded"]) for c in result["cases"]), "decodings")


if __name__ == "__main__":
    main()
