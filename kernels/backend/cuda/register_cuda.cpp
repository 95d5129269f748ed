// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"

namespace tilescribe::kernels {

void register_cuda(Registry& registry) {
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
