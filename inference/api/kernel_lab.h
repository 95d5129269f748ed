// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/lab.h"
#include "inference/api/message.h"
#include "inference/api/options.h"
#include "inference/api/provenance.h"

/// The kernel lab: a user's kernel, written in the tile layer or in CUDA Tile IR, is compiled when the
/// program runs, checked, timed, and used in a transcription. It computes in float32.
namespace tilescribe {

class Transcriber;

/// What can be written.
struct ExerciseRow {
  std::string name, what;
};
std::vector<ExerciseRow> lab_exercises();

/// Writes NAME.cpp, the contract as comments and a kernel without its body, into a folder, which is made if
/// it is not there. Returns the file. Throws Error, also if the file exists.
std::filesystem::path write_exercise(const std::string& name, const std::filesystem::path& folder);

/// A user's kernel, and where it runs.
struct UserKernel {
  std::filesystem::path file;
  Engine engine = Engine::cpu;  // or cuda_baseline
  int gpu = 0;                  // which one, as the driver counts them
  int threads = 0;              // on the CPU; 0: all cores
};

/// How a source became machine code.
struct CompiledSource {
  std::string exercise;
  std::string compiler;  // "c++", "NVRTC 13.0", "tileiras 13.5.37"
  bool kept = false;     // it was in the cache
  double seconds = 0.0;
};
using ToldCompiled = std::function<void(const CompiledSource&)>;

/// Checks a kernel on all shapes of its op, as check_ops does; what it touches outside its arguments is found
/// too. Returns the seed used. Throws Error; for a source that does not compile, with the place of each
/// error.
std::uint64_t lab_check(const UserKernel& kernel, std::uint64_t seed, const ToldCompiled& told,
                        const std::function<void(const CheckRow&)>& row);

struct LabTimeOptions {
  std::string shape;  // words of the problem's description; empty: one usual shape
  int runs = 10;
  bool ceilings = false;  // measures first what the device reaches; arguments do not stay in the caches
};

/// A kernel that was measured, and where.
struct LabRun {
  std::string exercise, op;
  BenchSetting setting;  // without ceilings, unless they were asked for
  Provenance from;
};

/// Checks the kernel, then times it beside the engine's variants on a problem. The variant "lab" is the
/// user's; the chosen one is what the engine would take. Throws Error with the first wrong element if the
/// check fails.
LabRun lab_time(const UserKernel& kernel, const LabTimeOptions& options, const ToldCompiled& told,
                const std::function<void(const OpRow&)>& row);

struct LabModelOptions {
  std::filesystem::path audio;  // empty: the bundled sample
  std::string model;            // a checkpoint's folder; empty: the demo model
};

/// A transcription with the kernel, and the same without it.
struct LabModelResult {
  struct Stage {
    std::string name;
    double with_ms = 0.0, without_ms = 0.0;
  };
  std::string with_text, without_text;
  double word_error_rate = 0.0;  // of the text with the kernel against the one without it
  double audio_s = 0.0;
  std::vector<Stage> stages;  // in order of their first appearance
  std::size_t launches = 0;   // of the kernel
  LabRun run;
  std::filesystem::path audio;
};

/// Checks the kernel, then transcribes with the engine's own variant and with the kernel, in turn: once
/// untimed, then up to five times, until that has taken two seconds. Times are medians. Composite ops around
/// it run as their parts both times. Throws Error, or Cancelled.
LabModelResult lab_model(const UserKernel& kernel, const LabModelOptions& options, const ToldCompiled& told,
                         const std::stop_token& stop = {});

/// The model of the options on cpu or cuda-baseline in float32 with a kernel of the user's own as the variant
/// of `op`, after its check. The ops around it run as their parts. Throws Error, also if the kernel is
/// another op's, or the options ask for something else than float32.
std::unique_ptr<Transcriber> open_with_kernel(const std::filesystem::path& kernel, const std::string& op,
                                              const EngineOptions& options, const ToldCompiled& told,
                                              const std::stop_token& stop = {});

/// A kernel's machine code, and what the compiler says of it.
struct LabCode {
  struct Count {
    Message what;   // a kind of instruction: "shared loads"
    int count = 0;  // in the PTX; one in a loop counts once
  };
  std::string architecture;  // "sm_90a"
  std::string cubin;
  int registers = 0;                                // of a thread; 0: tileiras says nothing of its code
  int shared_bytes = 0;                             // of a block, with what the launch adds
  int stack_bytes = 0;                              // of a thread, in its local memory
  int spill_store_bytes = 0, spill_load_bytes = 0;  // of a thread: registers that did not suffice
  std::vector<Count> instructions;                  // the last are all
};

/// Compiles the kernel for a GPU of this architecture by NVRTC, or by tileiras from Tile IR; empty: for this
/// machine's first GPU, or sm_90a. It needs no GPU. Throws Error.
LabCode lab_code(const std::filesystem::path& file, const std::string& architecture,
                 const ToldCompiled& told);

/// How a program that runs a user's kernel ended.
struct WatchedEnd {
  int status = 1;   // its exit status
  Message failure;  // what the kernel did to it; empty: it ended by itself
};

/// Runs this program once more with these words and "--watched N" before the first option, and ends it if one
/// launch of the kernel takes longer than `most_s` seconds. Its streams are ours. Throws Error.
WatchedEnd run_watched(std::vector<std::string> words, double most_s);

/// In the program that was started that way: while it lives, launches are noted for the one that watches. It
/// ends with that one. Throws Error.
class WatchedProcess {
 public:
  explicit WatchedProcess(int file);
  ~WatchedProcess();
  WatchedProcess(const WatchedProcess&) = delete;
  WatchedProcess& operator=(const WatchedProcess&) = delete;

 private:
  struct Page;
  std::unique_ptr<Page> page_;
};

}  // namespace tilescribe
