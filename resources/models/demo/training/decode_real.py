#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Decode the Opus packs of prepare_data.py to 16 kHz int16 arrays (.npy).

usage: decode_real.py --packs DIR --lib LIBDIR --out DIR

LIBDIR holds libopusfile.so.0. Needs numpy and scipy.
"""

import argparse
import ctypes
import glob
import os
from multiprocessing import Pool

import numpy as np
from scipy.signal import resample_poly

BUFFER_SAMPLES = 11520  # 120 ms of two channels at 48 kHz, the most that libopusfile gives at once


def decode(job):
    """Decodes one pack; job is (Opus file, .npy file, library folder). Gives back its samples."""
    source, target, library_dir = job
    library = ctypes.CDLL(os.path.join(library_dir, "libopusfile.so.0"))
    library.op_open_file.restype = ctypes.c_void_p
    library.op_open_file.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    library.op_read.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    handle = library.op_open_file(source.encode(), None)
    assert handle, f"expected an Opus file, found none at {source}"
    buffer = (ctypes.c_short * BUFFER_SAMPLES)()
    pieces = []
    while True:
        count = library.op_read(handle, buffer, BUFFER_SAMPLES, None)
        assert count >= 0, f"libopusfile error {count} in {source}"
        if count == 0:
            break
        pieces.append(np.frombuffer(buffer, np.int16, count).copy())
    at_48_khz = np.concatenate(pieces).astype(np.float32)
    samples = np.clip(np.round(resample_poly(at_48_khz, 1, 3)), -32768, 32767).astype(np.int16)
    np.save(target, samples)
    return len(samples)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("packs", "lib", "out"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    largest_first = sorted(glob.glob(os.path.join(args.packs, "*.opus")), key=os.path.getsize, reverse=True)
    jobs = [
        (path, os.path.join(args.out, os.path.splitext(os.path.basename(path))[0] + ".npy"), args.lib)
        for path in largest_first
    ]
    with Pool(min(15, os.cpu_count())) as processes:
        samples = sum(processes.map(decode, jobs, chunksize=1))
    print("decoded", samples / (3600 * 16000), "h")


if __name__ == "__main__":
    main()
