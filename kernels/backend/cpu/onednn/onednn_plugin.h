// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// The interface between the kernels library and the oneDNN plugin (libtilescribe_onednn.so), in plain C. It
/// is opened at run time, so the programs also run without oneDNN. Functions that return a message return
/// null on success; a message stays valid until the thread's next call.
extern "C" {

inline constexpr std::int32_t tilescribe_onednn_abi = 3;

/// C[m, n] (float32) = A[m, k]·B, dense rows, B in panels (packed_matrix.h).
struct TilescribeProductShape {
  std::int64_t m, n, k;
  std::int32_t bf16;  // A and B: 0 float32, 1 bfloat16
};

struct TilescribeOnednn {
  std::int32_t abi;
  const char* version;
  /// Whether oneDNN has a vectorised kernel for the panel layout on this CPU: 1 or 0.
  std::int32_t (*supports)(std::int32_t bf16);
  /// Compiles a product. It must not be shared between threads. `rows` becomes the number of rows of A and C
  /// that it takes, shape.m or more: for few rows oneDNN would choose another kernel, which adds up in
  /// another order, and then a row's result would depend on how many there are.
  const char* (*create)(const TilescribeProductShape* shape, void** product, std::int64_t* rows);
  /// Bytes at `scratch`, 64-byte aligned. The caller allocates them: oneDNN would not check its allocation.
  std::size_t (*scratch_bytes)(const void* product);
  const char* (*run)(void* product, const void* a, const void* b, float* c, void* scratch);
  void (*destroy)(void* product);
};

/// The plugin's only entry.
const TilescribeOnednn* tilescribe_onednn_entry();
}
