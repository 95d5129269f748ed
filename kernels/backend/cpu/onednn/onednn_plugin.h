// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// The border between the kernels library and the oneDNN plugin (libtilescribe_onednn.so), which is opened at
/// run time: plain C, so that a program runs where oneDNN is absent. Functions return 0, or a message that
/// stays valid for the thread.
extern "C" {

inline constexpr std::int32_t tilescribe_onednn_abi = 2;

/// C[m, n] (float32) = A[m, k]·B, dense rows, B in panels (packed_matrix.h).
struct TilescribeProductShape {
  std::int64_t m, n, k;
  std::int32_t bf16;  // A and B: 0 float32, 1 bfloat16
};

struct TilescribeOnednn {
  std::int32_t abi;
  const char* version;
  /// Whether oneDNN has a vectorised kernel for the panel layout on this CPU.
  std::int32_t (*supports)(std::int32_t bf16);
  /// A compiled product; not shared between threads.
  const char* (*create)(const TilescribeProductShape* shape, void** product);
  /// Bytes that `run` needs at `scratch`, 64-byte aligned: what oneDNN took itself it would not look at.
  std::size_t (*scratch_bytes)(const void* product);
  const char* (*run)(void* product, const void* a, const void* b, float* c, void* scratch);
  void (*destroy)(void* product);
};

/// The plugin's one entry.
const TilescribeOnednn* tilescribe_onednn_entry();
}
