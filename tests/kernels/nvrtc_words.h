// SPDX-License-Identifier: Apache-2.0
#pragma once

// What NVRTC knows without any header, as far as the tile layer asks for it, for a compiler of the host that
// looks at the kernels with -nostdinc (tile_layer_test).
#define __CUDACC__ 1
#define __device__
#define __host__
#define __shared__ static
#define __forceinline__ inline

struct float2 {
  float x, y;
};
struct float4 {
  float x, y, z, w;
};
struct uint2 {
  unsigned x, y;
};
struct uint4 {
  unsigned x, y, z, w;
};
struct Dim3 {
  unsigned x, y, z;
};
extern const Dim3 threadIdx, blockIdx, blockDim, gridDim;

void __syncthreads();
void __threadfence_system();
unsigned __float_as_uint(float);
float __uint_as_float(unsigned);
unsigned long long __cvta_generic_to_shared(const void*);
template <class T>
T __shfl_xor_sync(unsigned, T, int);

float expf(float);
float exp2f(float);
float erfcf(float);
float tanhf(float);
float sqrtf(float);
float fmaxf(float, float);
double cos(double);
double sin(double);
double pow(double, double);

// The tile layer itself; what stands behind it is written in its words alone.
#include "kernels/tile/block.h"
#include "kernels/tile/factor.h"
#include "kernels/tile/mma.h"
#include "kernels/tile/online_softmax.h"
#include "kernels/tile/sequence_rows.h"
#pragma GCC poison threadIdx blockIdx blockDim gridDim thread_index lane_index warp_index barrier asm __asm__
#pragma GCC poison __syncthreads __shfl_xor_sync __shared__ __CUDACC__ __CUDA_ARCH__ TILE_ON_GPU
