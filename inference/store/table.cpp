// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "inference/api/profile_analysis.h"
#include "inference/store/formats.h"
#include "inference/store/output.h"
#include "inference/store/text.h"

namespace tilescribe::store {
namespace {

std::string or_nothing(const std::optional<double>& value) {
  return value ? fixed(*value, 3) : std::string();
}

}  // namespace

void write_table(const ProfileSession& session, Output& out) {
  out << "name,stage,op,variant,part_of,calls,total_ms,busy_ms,share_percent,mean_us,median_us,p95_us,max_us,"
         "deviation_us,waiting_included,gb_per_s,bandwidth_percent,tflop_per_s,compute_percent,flop_per_byte,"
         "bound,bound_reason,full_name\r\n";
  for (const ProfileRow& row : profile_table(session, ProfileGrouping::kernel)) {
    for (const std::string& text : {row.name, row.stage, row.op, row.variant, row.part_of}) {
      out << csv_field(text) << ",";
    }
    out << std::to_string(row.calls) << "," << fixed(row.total_ms, 6) << "," << fixed(row.busy_ms, 6) << ","
        << fixed(100.0 * row.share, 4);
    for (const double us : {row.mean_us, row.median_us, row.p95_us, row.max_us, row.deviation_us}) {
      out << "," << fixed(us, 3);
    }
    out << (row.overlapped ? ",yes" : ",no");
    for (const auto& rate : {row.gb_s, row.memory_percent, row.tflop_s, row.compute_percent, row.intensity}) {
      out << "," << or_nothing(rate);
    }
    out << "," << bound_word(row.bound) << "," << csv_field(english(row.bound_reason)) << ","
        << csv_field(row.full_name) << "\r\n";
  }
}

}  // namespace tilescribe::store
