# SPDX-License-Identifier: Apache-2.0
"""Training windows on the GPU: assembly from a pool of int16 speech, augmentation, log-mel features."""

import math

import torch

SAMPLE_RATE = 16000
WINDOW = 480000  # samples of one 30 s window


def mel_filters(warp=1.0, n_mel=128, n_bin=201):
    """Slaney mel filterbank [n_mel, n_bin]; warp scales the frequency axis, as another vocal tract would."""

    def to_mel(hz):
        return 3 * hz / 200 if hz < 1000 else 15 + 27 * math.log(hz / 1000) / math.log(6.4)

    def to_hz(mel):
        return 200 * mel / 3 if mel < 15 else 1000 * math.exp((mel - 15) * math.log(6.4) / 27)

    top = to_mel(8000.0)
    corners = torch.tensor([to_hz(top * i / (n_mel + 1)) for i in range(n_mel + 2)], dtype=torch.float64)
    left, centre, right = corners[:-2], corners[1:-1], corners[2:]
    hz = (torch.arange(n_bin, dtype=torch.float64) * 40 * warp).clamp(max=8000.0)[:, None]
    triangles = torch.minimum((hz - left) / (centre - left), (right - hz) / (right - centre)).clamp(min=0)
    return (triangles * 2 / (right - left)).T.float().contiguous()


def log_mel(samples, bank):
    """Log-mel features [B, 128, 3000] of samples [B, 480000] f32 with a bank [128, 201] or [B, 128, 201].

    With bank = mel_filters() they equal WhisperFeatureExtractor's.
    """
    spectrum = torch.stft(
        samples,
        400,
        160,
        window=torch.hann_window(400, device=samples.device),
        center=True,
        pad_mode="reflect",
        return_complex=True,
    )[..., :-1]
    power = spectrum.real**2 + spectrum.imag**2
    mel = torch.matmul(bank, power).clamp(min=1e-10).log10()
    mel = torch.maximum(mel, mel.amax((1, 2), keepdim=True) - 8)
    return (mel + 4) / 4


def gather(pool, start, offset, length, speed, gain, n_samples):
    """Lay segments of the pool out in rows: samples [B, n_samples] f32, and where a segment lies (bool).

    start, offset, length, speed, gain are [B, K]: row b's segment k begins at sample start (sorted;
    n_samples where unused) and reads pool[offset : offset + length] at the given speed, interpolated by
    cubics, times gain.
    """
    rows = start.shape[0]
    time = torch.arange(n_samples, device=pool.device, dtype=torch.int32).expand(rows, n_samples).contiguous()
    segment = torch.searchsorted(start.to(torch.int32).contiguous(), time, right=True) - 1
    segment = segment.clamp(min=0)

    def of_segment(values):
        return torch.gather(values, 1, segment)

    position = (time - of_segment(start)).double() * of_segment(speed)
    whole = position.floor()
    t = (position - whole).float()
    whole = whole.long()
    count = of_segment(length)
    inside = (whole >= 0) & (whole < count) & (time >= of_segment(start))
    base, last = of_segment(offset), count - 1

    def neighbour(distance):
        index = torch.minimum((whole + distance).clamp(min=0), last)
        return pool[(base + index).clamp(min=0)].float()

    y0, y1, y2, y3 = (neighbour(distance) for distance in (-1, 0, 1, 2))
    cubic = y1 + 0.5 * t * (y2 - y0 + t * (2 * y0 - 5 * y1 + 4 * y2 - y3 + t * (3 * (y1 - y2) + y3 - y0)))
    return torch.where(inside, cubic * of_segment(gain), 0.0), inside


