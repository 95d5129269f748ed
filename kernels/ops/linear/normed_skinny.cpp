// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/normed_skinny.h"

#include "kernels/backend/cuda/tuned.h"

namespace tilescribe::kernels {

void launch_normed_skinny(SkinnyLinear task, const Weight* weight, const ConstTensorView& x, const Norm& norm,
                          Backend& backend) {
  task.w = bf16(weight);
  task.bias = device(weight).bias();
  task.rows = static_cast<int>(x.shape[0]);
  task.n = static_cast<int>(weight->out());
  task.k = static_cast<int>(weight->in());
  task.residual = x.as<float>();
  task.gain = device(norm.gain).values();
  task.eps = norm.eps;
  Tensor normed;
  if (!skinny_norm_is_fused(task.rows, task.k)) {
    normed = backend.activations(x.shape);
    task.normed = bf16(normed.view());
  }
  launch_skinny_linear(task, cuda(backend).stream());
}

}  // namespace tilescribe::kernels
