// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cupti_session.h"

#ifdef TILESCRIBE_HAS_CUPTI
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include <cxxabi.h>

#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

#if CUDA_VERSION >= 13000
using KernelActivity = CUpti_ActivityKernel10;
#else
using KernelActivity = CUpti_ActivityKernel9;
#endif
using CopyActivity = CUpti_ActivityMemcpy6;
using FillActivity = CUpti_ActivityMemset4;

constexpr std::size_t buffer_bytes = std::size_t{64} << 10;  // about 300 kernels
constexpr std::size_t buffer_alignment = 64;
constexpr std::size_t most_free_buffers = 64;

constexpr std::array activities{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                CUPTI_ACTIVITY_KIND_MEMSET};

// Calls that launch something with a record. Kernels go through the driver, whoever launches them, also
// libraries. Copies and fills are only observed where this plugin makes them.
constexpr std::array driver_launches{CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
                                     CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
                                     CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                                     CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
                                     CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
                                     CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
                                     CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz};
constexpr std::array runtime_launches{CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020,
                                      CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020};
constexpr std::array graph_events{CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED,
                                  CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED};

bool starts_graph(CUpti_CallbackDomain domain, CUpti_CallbackId id) {
  return domain == CUPTI_CB_DOMAIN_DRIVER_API &&
         (id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch || id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz);
}

/// The only session, once CUPTI was opened; null before.
CuptiSession* the_session = nullptr;
std::mutex session_mutex;
bool session_taken = false;

}  // namespace

CuptiSession::Thread& CuptiSession::here() {
  thread_local Thread thread;
  return thread;
}

bool CuptiSession::opened() {
  const std::lock_guard lock(session_mutex);
  return the_session != nullptr;
}

CuptiSession* CuptiSession::take(Message& reason) {
  const std::lock_guard lock(session_mutex);
  if (session_taken) {
    reason = Message("CUPTI measures another engine of this process.");
    return nullptr;
  }
  if (the_session == nullptr) {
    const CuptiLibrary* const cupti = open_cupti(reason);
    if (cupti == nullptr) return nullptr;
    std::unique_ptr<CuptiSession> fresh(new CuptiSession(*cupti));
    the_session = fresh.get();  // callbacks read it
    try {
      fresh->subscribe();
      fresh->start([](std::span<const ActivityRecord>) {});  // fails here if the machine forbids measuring
      fresh->stop();
      fresh->usable_ = true;
    } catch (const Error& error) {
      reason = error.message();
      fresh.release();
      return nullptr;
    }
    fresh.release();
  }
  if (!the_session->usable_) {
    reason = Message("CUPTI could not be used when it was first asked for.");
    return nullptr;
  }
  session_taken = true;
  return the_session;
}

void CuptiSession::release() {
  const std::lock_guard lock(session_mutex);
  session_taken = false;
}

void CuptiSession::subscribe() {
  CUpti_SubscriberHandle subscriber = nullptr;
  cupti_.check(cupti_.subscribe(
                   &subscriber,
                   [](void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
                     static_cast<CuptiSession*>(user)->called(domain, id, data);
                   },
                   this),
               Message("while subscribing to it"));
  cupti_.check(cupti_.register_buffers(
                   [](std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
                     *buffer = the_session->take_buffer();
                     *bytes = *buffer == nullptr ? 0 : buffer_bytes;
                     *most_records = 0;  // as many as fit
                   },
                   [](CUcontext context, std::uint32_t, std::uint8_t* buffer, std::size_t,
                      std::size_t valid) { the_session->read_buffer(context, buffer, valid); }),
               Message("while giving it buffers"));
  subscriber_ = subscriber;
}

