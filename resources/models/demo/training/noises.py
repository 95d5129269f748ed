# SPDX-License-Identifier: Apache-2.0
"""Sounds without speech that are made, not recorded: tones, sirens, melodies, engines, gusts and bursts."""

import numpy as np

SAMPLE_RATE = 16000
SECONDS = 8


def harmonics(rng, hertz, count):
    """A wave of a pitch in hertz, sample by sample, with up to `count` overtones of random strength."""
    phase = 2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE
    falling = rng.uniform(0.3, 2.0)
    return sum(rng.uniform(0.2, 1) / k**falling * np.sin(k * phase) for k in range(1, count + 1))


def wandering(rng, length, slowest, low, high):
    """A random line between low and high, with a knot every 1 / slowest seconds or more often."""
    count = max(2, int(length / SAMPLE_RATE * rng.uniform(slowest, 4 * slowest)))
    return np.interp(np.arange(length), np.linspace(0, length, count), rng.uniform(low, high, count))


def siren(rng, length):
    """A gliding pitch: sirens, whistles, howls."""
    hertz = np.exp2(wandering(rng, length, 0.3, *np.sort(rng.uniform(6.5, 11.2, 2))))
    return harmonics(rng, hertz, rng.integers(1, 9)) * wandering(rng, length, 0.5, 0, 1)


def melody(rng, length):
    """Notes of one to three voices that fade or stay: music, bells, beeps, dial tones."""
    wave, beat = np.zeros(length), int(SAMPLE_RATE * rng.uniform(0.08, 0.9))
    fading, count = rng.uniform(0, 8), rng.integers(1, 8)
    for _ in range(rng.integers(1, 4)):
        base = rng.uniform(70, 900)
        for start in range(0, length - beat, beat):
            if rng.random() < 0.7:
                hertz = np.full(beat, base * 2 ** (rng.integers(-5, 13) / 12))
                time = np.arange(beat) / SAMPLE_RATE
                edges = np.minimum(1, np.minimum(time, time[::-1]) / 0.005)
                wave[start : start + beat] += harmonics(rng, hertz, count) * np.exp(-fading * time) * edges
    return wave


def engine(rng, length):
    """A low, rough buzz: engines, drills, fans."""
    hertz = wandering(rng, length, 0.4, *np.sort(rng.uniform(15, 220, 2)))
    rough = 1 + rng.uniform(0, 1) * wandering(rng, length, 20, -1, 1)
    return harmonics(rng, hertz, 24) * rough + coloured(rng, length) * rng.uniform(0, 0.5)


def coloured(rng, length):
    """Noise in a random band."""
    spectrum = np.fft.rfft(rng.standard_normal(length))
    hertz = np.fft.rfftfreq(length, 1 / SAMPLE_RATE)
    centre, width = np.exp2(rng.uniform(6.5, 12.5)), rng.uniform(0.1, 2.5)
    octaves = np.log2(np.maximum(hertz, 10) / centre)
    wave = np.fft.irfft(spectrum * np.exp(-((octaves / width) ** 2)), length)
    return wave / wave.std()


def gusts(rng, length):
    """Noise that swells: wind, waves, breath, traffic."""
    return coloured(rng, length) * wandering(rng, length, rng.uniform(0.2, 5), 0, 1) ** 2


def bursts(rng, length):
    """Short noises of a body that rings: steps, knocks, taps, coughs, barks."""
    wave = np.zeros(length)
    hertz, rate, fading = rng.uniform(80, 2500), rng.uniform(0.4, 6), rng.uniform(6, 60)
    tonal = rng.uniform(0, 1)
    for start in (rng.random(int(rate * SECONDS) + 1) * (length - 8000)).astype(int):
        time = np.arange(8000) / SAMPLE_RATE
        pitch = np.full(8000, hertz * rng.uniform(0.85, 1.2)) * np.exp(-rng.uniform(0, 2) * time)
        sound = tonal * harmonics(rng, pitch, 6) + (1 - tonal) * coloured(rng, 8000)
        wave[start : start + 8000] += rng.uniform(0.3, 1) * sound * np.exp(-fading * time)
    return wave


def made_noises(count):
    """`count` pairs of a name and 8 s of int16 samples, always the same ones."""
    rng = np.random.default_rng(3)
    for i in range(count):
        kind = (siren, melody, engine, gusts, bursts)[i % 5]
        wave = kind(rng, SAMPLE_RATE * SECONDS)
        yield f"{kind.__name__}-{i}", (wave / np.abs(wave).max() * 16000).astype(np.int16)
