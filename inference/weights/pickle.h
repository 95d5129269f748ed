// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescribe::weights {

/// A tensor of a state dict, as its pickle describes it: dense, row-major values of a storage.
struct PickledTensor {
  std::string name;
  std::string dtype;                // as safetensors names it: "F32", "I64" …
  std::vector<std::int64_t> shape;  // empty for a scalar
  std::string storage;              // its key
  std::int64_t storage_values = 0;  // of the whole storage
  std::int64_t first = 0;           // the tensor's first value; all of them lie inside the storage
};

/// Reads the pickle of a state dict that torch.save wrote (data.pkl). A pickle is a program for a machine
/// with a stack, which can call any function of Python. This machine knows only what a state dict needs: the
/// opcodes of protocol 2 that it uses, and three things to call or name, which it builds itself without
/// running anything: collections.OrderedDict, torch._utils._rebuild_tensor_v2 and torch's storage types. No
/// import and no call of anything else is possible. Memory is bounded by the size of the pickle. `where`
/// names the file in errors. Throws Error for anything else, and for a tensor that leaves its storage.
/// Source: Python's pickletools; torch/serialization.py and torch/_utils.py of PyTorch 2.
std::vector<PickledTensor> parse_state_dict(std::span<const std::byte> pickle, const std::string& where);

}  // namespace tilescribe::weights
