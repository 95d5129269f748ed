// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// Rows of the embedding table by token id. Rows [audio_first, audio_first + audio_rows) take the audio rows
/// instead; their ids are ignored. Learned positions are added by a second run with positions as ids.
struct Embed {
  static constexpr std::string_view op_name = "embed";
  struct Problem {
    std::int64_t rows = 0, width = 0, audio_rows = 0;
    std::int64_t table_row_bytes = 0;  // as stored
    bool add = false;
    bool operator==(const Problem&) const = default;
  };

  TensorView out;       // [rows, width], f32
  ConstTensorView ids;  // [rows], i32; ids that are looked up must be inside the table
  const Weight* table = nullptr;
  ConstTensorView audio;         // [audio_rows, width], f32; may be empty
  std::int64_t audio_first = 0;  // the row of out that takes the first audio row; all must fit
  bool add = false;              // adds to out; then a negative id adds nothing

  Problem problem() const {
    return {out.shape[0], out.shape[1], audio.empty() ? 0 : audio.shape[0],
            stored({table}).bytes / table->out(), add};
  }
};

Cost cost(const Embed::Problem& problem);
std::string describe(const Embed::Problem& problem);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
