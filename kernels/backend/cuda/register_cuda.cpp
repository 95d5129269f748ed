// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/backend/cuda/tuned.h"

namespace tilescribe::kernels {

void register_cuda(Registry& registry) {
  // The tuned variants first: they are taken where they support a problem.
  register_linear_tuned(registry);
  register_conv1d_tuned(registry);
  register_rope_tuned(registry);
  register_attention_tuned(registry);
  register_mlp_tuned(registry);
  register_argmax_tuned(registry);
  register_norms_tuned(registry);
  register_embedding_tuned(registry);
  register_log_mel_tuned(registry);

  register_layer_norm_cuda(registry);
  register_rms_norm_cuda(registry);
  register_linear_cuda(registry);
  register_elementwise_cuda(registry);
  register_conv1d_cuda(registry);
  register_rope_cuda(registry);
  register_attention_cuda(registry);
  register_mlp_cuda(registry);
  register_embedding_cuda(registry);
  register_argmax_cuda(registry);
  register_log_mel_cuda(registry);
}

}  // namespace tilescribe::kernels
