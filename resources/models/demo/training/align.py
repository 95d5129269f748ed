# SPDX-License-Identifier: Apache-2.0
"""Word times of a recording with a known text: dynamic time warping to flite's reading of the same words."""

import numpy as np
from numba import njit
from scipy.fft import dct

SAMPLE_RATE = 16000
HOP, WIDTH, FFT = 160, 400, 512  # samples
STILL = 0.4  # cost of a step in which only one of the two goes on
SNAP = 5  # frames: a word's edge moves to the quietest frame this near


def filters(stretch, count=20, low=150.0, high=4800.0):
    """Triangles on the mel scale, below what 24 kbit/s MP3 keeps; stretch: of the frequency axis."""

    def to_mel(hz):
        return 1127 * np.log1p(hz / 700)

    corners = 700 * np.expm1(np.linspace(to_mel(low), to_mel(high), count + 2) / 1127) * stretch
    hz = np.arange(FFT // 2 + 1) * SAMPLE_RATE / FFT
    left, centre, right = corners[:-2, None], corners[1:-1, None], corners[2:, None]
    return np.maximum(0, np.minimum((hz - left) / (centre - left), (right - hz) / (right - centre)))


# A shorter vocal tract than the synthesizer's has its formants higher: the best of these is taken.
STRETCHES = (0.95, 1.05, 1.15)
FILTERS = {stretch: filters(stretch) for stretch in (1.0, *STRETCHES)}


def features(samples, stretch=1.0):
    """Cepstra and their slopes [frames, 24], each normalized over the recording, and log energy [frames]."""
    padded = np.pad(samples.astype(np.float32), (WIDTH // 2, WIDTH // 2))
    frames = np.lib.stride_tricks.sliding_window_view(padded, WIDTH)[::HOP] * np.hanning(WIDTH)
    power = np.abs(np.fft.rfft(frames, FFT)) ** 2 + 1.0
    mel = np.log(power @ FILTERS[stretch].T + 1.0)
    cepstra = dct(mel, axis=1, norm="ortho")[:, :12]
    slopes = np.gradient(cepstra, axis=0)
    both = np.concatenate([cepstra, slopes], 1)
    return (both - both.mean(0)) / (both.std(0) + 1e-3), np.log(power.sum(1))


@njit(cache=True)
def warp(a, b):
    """(path, cost a step): frame pairs from the cheapest monotone way through distances of a and b."""
    n, m = len(a), len(b)
    total = np.full((n + 1, m + 1), np.inf)
    total[0, 0] = 0.0
    band = max(120.0, 0.12 * m)  # frames of b beside the straight way
    came = np.zeros((n + 1, m + 1), np.uint8)
    for i in range(1, n + 1):
        middle = i * m / n
        for j in range(max(1, int(middle - band)), min(m, int(middle + band)) + 1):
            distance = 0.0
            for k in range(a.shape[1]):
                difference = a[i - 1, k] - b[j - 1, k]
                distance += difference * difference
            distance = np.sqrt(distance)
            best, step = total[i - 1, j - 1] + 2 * distance, 0
            if total[i - 1, j] + distance + STILL < best:
                best, step = total[i - 1, j] + distance + STILL, 1
            if total[i, j - 1] + distance + STILL < best:
                best, step = total[i, j - 1] + distance + STILL, 2
            total[i, j], came[i, j] = best, step
    path = []
    i, j = n, m
    while i > 0 and j > 0:
        path.append((i - 1, j - 1))
        step = came[i, j]
        i -= step != 2
        j -= step != 1
    path.reverse()
    return np.array(path), total[n, m] / (n + m)


def word_times(samples, spoken, spoken_times):
    """([[start, end]] in samples, cost): `spoken` is a synthesizer's reading whose words' times are known."""
    theirs, _ = features(spoken)
    tries = [(*warp(theirs, features(samples, stretch)[0]), stretch) for stretch in STRETCHES]
    path, cost, _ = min(tries, key=lambda found: found[1])
    _, energy = features(samples)
    first = np.searchsorted(path[:, 0], np.arange(len(theirs)))  # of a frame of theirs, its first pair
    last = np.searchsorted(path[:, 0], np.arange(len(theirs)), side="right") - 1

    def quietest(frame):
        low = max(0, frame - SNAP)
        return low + int(np.argmin(energy[low : frame + SNAP + 1]))

    times = []
    for start, end in spoken_times:
        begin = path[last[min(start // HOP, len(theirs) - 1)], 1]
        finish = path[first[min(end // HOP, len(theirs) - 1)], 1]
        begin, finish = quietest(begin), quietest(max(begin, finish))
        if times:
            begin = max(begin, times[-1][1] // HOP)
        times.append([begin * HOP, max(begin, finish) * HOP])
    return times, cost