class Augment:
    """Random changes to a batch of windows, every one drawn on the GPU."""

    FFT_SIZE = 524288
    REVERB_SAMPLES = 9600

    def __init__(self, device):
        self.device = device
        self.warps = [1.0] + [0.82 + 0.02 * i for i in range(20)]
        self.banks = torch.stack([mel_filters(warp) for warp in self.warps]).to(device)
        self.hz = torch.arange(self.FFT_SIZE // 2 + 1, device=device) * (SAMPLE_RATE / self.FFT_SIZE)
        self.log_hz = (self.hz.clamp(min=50) / 50).log2() / math.log2(160.0)  # 0 at 50 Hz, 1 at 8 kHz

    def uniform(self, *shape):
        return torch.rand(*shape, device=self.device)

    def level(self, rows, low, spread):
        """Amplitude factors [rows, 1] of -(low ... low + spread) dB."""
        return 10 ** (-(low + spread * self.uniform(rows, 1)) / 20)

    def chance(self, rows, probability):
        return self.uniform(rows, 1) < probability

    def __call__(self, samples, speech, noise, valid, plain, all_plain=False):
        """Filtered, noisy, levelled samples [B, T].

        samples [B, T]; speech [B, T] bool, for levels; noise [B, T] or None; valid [B]: samples kept, zeros
        after; plain [B] bool: rows of which only the level is changed; all_plain: every row is.
        """
        rows, n_samples = samples.shape
        active = speech.float()
        empty = ~speech.any(1, keepdim=True)
        energy = (samples * samples * active).sum(1, keepdim=True)
        rms = (energy / active.sum(1, keepdim=True).clamp(min=1)).sqrt().clamp(min=1e-4)
        rms = torch.where(empty, 0.1, rms)  # without speech, noise as if there were some
        if not all_plain:  # said by the host: to ask `plain` would wait for the GPU
            samples = torch.where(plain[:, None], samples, self.changed(samples, rms, noise, empty))
        louder = torch.where(empty, 1 / self.level(rows, 0, 20), 1.0)
        samples = samples * louder * (self.level(rows, 10, 24) / rms.clamp(min=1e-3))
        samples = samples.clamp(-1, 1)
        samples = torch.where(self.chance(rows, 0.06) & ~plain[:, None], self.mu_law(samples), samples)
        kept = torch.arange(n_samples, device=self.device)[None] < valid[:, None]
        return torch.where(kept, samples, 0.0)

    def changed(self, samples, rms, noise, empty):
        """Another room, another line, and what else is heard there."""
        samples = self.filtered(samples)
        samples = self.with_noise(samples, rms, noise)
        samples = self.with_hum(samples, rms)
        samples = self.with_clicks(samples, rms)
        # babble: the next row's speech, quieter
        babble = self.chance(len(samples), 0.08) & ~empty
        return samples + torch.roll(samples, 1, 0) * torch.where(babble, self.level(len(samples), 12, 12), 0.0)

    def filtered(self, samples):
        """Equalizer, telephone band and reverberation, in one product of spectra."""
        rows, n_samples = samples.shape
        spectrum = torch.fft.rfft(samples, self.FFT_SIZE)
        knots = (self.uniform(rows, 7) * 2 - 1) * 6 * self.chance(rows, 0.6).float()  # dB, over log frequency
        position = self.log_hz * 6
        knot = position.long().clamp(max=5)
        weight = position - knot
        response = 10 ** ((knots[:, knot] * (1 - weight) + knots[:, knot + 1] * weight) / 20)
        low = torch.where(
            self.chance(rows, 0.08), 200 + 200 * self.uniform(rows, 1), 20 + 60 * self.uniform(rows, 1)
        )
        high = torch.where(
            self.chance(rows, 0.08),
            3300 + 400 * self.uniform(rows, 1),
            torch.where(
                self.chance(rows, 0.3),
                4000 + 3800 * self.uniform(rows, 1),
                torch.full((rows, 1), 9000.0, device=self.device),
            ),
        )
        response = response * torch.sigmoid((self.hz - low) / 20) * torch.sigmoid((high - self.hz) / 80)
        time = torch.arange(self.REVERB_SAMPLES, device=self.device) / SAMPLE_RATE
        decay = 0.1 + 0.5 * self.uniform(rows, 1)  # seconds to -60 dB
        echo = torch.randn(rows, self.REVERB_SAMPLES, device=self.device)
        echo = echo * torch.exp(-6.9 * time / decay) * (time > 0.002)
        echo = echo / echo.pow(2).sum(1, keepdim=True).sqrt() * self.level(rows, 2, 16)
        echo = echo * self.chance(rows, 0.35).float()
        echo[:, 0] = 1
        spectrum = spectrum * response * torch.fft.rfft(echo, self.FFT_SIZE)
        return torch.fft.irfft(spectrum, self.FFT_SIZE)[:, :n_samples]

    def with_noise(self, samples, rms, noise):
        """White to pink noise, and recorded noise where there is any."""
        rows, n_samples = samples.shape
        spectrum = torch.fft.rfft(torch.randn(rows, n_samples, device=self.device))
        frequency = torch.arange(spectrum.shape[1], device=self.device).clamp(min=20) / 2000.0
        coloured = torch.fft.irfft(spectrum * frequency[None] ** (-self.uniform(rows, 1) * 1.0), n_samples)
        coloured = coloured / coloured.std(1, keepdim=True)
        samples = samples + coloured * rms * torch.where(
            self.chance(rows, 0.65), self.level(rows, 12, 35), 0.0
        )
        if noise is not None:
            noise_rms = noise.pow(2).mean(1, keepdim=True).sqrt().clamp(min=1e-5)
            amount = torch.where(self.chance(rows, 0.8), self.level(rows, 6, 22), 0.0)
            samples = samples + noise * (rms / noise_rms) * amount
        return samples

    def some(self, rows):
        """One row in sixteen."""
        return torch.randperm(rows, device=self.device)[: -(-rows // 16)]

    def with_hum(self, samples, rms):
        """The mains' 50 or 60 Hz and its harmonics."""
        rows, n_samples = samples.shape
        chosen = self.some(rows)
        count = len(chosen)
        mains = torch.where(self.chance(count, 0.5), 50.0, 60.0)
        time = torch.arange(n_samples, device=self.device) / SAMPLE_RATE
        wave = torch.zeros(count, n_samples, device=self.device)
        for harmonic in range(1, 9):
            strength = self.uniform(count, 1) / harmonic
            wave += strength * torch.sin(2 * math.pi * (harmonic * mains * time + self.uniform(count, 1)))
        samples[chosen] += wave * rms[chosen] * self.level(count, 3, 25)
        return samples

    def with_clicks(self, samples, rms):
        """Keys, knocks and ticks: short bursts of decaying noise, one to eight a second."""
        rows, n_samples = samples.shape
        chosen = self.some(rows)
        count = len(chosen)
        rate = (1 + 7 * self.uniform(count, 1)) / SAMPLE_RATE
        clicks = (self.uniform(count, n_samples) < rate) * (0.3 + 0.7 * self.uniform(count, n_samples))
        time = torch.arange(1600, device=self.device) / SAMPLE_RATE
        burst = torch.randn(count, 1600, device=self.device)
        burst = burst * torch.exp(-time / (0.002 + 0.015 * self.uniform(count, 1)))
        spectrum = torch.fft.rfft(clicks, self.FFT_SIZE) * torch.fft.rfft(burst, self.FFT_SIZE)
        heard = torch.fft.irfft(spectrum, self.FFT_SIZE)[:, :n_samples]
        samples[chosen] += heard * rms[chosen] * self.level(count, -6, 24)
        return samples

    @staticmethod
    def mu_law(samples):
        """Samples as 8-bit telephony carries them."""
        folded = torch.sign(samples) * torch.log1p(255 * samples.abs()) / math.log(256)
        folded = torch.round(folded * 127) / 127
        return torch.sign(folded) * (torch.pow(256.0, folded.abs()) - 1) / 255

    def features(self, samples, plain):
        """Log-mel features of samples [B, 480000]; three rows in five, none of them plain, with a warped
        frequency axis.
        """
        rows = samples.shape[0]
        straight = plain | (torch.rand(rows, device=self.device) < 0.4)
        warp = torch.where(straight, 0, torch.randint(1, len(self.warps), (rows,), device=self.device))
        return log_mel(samples, self.banks[warp])

    def spec_augment(self, mel, plain, freq_masks, freq_width, time_masks, time_width):
        """SpecAugment (Park et al. 2019) on mel [B, 128, T]: bands and spans are set to the window's mean,
        but in plain rows.
        """
        rows, bands, frames = mel.shape
        mask = torch.zeros(rows, bands, frames, dtype=torch.bool, device=self.device)
        band = torch.arange(bands, device=self.device)[None, :, None]
        frame = torch.arange(frames, device=self.device)[None, None]
        for index, size, count, width in (
            (band, bands, freq_masks, freq_width),
            (frame, frames, time_masks, time_width),
        ):
            for _ in range(count):
                extent = torch.randint(0, width + 1, (rows, 1, 1), device=self.device)
                first = (torch.rand(rows, 1, 1, device=self.device) * (size - extent)).long()
                mask |= (index >= first) & (index < first + extent)
        return torch.where(mask & ~plain[:, None, None], mel.mean((1, 2), keepdim=True), mel)


@torch.no_grad()
def augmented_features(pool, batch, augment, to_device, gather=gather, masked=True):
    """Log-mel features [B * windows, 128, 3000] of a data.Batch whose segments lie in pool [samples]; masked: by
    SpecAugment.
    """
    rows, all_plain = len(batch.plain), bool(batch.plain.all())

    def laid_out(segments, n_samples):
        start, offset, length, speed, gain = to_device(segments)
        return gather(pool, start.int(), offset.long(), length.long(), speed, gain.float(), n_samples)

    samples, speech = (found.view(rows, WINDOW) for found in laid_out(batch.segments, WINDOW * batch.windows))
    noise = None if all_plain else laid_out(batch.noise, WINDOW)[0]
    window_start = WINDOW * torch.arange(batch.windows, device=pool.device)
    valid = (to_device(batch.valid)[:, None] - window_start[None]).clamp(0, WINDOW).view(rows)
    plain = to_device(batch.plain)
    samples = augment(samples, speech, noise, valid, plain, all_plain)
    mel = augment.features(samples, plain)
    return augment.spec_augment(mel, plain, 2, 27, 18, 50) if masked else mel
