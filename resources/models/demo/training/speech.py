# SPDX-License-Identifier: Apache-2.0
"""The speech synthesizers flite and espeak-ng through their libraries, with the time of every word."""

import ctypes
import os

import numpy as np
from scipy.signal import resample_poly

import words

SAMPLE_RATE = 16000
FRAME = 160  # samples
FLITE_PITCHES = {"slt": 167, "rms": 100, "awb": 133, "kal16": 105}  # mean, Hz


class FliteWave(ctypes.Structure):
    """cst_wave of flite.h."""

    _fields_ = [
        ("type", ctypes.c_char_p),
        ("sample_rate", ctypes.c_int),
        ("num_samples", ctypes.c_int),
        ("num_channels", ctypes.c_int),
        ("samples", ctypes.POINTER(ctypes.c_short)),
    ]


class FliteVoice(ctypes.Structure):
    """The beginning of cst_voice."""

    _fields_ = [("name", ctypes.c_char_p), ("features", ctypes.c_void_p)]


class Flite:
    """Four voices. say() gives samples and the words' times in samples, None where they are not known."""

    WORD_START = b"R:SylStructure.daughter1.daughter1.R:Segment.p.end"
    WORD_END = b"R:SylStructure.daughtern.daughtern.R:Segment.end"

    def __init__(self, library_dir):
        def load(name):
            return ctypes.CDLL(os.path.join(library_dir, name), mode=ctypes.RTLD_GLOBAL)

        self.library = load("libflite.so.1")
        load("libflite_usenglish.so.1")
        load("libflite_cmulex.so.1")
        self.library.flite_init()
        pointer, text, real = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_float
        for name, result, arguments in (
            ("flite_synth_text", pointer, [text, pointer]),
            ("utt_relation", pointer, [pointer, text]),
            ("utt_wave", ctypes.POINTER(FliteWave), [pointer]),
            ("relation_head", pointer, [pointer]),
            ("item_next", pointer, [pointer]),
            ("item_feat_string", text, [pointer, text]),
            ("ffeature_float", real, [pointer, text]),
            ("delete_utterance", None, [pointer]),
            ("feat_set_float", None, [pointer, text, real]),
        ):
            function = getattr(self.library, name)
            function.restype, function.argtypes = result, arguments
        self.voices = {}
        for name in FLITE_PITCHES:
            register = getattr(load(f"libflite_cmu_us_{name}.so.1"), f"register_cmu_us_{name}")
            register.restype = ctypes.POINTER(FliteVoice)
            register.argtypes = [ctypes.c_char_p]
            self.voices[name] = register(None)

    def say(self, text, voice_name, rng=None):
        """(samples, times) of a sentence; with rng in a random rate and pitch."""
        library, voice = self.library, self.voices[voice_name]
        features = voice.contents.features
        stretch, pitch, pitch_range = 1.0, 1.0, 1.0
        if rng is not None:
            stretch, pitch = rng.uniform(0.72, 1.35), rng.uniform(0.7, 1.45)
            pitch_range = rng.uniform(0.6, 1.6)
        library.feat_set_float(features, b"duration_stretch", stretch)
        if voice_name == "kal16":
            library.feat_set_float(features, b"int_f0_target_mean", FLITE_PITCHES[voice_name] * pitch)
            library.feat_set_float(features, b"int_f0_target_stddev", 15 * pitch_range)
        else:
            library.feat_set_float(features, b"f0_shift", pitch)
        utterance = library.flite_synth_text(text.encode(), ctypes.cast(voice, ctypes.c_void_p))
        wave = library.utt_wave(utterance).contents
        assert wave.sample_rate == SAMPLE_RATE, wave.sample_rate
        samples = np.ctypeslib.as_array(wave.samples, (wave.num_samples,)).copy()
        spoken = self.spoken_words(utterance)
        library.delete_utterance(utterance)
        return samples, words.times_of_tokens(text, spoken)

    def spoken_words(self, utterance):
        """[(word, start, end)] in samples, as flite read them."""
        library, spoken = self.library, []
        item = library.relation_head(library.utt_relation(utterance, b"Word"))
        while item:
            word = library.item_feat_string(item, b"name").decode("ascii", "replace")
            start = int(library.ffeature_float(item, self.WORD_START) * SAMPLE_RATE)
            end = int(library.ffeature_float(item, self.WORD_END) * SAMPLE_RATE)
            if word.startswith("'") and spoken:  # a possessive s is a word of its own here
                spoken[-1] = (spoken[-1][0] + word, spoken[-1][1], end)
            else:
                spoken.append((word, start, end))
            item = library.item_next(item)
        return spoken


