// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_variants.h"

namespace tilescribe::kernels {

void register_cpu(Registry& registry) {
  register_norm_cpu(registry);
  register_linear_cpu(registry);
  register_elementwise_cpu(registry);
  register_conv1d_cpu(registry);
  register_rope_cpu(registry);
  register_attention_cpu(registry);
  register_mlp_cpu(registry);
  register_embedding_cpu(registry);
  register_argmax_cpu(registry);
  register_logits_cpu(registry);
  register_log_mel_cpu(registry);
}

}  // namespace tilescribe::kernels
