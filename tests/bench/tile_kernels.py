#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of the tile layer beside a copy, CuPy and torch on one NVIDIA GPU. Run by hand.

    tile_kernels.py [--rows 16384] [--width 768]

The kernels' own sources are compiled by NVRTC: GELU, LayerNorm, RMSNorm and softmax of [rows, width] in float32. The arguments
rotate through more memory than the caches hold. Times are medians of rounds in turn, 40 launches each behind a pause, so the GPU
never waits for the host. The ceiling is a copy within the device's memory, bytes read and written together; a kernel counts one
reading and one writing of each value. Results are compared with torch's in float64. Fails if one differs by more than 2e-5 of the
largest value. Needs torch and CuPy. Products are timed by `tilescribe-cli bench ops`.
"""
import argparse
import pathlib
import statistics
import sys

import cupy
import numpy
import torch
from torch.nn import functional

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = """
#include "kernels/ops/elementwise/elementwise_tile.h"
#include "kernels/ops/norm/norm_tile.h"
#include "kernels/ops/attention/attention_tile.h"
using namespace tilescribe::kernels::tile;
struct Given {  // a dense matrix
  unsigned long long data;
  int rows, cols;
  template <class T>
  __device__ operator Matrix<T>() const { return {reinterpret_cast<T*>(data), rows, cols, cols}; }
};
using K = KERNEL;
template <class T>
__device__ void run_block(Block block, const typename T::Args& args) {
  if constexpr (HasShared<T>) {
    extern __shared__ __align__(128) unsigned char bytes[];
    T::run(block, *reinterpret_cast<typename T::Shared*>(bytes), args);
  } else {
    T::run(block, args);
  }
}
template <class T>
__device__ int shared_bytes() {
  if constexpr (HasShared<T>) { return sizeof(typename T::Shared); } else { return 0; }
}
extern "C" __global__ void __launch_bounds__(block_threads) run(PARAMETERS) {
  const Block block{static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.z)};
  run_block<K>(block, K::Args{ARGUMENTS});
}
extern "C" __global__ void sizes(int* out, PARAMETERS) {
  const Grid grid = K::grid(K::Args{ARGUMENTS});
  out[0] = grid.x; out[1] = grid.y; out[2] = grid.z; out[3] = shared_bytes<K>();
}
"""
THREADS, ROUNDS, LAUNCHES, ROTATED = 128, 21, 40, 4


def launch_of(kernel, args, modules={}):
    """A launch of a tile kernel: matrices, vectors and numbers in the order of its struct of arguments."""
    parameters, expressions, values = [], [], []
    for i, arg in enumerate(args):
        if isinstance(arg, torch.Tensor):
            rows, cols = (1, arg.shape[0]) if arg.dim() == 1 else arg.shape
            parameters += [f"unsigned long long d{i}", f"int r{i}", f"int c{i}"]
            expressions.append(f"Given{{d{i}, r{i}, c{i}}}")
            values += [numpy.uint64(arg.data_ptr()), numpy.int32(rows), numpy.int32(cols)]
        else:
            kind, number = {bool: ("bool", numpy.bool_), int: ("int", numpy.int32), float: ("float", numpy.float32)}[type(arg)]
            parameters.append(f"{kind} v{i}")
            expressions.append(f"v{i}")
            values.append(number(arg))
    code = CODE.replace("KERNEL", kernel).replace("PARAMETERS", ", ".join(parameters)).replace("ARGUMENTS", ", ".join(expressions))
    if code not in modules:
        modules[code] = cupy.RawModule(code=code, options=("-std=c++20", f"-I{ROOT}"))
    out = cupy.zeros(4, numpy.int32)
    modules[code].get_function("sizes")((1,), (1,), (out, *values))
    x, y, z, shared = map(int, out.get())
    function = modules[code].get_function("run")
    if shared > 48 * 1024:
        function.max_dynamic_shared_size_bytes = shared
    return lambda: function((x, y, z), (THREADS,), tuple(values), shared_mem=shared)


def timed(works):
    """Median ms per launch of several works, each a list of launches that rotate."""
    times = {name: [] for name in works}
    for number in range(ROUNDS + 2):
        for name, rotated in works.items():
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            torch.cuda._sleep(2_000_000)  # about a millisecond, in which the host queues launches
            begin.record()
            for i in range(LAUNCHES):
                rotated[i % len(rotated)]()
            end.record()
            end.synchronize()
            if number >= 2:  # set-up work of first launches
                times[name].append(begin.elapsed_time(end) / LAUNCHES)
    return {name: statistics.median(rounds) for name, rounds in times.items()}


def error_of(found, wanted):
    return float((found.double() - wanted).abs().max() / wanted.abs().max())


def cupy_gelu(x):
    """As it is usually written: each operation is a kernel."""
    return numpy.float32(0.5) * x * (1 + cupy.tanh(numpy.float32(0.7978845608028654) * (x + numpy.float32(0.044715) * x ** 3)))


def torch_gelu(x):
    return 0.5 * x * (1 + torch.tanh(0.7978845608028654 * (x + 0.044715 * x ** 3)))


def memory_bound(rows, width):
    torch.manual_seed(1)
    xs = [3 * torch.randn(rows, width, device="cuda") for _ in range(ROTATED)]
    ys = [torch.empty_like(x) for x in xs]
    gain, bias = torch.rand(width, device="cuda") + 0.5, torch.randn(width, device="cuda")
    double_gain, double_bias = gain.double(), bias.double()
    moved = 2 * rows * width * 4
    copies = timed({"torch": [lambda x=x, y=y: y.copy_(x) for x, y in zip(xs, ys)],
                    "CuPy": [lambda x=cupy.asarray(x), y=cupy.asarray(y): cupy.copyto(y, x) for x, y in zip(xs, ys)]})
    copy_ms = min(copies.values())
    print(f"[{rows}, {width}] in float32; a copy takes {copy_ms:.4f} ms, {moved / copy_ms * 1e-6:.0f} GB/s")
    good = True

    def op(title, kernel, arguments, wanted, others, in_place=False):
        nonlocal good
        for y, x in zip(ys, xs):
            y.copy_(x) if in_place else y.fill_(float("nan"))
        ours = [launch_of(kernel, arguments(x, y)) for x, y in zip(xs, ys)]
        for work in ours:
            work()
        error = max(error_of(y, wanted(x.double())) for x, y in zip(xs, ys))
        good &= error < 2e-5
        print(f"\n{title}, error {error:.1e}")
        works = {"tile layer": ours}
        works.update({name: [lambda x=x, work=work: work(x) for x in (map(cupy.asarray, xs) if "CuPy" in name else xs)]
                      for name, work in others.items()})
        times = timed(works)
        for name, ms in times.items():
            print(f"  {name:24} {ms:8.4f} ms  {100 * copy_ms / ms:6.1f} % of a copy's speed  {ms / times['tile layer']:6.2f} times ours",
                  flush=True)

    op("GELU (tanh)", "ActivationKernel<float, GeluTanh>", lambda x, y: (y, x), lambda x: functional.gelu(x, approximate="tanh"),
       {"CuPy's expression": cupy_gelu, "torch's expression": torch_gelu,
        "torch's gelu": lambda x: functional.gelu(x, approximate="tanh")})
    op("GELU (erf)", "ActivationKernel<float, GeluErf>", lambda x, y: (y, x), functional.gelu, {"torch's gelu": functional.gelu})
    op("LayerNorm", "LayerNormKernel<float>", lambda x, y: (y, x, gain, bias, 1e-5),
       lambda x: functional.layer_norm(x, (width,), double_gain, double_bias, 1e-5),
       {"torch's layer_norm": lambda x: functional.layer_norm(x, (width,), gain, bias, 1e-5)})
    op("RMSNorm", "RmsNormKernel<float>", lambda x, y: (y, x, gain, 1e-5), lambda x: functional.rms_norm(x, (width,), double_gain, 1e-5),
       {"torch's rms_norm": lambda x: functional.rms_norm(x, (width,), gain, 1e-5)})
    op("softmax", "SoftmaxKernel", lambda x, y: (y, width, False), lambda x: torch.softmax(x, -1),
       {"torch's softmax": lambda x: torch.softmax(x, -1)}, in_place=True)
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=32 * 512)
    parser.add_argument("--width", type=int, default=768)
    arguments = parser.parse_args()
    print(torch.cuda.get_device_name(), "torch", torch.__version__, "CuPy", cupy.__version__)
    sys.exit(0 if memory_bound(arguments.rows, arguments.width) else 1)


if __name__ == "__main__":
    main()
