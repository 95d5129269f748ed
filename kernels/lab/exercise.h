// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/factor.h"
#include "kernels/tile/memory.h"
#include "kernels/tile/mma.h"
#include "kernels/tile/online_softmax.h"
#include "kernels/tile/sequence_rows.h"

// What the kernels of the lab's exercises get. The same source is compiled for the host and by NVRTC, so
// there is nothing here but the tile layer. Matrices are float32 and row-major; their contracts are in
// kernels/lab/templates.
namespace tilescribe::kernels::lab {

using tile::Factor;
using tile::Index;
using tile::Matrix;
using tile::SequenceList;

struct GeluArgs {
  Matrix<float> y;        // [rows, width]
  Matrix<const float> x;  // [rows, width]; may be y
};

struct GatedSiluArgs {
  Matrix<float> y;               // [rows, width]
  Matrix<const float> gate, up;  // [rows, width]
};

struct LayerNormArgs {
  Matrix<float> out;               // [rows, width]
  Matrix<const float> x;           // [rows, width]
  Matrix<const float> gain, bias;  // [1, width]
  float eps;
};

struct RmsNormArgs {
  Matrix<float> out;         // [rows, width]
  Matrix<const float> x;     // [rows, width]
  Matrix<const float> gain;  // [1, width]
  float eps;
};

struct AttentionScoresArgs {
  Matrix<float> scores;      // [rows, keys]
  Matrix<const float> q, k;  // [rows, head_dim], [keys, head_dim]
  float scale;
};

struct SoftmaxArgs {
  Matrix<float> x;  // [rows, width], read and written
  int first_keys;   // keys of row 0
  bool causal;      // each further row has one key more
};

struct AttentionOutputArgs {
  Matrix<float> out;               // [rows, head_dim]
  Matrix<const float> weights, v;  // [rows, keys], [keys, head_dim]
};

struct LinearArgs {
  Factor<const float> x;       // [rows, in]
  Factor<const float> weight;  // [out, in]
  Matrix<float> y;             // [rows, out]
  Matrix<const float> bias;    // [1, out]; no columns: none
  Index unused[2];
};

struct ConvGeluArgs {
  Matrix<float> y;             // [frames_out, out] of the first window
  Matrix<const float> x;       // [frames_out, 3·in], rows stride·in apart, of the first window
  Matrix<const float> weight;  // [out, 3·in], tap by tap
  Matrix<const float> bias;    // [1, out]; no columns: none
  int windows;
  Index y_window, x_window;  // values from one window to the next
};

struct RopeAnglesArgs {
  Matrix<float> cosines, sines;  // [rows, rotary_dim/2]
  double theta;
  int longest;  // rows of the longest sequence
  SequenceList sequences;
};

struct RopeAppendArgs {
  Matrix<float> q;                     // [rows, heads·head_dim]
  float *k, *v;                        // [slots, kv_heads, capacity, head_dim]
  Matrix<const float> qkv;             // [rows, (heads + 2·kv_heads)·head_dim]
  Matrix<const float> cosines, sines;  // [rows, rotary_dim/2]
  int heads, kv_heads, head_dim;
  Index capacity;
  int longest;  // rows of the longest sequence
  SequenceList sequences;
};

}  // namespace tilescribe::kernels::lab
