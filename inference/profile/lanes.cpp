// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "inference/api/profile_analysis.h"

namespace tilescribe {
namespace {

// Beyond this, records share the last lane. Only a forged file could need more.
constexpr std::size_t most_depth = 200;

struct Stream {
  std::vector<std::int64_t> free_from;  // when the last record of each depth ends
  std::size_t first_lane = 0;
};

bool is_op(ProfileActivity activity) {
  return activity == ProfileActivity::op || activity == ProfileActivity::replay;
}

std::string lane_name(bool ops, std::uint32_t stream, std::size_t depth) {
  std::string name = ops ? "ops" : "stream " + std::to_string(stream);
  if (ops && stream != 0) name += ", stream " + std::to_string(stream);
  if (depth > 0) name += ops ? " inside" : ", beside";
  if (depth > 1) name += " " + std::to_string(depth);
  return name;
}

}  // namespace

// The first free lane is right in both cases. A kernel that overlaps another goes one lane down, and so does
// an op inside another, because the lanes above are taken by those around it.
ProfileLanes profile_lanes(const ProfileSession& session) {
  std::map<std::pair<bool, std::uint32_t>, Stream> streams;  // by whether it holds ops, and by number
  std::vector<Stream*> stream_of_record(session.records.size());
  ProfileLanes result;
  result.lane_of.resize(session.records.size());
  Stream* latest = nullptr;
  std::pair<bool, std::uint32_t> latest_key;
  for (std::size_t i = 0; i < session.records.size(); ++i) {
    const ProfileRecord& record = session.records[i];
    const std::pair key(is_op(session.kinds[record.kind].activity), record.stream);
    if (latest == nullptr || key != latest_key) {
      latest = &streams[key];
      latest_key = key;
    }
    std::vector<std::int64_t>& free_from = latest->free_from;
    std::size_t depth = 0;
    while (depth < free_from.size() && free_from[depth] > record.start_ns) ++depth;
    if (depth == free_from.size() && depth < most_depth) free_from.push_back(0);
    depth = std::min(depth, free_from.size() - 1);
    free_from[depth] = std::max(free_from[depth], record.end_ns());
    result.lane_of[i] = static_cast<std::uint16_t>(depth);
    stream_of_record[i] = latest;
  }
  for (auto& [key, stream] : streams) {
    stream.first_lane = result.lanes.size();
    for (std::size_t depth = 0; depth < stream.free_from.size(); ++depth) {
      result.lanes.push_back({lane_name(key.first, key.second, depth), key.second, static_cast<int>(depth)});
    }
  }
  for (std::size_t i = 0; i < result.lane_of.size(); ++i) {
    result.lane_of[i] = static_cast<std::uint16_t>(result.lane_of[i] + stream_of_record[i]->first_lane);
  }
  return result;
}

}  // namespace tilescribe
