// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "inference/api/options.h"
#include "inference/pipeline/engine.h"
#include "kernels/core/error.h"

namespace tilescribe {

/// What a model's weights take in values of a type; a tenth more with matrices in eight bits, as tables stay
/// in bf16.
constexpr std::int64_t stored_bytes(std::int64_t parameters, kernels::DType type, Weights weights) {
  if (in_eight_bits(weights)) return parameters * 11 / 10;
  return parameters * static_cast<std::int64_t>(kernels::size_of(type));
}

/// Reserves the memory of a model of so many parameters in one piece. Is refused with figures before anything
/// is read.
inline void prepare_for(kernels::Backend& backend, std::int64_t parameters, const EngineOptions& options,
                        const std::stop_token& stop) {
  backend.set_stop_token(stop);
  const std::int64_t bytes = stored_bytes(parameters, backend.activation_dtype(), options.weights);
  backend.reserve(static_cast<std::size_t>(bytes * 101 / 100));
}

/// Opens an engine for a model of so many parameters, and prepares it.
inline OpenedEngine open_engine_for(std::int64_t parameters, const EngineOptions& options,
                                    const std::stop_token& stop) {
  OpenedEngine engine = open_engine(options, stored_bytes(parameters, kernels::DType::bf16, options.weights));
  prepare_for(*engine.backend, parameters, options, stop);
  return engine;
}

/// What `open` opens with these options; on the CPU, with the reason, if `automatic` took a GPU that fails.
template <class Open>
auto open_or_on_cpu(const EngineOptions& options, const Open& open) {
  try {
    return open(options);
  } catch (const DeviceError& failure) {
    if (options.engine != Engine::automatic) throw;
    auto opened = open(on_cpu(options));
    opened.engine.info.reason = Message("No GPU is used: {1}", failure.message());
    return opened;
  }
}

}  // namespace tilescribe
