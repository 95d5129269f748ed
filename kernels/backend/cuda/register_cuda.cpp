// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"

namespace tilescribe::kernels {

void register_cuda(Registry& registry) {
  // The engine cuda's variants first: they are taken where they support a problem.
  register_linear_cuda(registry);
  register_conv1d_cuda(registry);
  register_rope_cuda(registry);
  register_attention_cuda(registry);
  register_mlp_cuda(registry);
  register_argmax_cuda(registry);
  register_logits_cuda(registry);
  register_norm_cuda(registry);
  register_embedding_cuda(registry);
  register_log_mel_cuda(registry);

  register_norm_baseline(registry);
  register_linear_baseline(registry);
  register_elementwise_baseline(registry);
  register_conv1d_baseline(registry);
  register_rope_baseline(registry);
  register_attention_baseline(registry);
  register_mlp_baseline(registry);
  register_embedding_baseline(registry);
  register_argmax_baseline(registry);
  register_logits_baseline(registry);
  register_log_mel_baseline(registry);
}

}  // namespace tilescribe::kernels