void CuptiSession::start(ActivitySink sink) {
  std::uint64_t now = 0;
  cupti_.check(cupti_.timestamp(&now), Message("when asked for its time"));
  clock_offset_ns_ = record_clock_ns() - static_cast<std::int64_t>(now);
  lost_ = kernels_ = step_kernels_ = 0;
  {
    const std::lock_guard lock(read_mutex_);
    sink_ = std::move(sink);
  }
  try {
    switch_callbacks(true);
    for (const CUpti_ActivityKind kind : activities)
      cupti_.check(cupti_.enable(kind), Message("while measuring began"));
    recording_kernels_ = true;
  } catch (const Error&) {
    abandon();
    throw;
  }
}

void CuptiSession::stop() {
  const CUptiResult flushed = cupti_.flush(0);
  abandon();
  cupti_.check(flushed, Message("while giving its last records"));
}

void CuptiSession::abandon() {
  for (const CUpti_ActivityKind kind : activities) cupti_.disable(kind);
  try {
    switch_callbacks(false);
  } catch (const Error&) {  // the callbacks then find no sink
  }
  recording_kernels_ = false;
  const std::lock_guard lock(read_mutex_);
  sink_ = nullptr;
}

void CuptiSession::record_kernels(bool on) {
  if (on == recording_kernels_) return;
  const CUptiResult switched = on ? cupti_.enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
                                  : cupti_.disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  if (switched == CUPTI_SUCCESS) recording_kernels_ = on;
}

void CuptiSession::flush() {
  cupti_.check(cupti_.flush(0), Message("while giving its records"));
}

void CuptiSession::switch_callbacks(bool on) {
  const auto turn = [&](CUpti_CallbackDomain domain, const auto& ids) {
    for (const auto id : ids) {
      cupti_.check(cupti_.enable_callback(on ? 1 : 0, subscriber_, domain, static_cast<CUpti_CallbackId>(id)),
                   Message("while choosing what it tells"));
    }
  };
  turn(CUPTI_CB_DOMAIN_DRIVER_API, driver_launches);
  turn(CUPTI_CB_DOMAIN_RUNTIME_API, runtime_launches);
  turn(CUPTI_CB_DOMAIN_RESOURCE, graph_events);
}

void CuptiSession::called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
    const auto& resource = *static_cast<const CUpti_ResourceData*>(data);
    node_made(id, *static_cast<const CUpti_GraphData*>(resource.resourceDescriptor));
  } else {
    api_called(domain, id, *static_cast<const CUpti_CallbackData*>(data));
  }
}

void CuptiSession::api_called(CUpti_CallbackDomain domain, CUpti_CallbackId id,
                              const CUpti_CallbackData& call) {
  Thread& thread = here();
  if (call.callbackSite == CUPTI_API_EXIT) {
    thread.launch = 0;
    return;
  }
  // Before the launch itself, because its record may arrive before the call returns.
  std::uint64_t now = 0;
  const bool replay = starts_graph(domain, id);
  if (replay) cupti_.timestamp(&now);
  const std::lock_guard lock(join_mutex_);
  if (replay) {
    join_.replayed(call.correlationId, thread.place);
    replays_.put(call.correlationId, now);
    return;
  }
  thread.launch = call.correlationId;
  join_.launched(call.correlationId,
                 thread.ops.empty() ? OpLabel{{}, {}, {}, thread.place} : thread.ops.back());
}

void CuptiSession::node_made(CUpti_CallbackId id, const CUpti_GraphData& graph) {
  std::uint64_t node = 0, original = 0;
  if (cupti_.graph_node_id(graph.node, &node) != CUPTI_SUCCESS) return;
  const Thread& thread = here();
  if (id == CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED) {
    if (cupti_.graph_node_id(graph.originalNode, &original) != CUPTI_SUCCESS) return;
    const std::lock_guard lock(join_mutex_);
    join_.node_cloned(original, node);
  } else if (thread.launch != 0) {  // captured; nodes of a clone come without a launch
    const std::lock_guard lock(join_mutex_);
    join_.captured(thread.launch);
    join_.node_created(node, thread.ops.empty() ? OpLabel{{}, {}, {}, thread.place} : thread.ops.back());
  }
}

