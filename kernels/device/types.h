// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The CUDA runtime's types that launchers use: streams, bf16 values, short vectors.
#include <cuda_bf16.h>
#include <cuda_runtime_api.h>
