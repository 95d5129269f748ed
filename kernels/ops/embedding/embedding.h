// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used across the library's border

/// Rows of the embedding table by token id; rows whose id is audio_id take the next audio row instead, in
/// order.
struct Embed {
  static constexpr std::string_view op_name = "embed";
  struct Problem {
    std::int64_t rows = 0, width = 0, audio_rows = 0;
  };

  TensorView out;       // [rows, width], f32
  ConstTensorView ids;  // [rows], i32; every id inside the table
  const Weight* table = nullptr;
  ConstTensorView audio;  // [audio_rows, width], f32; exactly one row a placeholder; may be empty
  std::int32_t audio_id = -1;

  Problem problem() const { return {out.shape[0], out.shape[1], audio.empty() ? 0 : audio.shape[0]}; }
};

Cost cost(const Embed::Problem& problem);
std::string describe(const Embed::Problem& problem);
void reference(const Embed& op);
std::vector<Embed::Problem> check_problems(Op<Embed>);
Embed build_case(const Embed::Problem& problem, CaseBuilder& builder);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
