// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/embedding/embedding.h"

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const Embed::Problem& p) {
  const std::int64_t text_rows = p.rows - p.audio_rows;
  return {.flops = 0,
          .bytes = (p.add ? 8 : 4) * p.rows * p.width + 4 * p.audio_rows * p.width +
                   text_rows * (p.table_row_bytes + 4)};
}

std::string describe(const Embed::Problem& p) {
  ProblemText text{{"rows", p.rows}, {"width", p.width}, {"audio_rows", p.audio_rows}};
  if (p.add) text.word("add");
  return text;
}

}  // namespace tilescribe::kernels
