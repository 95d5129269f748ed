#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes NAME.tilebc, a kernel as CUDA Tile IR bytecode, and NAME.txt, which tells tilescribe-cli lab how to
start it. Needs Python 3.10 and NVIDIA's package cuda-tile; no GPU, and no compiler.

    pip install cuda-tile
    python compile.py FOLDER            # gelu, rms_norm and linear
    python compile.py FOLDER gelu       # only some of them; a name may also be a file of your own, such as my_gelu.py
"""

import argparse
import importlib.util
import pathlib
import sys

try:
    from cuda.tile.compilation import CallingConvention, KernelSignature, export_kernel
except ImportError as missing:
    sys.exit(f"compile.py needs cuTile Python, which this Python lacks ({missing}): pip install cuda-tile")

HERE = pathlib.Path(__file__).resolve().parent
BYTECODE_VERSION = "13.3"  # the first that sm_90 takes


def load(name):
    file = HERE / f"{name}.py" if "." not in name else pathlib.Path(name)
    if not file.is_file():
        sys.exit(f"{file} is not a file; the kernels here are gelu, rms_norm and linear.")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return file.stem, module


def write(folder, name, module):
    def signature(symbol, aligned):
        return KernelSignature([p.constraint(aligned) for p in module.PARAMETERS.values()],
                               CallingConvention.cutile_python_v1(), symbol)

    bytecode, about = folder / f"{name}.tilebc", folder / f"{name}.txt"
    for file in (bytecode, about):
        if file.exists():
            sys.exit(f"{file} exists already and was not touched.")
    export_kernel(module.KERNEL, [signature(name, False), signature(f"{name}_aligned", True)], bytecode,
                  output_format="tileir_bytecode", bytecode_version=BYTECODE_VERSION)
    tile = module.RESULT
    about.write_text(f"# How tilescribe-cli lab starts the kernel in {bytecode.name}.\n"
                     f"exercise: {module.EXERCISE}\n"
                     f"entry: {name}\n"
                     f"aligned entry: {name}_aligned\n"
                     f"parameters: {' '.join(module.PARAMETERS)}\n"
                     f"tile: {tile.rows}" + (f" x {tile.columns}\n" if tile.columns else "\n"))
    print(bytecode)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="is made if it is not there")
    parser.add_argument("kernel", nargs="*", default=["gelu", "rms_norm", "linear"])
    words = parser.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(HERE))
    sys.dont_write_bytecode = True  # the folder may be a package's
    for kernel in words.kernel:
        write(words.folder, *load(kernel))


if __name__ == "__main__":
    main()
