// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/attention/decode_attention.h"
#include "kernels/ops/attention/flash.h"
#include "kernels/ops/attention/flash_plan.h"
#include "kernels/ops/cache/cache.h"

namespace tilescribe::kernels {
namespace {

FlashTask flash_task(const Attend& op) {
  return {.q = op.q.data,
          .out = op.out.data,
          .k = op.kv.k.data,
          .v = op.kv.v.data,
          .slots = op.kv.k.shape[0],
          .kv_heads = op.kv.kv_heads(),
          .capacity = op.kv.capacity(),
          .head_dim = op.kv.head_dim(),
          .heads = op.heads,
          .sequences = op.rows.sequences,
          .causal = op.causal};
}

FlashSizes flash_sizes(const Attend::Problem& p) {
  return {p.heads, p.kv_heads, p.head_dim};
}
bool flash_takes(const Attend::Problem& p, const Device&) {
  return p.rows_of == RowsOf::sequences && !p.float8_cache && flash_sm80_takes(flash_sizes(p));
}
bool flash_hopper_takes(const Attend::Problem& p, const Device& device) {
  return p.rows_of == RowsOf::sequences && !p.float8_cache &&
         flash_sm90_takes(flash_sizes(p), cuda(device).stream().gpu());
}

template <auto flash>
void attend(const Attend& op, Runner& runner) {
  flash(flash_task(op), cuda(runner).stream());
}

// ---- A decode step: keys are split among blocks. ----

Configs split_configs(const Attend::Problem& p, const Device& device) {
  if (p.rows_of != RowsOf::step || p.rows > most_step_rows) return {};
  return decode_attention_configs({p.rows, p.heads, p.kv_heads, p.head_dim, p.context + 1},
                                  cuda(device).stream().gpu());
}

void attend_split(const Attend& op, const Config& config, Runner& runner) {
  DecodeAttention task;
  task.out = bf16(op.out);
  task.q = bf16(op.q);
  task.keys = op.kv.k.data;
  task.values = op.kv.v.data;
  task.float8_cache = op.kv.in_float8();
  task.slots = op.rows.step.slots.as<std::int32_t>();
  task.positions = op.rows.step.positions.as<std::int32_t>();
  task.rows = static_cast<int>(op.q.shape[0]);
  task.heads = static_cast<int>(op.heads);
  task.kv_heads = static_cast<int>(op.kv.kv_heads());
  task.head_dim = static_cast<int>(op.kv.head_dim());
  task.shared_slots = op.rows.step.shared_slots;
  task.most_keys = static_cast<int>(op.rows.step.most_keys);
  task.capacity = op.kv.capacity();
  task.workspace = cuda(runner).zeroed("decode_attention", decode_attention_workspace(task.sizes()));
  launch_decode_attention(task, config, cuda(runner).stream());
}

// ---- Many rows over a cache in E4M3: what they see in bf16 ----

bool widening_takes(const Attend::Problem& p, const Device&) {
  return p.float8_cache && p.rows_of == RowsOf::sequences;
}

void widen_and_attend(const Attend& op, Runner& runner) {
  const PackedCache packed(op.kv, op.rows.sequences, op.q.dtype, runner);
  packed.widen(runner);
  Attend inner = op;
  inner.kv = packed.view();
  inner.rows = packed.rows();
  runner.run(inner);
}

}  // namespace

void register_attention_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<Attend>({"widened", engine,
                        Message("For a prompt and a cache in E4M3: widens what the rows see; on every GPU."),
                        widening_takes, widen_and_attend});
  registry.add<Attend>({"split_keys", engine,
                        Message("For a decode step: each row's keys are split among blocks; on every GPU."),
                        split_configs, attend_split});
  registry.add<Attend>({"flash_wgmma", engine, by_wgmma(), flash_hopper_takes, attend<flash_sm90>});
  registry.add<Attend>({"flash_mma", engine, by_mma(), flash_takes, attend<flash_sm80>});
}

}  // namespace tilescribe::kernels
