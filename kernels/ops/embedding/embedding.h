// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used across the library's border

/// Rows of the embedding table by token id; rows [audio_first, audio_first + audio_rows) take the audio rows
/// instead, and their ids are not looked at. Learned positions are added by a second run, whose ids they are.
struct Embed {
  static constexpr std::string_view op_name = "embed";
  struct Problem {
    std::int64_t rows = 0, width = 0, audio_rows = 0;
    std::int64_t table_row_bytes = 0;  // of a row of the table that an op has
    bool add = false;
  };

  TensorView out;       // [rows, width], f32
  ConstTensorView ids;  // [rows], i32; every id that is looked up inside the table
  const Weight* table = nullptr;
  ConstTensorView audio;         // [audio_rows, width], f32; may be empty
  std::int64_t audio_first = 0;  // which row of out takes the first; all of them lie inside out
  bool add = false;              // to what stands in out, to which a negative id adds nothing

  Problem problem() const {
    return {out.shape[0], out.shape[1], audio.empty() ? 0 : audio.shape[0],
            stored_bytes({table}) / table->out(), add};
  }
};

Cost cost(const Embed::Problem& problem);
std::string describe(const Embed::Problem& problem);
void reference(const Embed& op);
std::vector<Embed::Problem> check_problems(Op<Embed>);
std::vector<Embed::Problem> bench_problems(Op<Embed>, const Batching& batching);
Embed build_case(const Embed::Problem& problem, CaseBuilder& builder);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
