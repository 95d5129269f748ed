// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "inference/api/align.h"
#include "inference/api/bench.h"
#include "inference/api/lab.h"
#include "inference/api/model_folder.h"
#include "inference/api/profile_store.h"
#include "inference/api/trace.h"
#include "inference/api/transcriber.h"

namespace tilescribe {

/// What programs ask of this machine and its engines besides texts: the functions of the same names in
/// inference/api. Tests replace them. Any thread may call them.
struct Lab {
  std::function<decltype(tilescribe::devices)> devices = tilescribe::devices;
  std::function<decltype(tilescribe::check_model)> check_model = tilescribe::check_model;
  std::function<decltype(tilescribe::sample_recording)> sample_recording = tilescribe::sample_recording;
  std::function<decltype(tilescribe::op_names)> op_names = tilescribe::op_names;
  std::function<decltype(tilescribe::list_variants)> list_variants = tilescribe::list_variants;
  std::function<decltype(tilescribe::check_ops)> check_ops = tilescribe::check_ops;
  std::function<decltype(tilescribe::verify_model)> verify_model = tilescribe::verify_model;
  std::function<decltype(tilescribe::bench_stages)> bench_stages = tilescribe::bench_stages;
  std::function<decltype(tilescribe::bench_ops)> bench_ops = tilescribe::bench_ops;
  std::function<decltype(tilescribe::bench_trace)> bench_trace = tilescribe::bench_trace;
  std::function<decltype(tilescribe::save_profile)> save_profile = tilescribe::save_profile;
  std::function<decltype(tilescribe::align_text)> align_text = tilescribe::align_text;
  std::function<decltype(tilescribe::tokenize)> tokenize = tilescribe::tokenize;
  std::function<decltype(tilescribe::detokenize)> detokenize = tilescribe::detokenize;
};

}  // namespace tilescribe