class EspeakEvent(ctypes.Structure):
    """espeak_EVENT of speak_lib.h."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),  # ms
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("name", ctypes.c_char * 8),
    ]


class Espeak:
    """Many accents and variants. say() as Flite's; phonemes() spells words in IPA."""

    RATE, PITCH, RANGE = 1, 3, 4  # espeak_PARAMETER
    SYNCHRONOUS_OUTPUT = 2  # AUDIO_OUTPUT_SYNCHRONOUS
    CHARS_UTF8, POSITION_CHARACTER, PHONEMES_IPA = 1, 1, 2
    EVENT_END_OF_LIST, EVENT_WORD = 0, 1
    CALLBACK = ctypes.CFUNCTYPE(
        ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(EspeakEvent)
    )

    def __init__(self, library_dir, data_dir):
        self.library = ctypes.CDLL(os.path.join(library_dir, "libespeak-ng.so.1"))
        self.rate = self.library.espeak_Initialize(self.SYNCHRONOUS_OUTPUT, 0, data_dir.encode(), 0)
        assert self.rate == 22050, self.rate
        self.pieces, self.starts = [], []

        def receive(samples, count, events):
            if samples and count > 0:
                self.pieces.append(np.ctypeslib.as_array(samples, (count,)).copy())
            i = 0
            while events and events[i].type != self.EVENT_END_OF_LIST:
                if events[i].type == self.EVENT_WORD:
                    self.starts.append((events[i].text_position - 1, events[i].sample))
                i += 1
            return 0

        self.callback = self.CALLBACK(receive)  # kept: the library holds only the address
        self.library.espeak_SetSynthCallback(self.callback)
        size, number = ctypes.c_size_t, ctypes.c_uint
        self.library.espeak_Synth.argtypes = [
            ctypes.c_char_p,
            size,
            number,
            ctypes.c_int,
            number,
            number,
            ctypes.c_void_p,
            ctypes.c_void_p,
        ]
        self.library.espeak_TextToPhonemes.argtypes = [
            ctypes.POINTER(ctypes.c_char_p),
            ctypes.c_int,
            ctypes.c_int,
        ]
        self.library.espeak_TextToPhonemes.restype = ctypes.c_char_p

    def phonemes(self, text, voice_name="en-us"):
        """IPA of a few words."""
        self.library.espeak_SetVoiceByName(voice_name.encode())
        rest, found = ctypes.c_char_p(text.encode()), []
        while rest.value:
            found.append(
                self.library.espeak_TextToPhonemes(
                    ctypes.byref(rest), self.CHARS_UTF8, self.PHONEMES_IPA
                ).decode()
            )
        return " ".join(found)

    def say(self, text, voice_name, rng=None):
        """(samples, times) of a sentence, None for an unknown voice; with rng in a random rate and pitch."""
        if self.library.espeak_SetVoiceByName(voice_name.encode()) != 0:
            return None
        rate, pitch, pitch_range = 165, 50, 50
        if rng is not None:
            rate, pitch, pitch_range = rng.randint(110, 240), rng.randint(15, 85), rng.randint(20, 80)
        self.library.espeak_SetParameter(self.RATE, rate, 0)
        self.library.espeak_SetParameter(self.PITCH, pitch, 0)
        self.library.espeak_SetParameter(self.RANGE, pitch_range, 0)
        self.pieces, self.starts = [], []
        encoded = text.encode()
        self.library.espeak_Synth(
            encoded, len(encoded) + 1, 0, self.POSITION_CHARACTER, 0, self.CHARS_UTF8, None, None
        )
        if not self.pieces:
            return None
        samples = np.concatenate(self.pieces).astype(np.float32)
        samples = np.clip(resample_poly(samples, 320, 441), -32767, 32767).astype(np.int16)
        return samples, self.times(text, samples)

    def times(self, text, samples):
        """The tokens' times, from where espeak-ng began its words; a pause belongs to no word."""
        tokens = text.split()
        begins = {}
        for position, sample in self.starts:
            token = len(text[: position + 1].split()) - 1
            begins.setdefault(token, int(sample * SAMPLE_RATE / self.rate))
        if 0 not in begins or len(begins) < 0.5 * len(tokens):
            return None
        # It reads some pairs ("of the") as one word: what lies between is divided by letters.
        letters = np.cumsum([0] + [len(token) + 1 for token in tokens])
        known = sorted(begins) + [len(tokens)]
        samples_at = [begins[token] for token in known[:-1]] + [len(samples)]
        starts = np.interp(letters, letters[known], samples_at).astype(int).tolist()
        return [[start, sounding_end(samples, start, end)] for start, end in zip(starts, starts[1:])]


def sounding_end(samples, start, end):
    """Where the sound between start and end ceases."""
    quiet = 0.02 * int(np.abs(samples).max(initial=1))
    piece = np.abs(samples[start:end])
    loud = np.flatnonzero(piece > quiet)
    return start + (int(loud[-1]) + 1 if len(loud) else len(piece))


def trim(samples, times):
    """(samples, times) with silence at both ends cut to 0.1 s; None for less than 0.2 s of speech."""
    if len(samples) < 3200:
        return None
    level = np.abs(samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)).max(1)
    loud = np.where(level > max(50, int(level.max()) * 0.02))[0]
    if len(loud) < 20:
        return None
    first, last = max(0, loud[0] * FRAME - 1600), min(len(samples), (loud[-1] + 1) * FRAME + 1600)
    if times is not None:
        times = [[min(max(0, t - first), last - first) for t in pair] for pair in times]
        times = [[int(start), int(end)] for start, end in times]
    return samples[first:last], times
