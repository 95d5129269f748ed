// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/embedding/embedding.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {

std::vector<Embed::Problem> check_problems(Op<Embed>) {
  return {{1, 1, 0},    {1, 384, 0},   {1, 5, 1},    {8, 65, 0},
          {17, 33, 12}, {90, 384, 75}, {3, 2048, 2}, {9, 65, 0, 0, true}};
}

Embed build_case(const Embed::Problem& p, CaseBuilder& builder) {
  constexpr std::int32_t vocabulary = 101, placeholder = 57;
  // Text around the audio's place, as in a prompt. Its ids include the table's last row, and a placeholder
  // that does not stand for audio.
  std::vector<std::int32_t> ids(static_cast<std::size_t>(p.rows));
  const std::int64_t first = (p.rows - p.audio_rows) / 2;
  for (std::int64_t r = 0; r < p.rows; ++r) {
    const bool audio = r >= first && r < first + p.audio_rows;
    ids[static_cast<std::size_t>(r)] = audio                 ? placeholder
                                       : p.add && r % 4 == 2 ? -1
                                       : r % 3 == 0          ? vocabulary - 1
                                       : r % 5 == 1          ? placeholder
                                                             : static_cast<std::int32_t>(r * 11 % vocabulary);
  }
  Embed op;
  op.out =
      p.add ? builder.updated(DType::f32, {p.rows, p.width}) : builder.output(DType::f32, {p.rows, p.width});
  op.ids = builder.ids(ids);
  op.table = builder.weight(WeightRole::table, {vocabulary, p.width});
  if (p.audio_rows > 0) op.audio = builder.input(DType::f32, {p.audio_rows, p.width});
  op.audio_first = first;
  op.add = p.add;
  return op;
}

std::vector<Embed::Problem> bench_problems(Op<Embed>, const Batching& batching) {
  std::vector<Embed::Problem> list{{decoder::prompt, decoder::width, decoder::audio}};
  for (const std::int64_t rows : decode_rows(batching)) list.push_back({rows, decoder::width, 0});
  return list;
}

}  // namespace tilescribe::kernels
