// SPDX-License-Identifier: Apache-2.0
// Every op's check and benchmark, instantiated once.
#include "kernels/check/check_ops.h"

#include <algorithm>
#include <array>

#include "kernels/check/bench_op.h"
#include "kernels/ops/all_ops.h"

namespace tilescribe::kernels {
namespace {

template <class... Ops>
auto table_of(OpList<Ops...>) {
  std::array table{CheckedOp{Ops::op_name, check_op<Ops>, bench_op<Ops>}...};
  std::ranges::sort(table, {}, &CheckedOp::name);
  return table;
}

}  // namespace

std::span<const CheckedOp> checked_ops() {
  static const auto table = table_of(AllOps{});
  return table;
}

std::string op_names_text() {
  std::string names;
  for (const CheckedOp& op : checked_ops()) names += (names.empty() ? "" : ", ") + std::string(op.name);
  return names;
}

}  // namespace tilescribe::kernels