std::uint8_t* CuptiSession::take_buffer() {
  const std::lock_guard lock(buffer_mutex_);
  if (free_buffers_.empty())
    return static_cast<std::uint8_t*>(std::aligned_alloc(buffer_alignment, buffer_bytes));
  std::uint8_t* const buffer = free_buffers_.back();
  free_buffers_.pop_back();
  return buffer;
}

void CuptiSession::read_buffer(CUcontext context, std::uint8_t* buffer, std::size_t bytes) {
  {
    const std::lock_guard lock(read_mutex_);
    std::vector<ActivityRecord> records;
    CUpti_Activity* activity = nullptr;
    while (bytes > 0 && sink_ && cupti_.next_record(buffer, bytes, &activity) == CUPTI_SUCCESS)
      add(*activity, records);
    if (!records.empty()) sink_(records);
  }
  std::size_t dropped = 0;
  if (cupti_.dropped_records(context, 0, &dropped) == CUPTI_SUCCESS)
    lost_ += static_cast<std::int64_t>(dropped);
  const std::lock_guard lock(buffer_mutex_);
  if (free_buffers_.size() < most_free_buffers) {
    free_buffers_.push_back(buffer);
  } else {
    std::free(buffer);
  }
}

// Whether a kernel began before its graph was launched: then CUPTI reports the times of an earlier replay.
bool CuptiSession::is_stale(std::uint32_t correlation, std::uint64_t start) const {
  constexpr std::uint64_t tolerance_ns = 10'000;  // between the clocks of host and device
  const std::uint64_t* const given = replays_.find(correlation);
  return given != nullptr && start + tolerance_ns < *given;
}

void CuptiSession::add(const CUpti_Activity& activity, std::vector<ActivityRecord>& records) {
  ActivityRecord record;
  const auto fill = [&](const auto& measured) {
    {
      const std::lock_guard lock(join_mutex_);
      record.label = join_.find(measured.correlationId, measured.graphNodeId).value_or(OpLabel{});
      if (measured.graphNodeId != 0 && is_stale(measured.correlationId, measured.start)) {
        ++lost_;
        return;
      }
    }
    record.replayed = measured.graphNodeId != 0;
    record.stream = measured.streamId;
    record.start_ns = static_cast<std::int64_t>(measured.start) + clock_offset_ns_;
    record.duration_ns = static_cast<std::int64_t>(measured.end - measured.start);
    records.push_back(record);
  };
  const auto moved = [&](const auto& measured, std::string_view name) {
    record.activity = Activity::memory;
    record.kernel = name;
    record.shared_bytes = static_cast<std::int64_t>(measured.bytes);
    fill(measured);
  };
  const auto sizes = [](std::int32_t x, std::int32_t y, std::int32_t z) {
    return std::array{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                      static_cast<std::uint32_t>(z)};
  };
  switch (activity.kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
      const auto& kernel = reinterpret_cast<const KernelActivity&>(activity);
      record.activity = Activity::kernel;
      record.kernel = kernel_name(kernel.name);
      record.grid = sizes(kernel.gridX, kernel.gridY, kernel.gridZ);
      record.block = sizes(kernel.blockX, kernel.blockY, kernel.blockZ);
      record.registers = kernel.registersPerThread;
      record.shared_bytes = std::int64_t{kernel.staticSharedMemory} + kernel.dynamicSharedMemory;
      fill(kernel);
      ++kernels_;
      step_kernels_ += record.replayed ? 1 : 0;
      break;
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      moved(reinterpret_cast<const CopyActivity&>(activity), "copy");
      break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
      moved(reinterpret_cast<const FillActivity&>(activity), "fill");
      break;
    default:
      break;
  }
}

std::string_view CuptiSession::kernel_name(const char* mangled) {
  const std::string key = mangled == nullptr ? "unnamed" : mangled;
  const auto known = kernel_names_.find(key);
  if (known != kernel_names_.end()) return known->second;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(key.c_str(), nullptr, nullptr, &status), &std::free);
  return kernel_names_.emplace(key, readable ? readable.get() : key).first->second;
}

}  // namespace tilescribe::kernels
#endif
