// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "inference/api/bench.h"
#include "inference/api/capture.h"
#include "inference/api/error.h"
#include "inference/api/lab.h"
#include "inference/api/profile_store.h"
#include "inference/api/trace.h"
#include "inference/api/transcriber.h"

namespace tilescribe::cli {

/// The functions that the program calls to do its work: those of the same names in inference/api, or a
/// test's.
struct Services {
  std::function<std::unique_ptr<Transcriber>(const EngineOptions&, std::stop_token)> open_transcriber;
  std::function<SourceList()> list_sources;
  std::function<std::unique_ptr<Recorder>(const RecordOptions&)> start_recording;
  std::function<void(const std::filesystem::path&)> settle_recording;
  std::function<void(const VerifyOptions&, const std::function<void(const VerifyRow&)>&, std::stop_token)>
      verify_model;
  std::function<std::uint64_t(const CheckOptions&, const std::function<void(const CheckRow&)>&,
                              std::stop_token)>
      check_ops;
  std::function<std::vector<std::string>()> op_names;
  std::function<void(const StagesOptions&, const std::function<void(const BenchSetting&)>&,
                     const std::function<void(const StageRow&)>&, std::stop_token)>
      bench_stages;
  std::function<void(const OpsOptions&, const std::function<void(const BenchSetting&)>&,
                     const std::function<void(const OpRow&)>&, std::stop_token)>
      bench_ops;
  std::function<TraceResult(const TraceOptions&, std::stop_token)> bench_trace;
  std::function<TranscriptionResult(Transcriber&, const TranscriptionBench&, std::stop_token)>
      bench_transcription;
  std::function<void(const ProfileSession&, const std::filesystem::path&, ProfileFormat)> save_profile;
  std::function<std::vector<DeviceRow>()> devices;
  std::function<std::vector<int>(const std::string&, const std::string&)> tokenize;
  std::function<std::string(const std::string&, const std::vector<int>&, bool)> detokenize;
  std::function<Failure(const std::exception_ptr&)> describe_failure;
  std::function<bool(const std::exception_ptr&)> is_cancellation;

  /// From the first call on, an interrupt requests a stop through the token instead of ending the program.
  std::function<std::stop_token()> stop_on_interrupt;
};

}  // namespace tilescribe::cli
