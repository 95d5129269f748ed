// SPDX-License-Identifier: Apache-2.0
#include "inference/profile/rates.h"

#include "inference/profile/figures.h"

namespace tilescribe {
namespace {

constexpr double near_enough = 0.25;  // of a ceiling; from here on it is the limit

// "Memory-bound minimum: 5.6 µs to move 24.1 MB. Compute-bound minimum: 40 ns for 3.1 Mflop."
Message floors_text(const Floor& floor, const CountedWork& work) {
  const std::string moved = bytes_text(work.bytes), moving = duration_text(floor.memory_ms);
  const std::string computed = operations_text(work.flops), computing = duration_text(floor.compute_ms);
  if (floor.compute_ms <= 0.0) return Message("Memory-bound minimum: {1} to move {2}.", moving, moved);
  if (floor.memory_ms <= 0.0) return Message("Compute-bound minimum: {1} for {2}.", computing, computed);
  return Message("Memory-bound minimum: {1} to move {2}. Compute-bound minimum: {3} for {4}.", moving, moved,
                 computing, computed);
}

}  // namespace

std::string arithmetic_of(const ProfileSetting& setting) {
  return setting.compute == "bf16" || setting.compute == "tf32" ? setting.compute : "f32";
}

Floor floor_of(const ProfileSetting& setting, double flops, double bytes) {
  Floor floor;
  // 10⁹ bytes per second are 10⁶ per millisecond, 10¹² operations per second 10⁹.
  const double read = setting.ceilings.read_gb_s.value_or(0.0);
  const double compute = setting.ceilings.tflop_s(setting.compute).value_or(0.0);
  if (read > 0.0) floor.memory_ms = bytes / (read * 1e6);
  if (compute > 0.0) floor.compute_ms = flops / (compute * 1e9);
  return floor;
}

void set_rates(ProfileRow& row, const CountedWork& work, const ProfileSetting& setting) {
  if (work.flops <= 0.0 && work.bytes <= 0.0) {
    row.bound_reason = Message("No operations or bytes are counted for it.");
    return;
  }
  if (work.flops > 0.0 && work.bytes > 0.0) row.intensity = work.flops / work.bytes;
  const Floor floor = floor_of(setting, work.flops, work.bytes);
  if (work.ms > 0.0) {
    if (work.bytes > 0.0) row.gb_s = work.bytes / work.ms * 1e-6;
    if (work.flops > 0.0) row.tflop_s = work.flops / work.ms * 1e-9;
    if (floor.memory_ms > 0.0) row.memory_percent = 100.0 * floor.memory_ms / work.ms;
    if (floor.compute_ms > 0.0) row.compute_percent = 100.0 * floor.compute_ms / work.ms;
  }
  if (floor.ms() <= 0.0) {
    row.bound_reason = Message("This device's ceilings were not measured.");
    return;
  }
  const bool memory = floor.memory_ms >= floor.compute_ms;
  row.bound = memory ? ProfileBound::memory : ProfileBound::compute;
  const Message floors = floors_text(floor, work);
  if (work.ms <= 0.0) {
    row.bound_reason = memory ? Message(
                                    "{1} So its limit is memory, judging by the counts. Its time includes "
                                    "waiting for the kernel before, so no rate is given.",
                                    floors)
                              : Message(
                                    "{1} So its limit is arithmetic, judging by the counts. Its time "
                                    "includes waiting for the kernel before, so no rate is given.",
                                    floors);
    return;
  }
  if (floor.ms() > work.ms) {
    row.bound_reason =
        memory ? Message("{1} It took less: part of what it reads comes from the caches.", floors)
               : Message("{1} It took less: the peak must have been measured while the device was busy.",
                         floors);
    return;
  }
  const std::string reached = percent(floor.ms() / work.ms);
  const Message reaches =
      memory ? Message("{1} It reaches {2} of the bandwidth", floors, reached)
             : Message("{1} It reaches {2} of the {3} arithmetic", floors, reached, arithmetic_of(setting));
  if (floor.ms() / work.ms >= near_enough) {
    row.bound_reason = Message("{1}.", reaches);
    return;
  }
  row.bound = ProfileBound::neither;
  const std::string call = duration_text(row.mean_us * 1e-3);
  row.bound_reason =
      row.mean_us >= launch_us ? Message(
                                     "{1}, and a call takes {2}: it is near neither limit, so the cause is "
                                     "latency or a slow variant.",
                                     reaches, call)
      : work.on_device
          ? Message("{1}, and a call takes {2}: so short that most of it is the launch.", reaches, call)
          : Message("{1}, and a call takes {2}: so short that most of it is the call.", reaches, call);
}

}  // namespace tilescribe
