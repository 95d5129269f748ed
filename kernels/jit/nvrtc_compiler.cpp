// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/nvrtc_compiler.h"

#include <array>
#include <filesystem>
#include <utility>

#include <dlfcn.h>

namespace tilescribe::kernels {
namespace {

namespace fs = std::filesystem;

// NVRTC's functions (docs.nvidia.com/cuda/nvrtc). A result of 0 is a success; 6 is a unit that is wrong.
using Result = int;
constexpr Result wrong_unit = 6;

constexpr std::array fixed_options{"-std=c++20", "-w"};
constexpr const char* tell_resources = "--ptxas-options=-v";  // in the log; the code stays the same
using Program = void*;

struct Nvrtc {
  Result (*version)(int*, int*);
  const char* (*error_text)(Result);
  Result (*create)(Program*, const char* source, const char* name, int count, const char* const* headers,
                   const char* const* names);
  Result (*destroy)(Program*);
  Result (*compile)(Program, int count, const char* const* options);
  Result (*log_size)(Program, std::size_t*);
  Result (*log)(Program, char*);
  Result (*cubin_size)(Program, std::size_t*);
  Result (*cubin)(Program, char*);
  Result (*ptx_size)(Program, std::size_t*);
  Result (*ptx)(Program, char*);
  Message reason;  // why it can't be used; empty: it can
};

void* open_library() {
  for (const char* number : {"13", "12"}) {
    const std::string name = std::string("libnvrtc.so.") + number;
    for (const fs::path& folder : {fs::path(), fs::path("/usr/local/cuda/lib64"),
                                   fs::path(std::string("/usr/local/cuda-") + number + "/lib64")}) {
      const fs::path file = folder / name;
      std::error_code error;
      if (!folder.empty() && !fs::exists(file, error)) continue;
      if (void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    }
  }
  return nullptr;
}

Nvrtc open_once() {
  Nvrtc nvrtc{};
  void* const library = open_library();
  if (library == nullptr) {
    nvrtc.reason = Message("NVRTC (libnvrtc.so.13 or .12) was not found; the CUDA toolkit has it.");
    return nvrtc;
  }
  const auto resolve = [&](auto& function, const char* symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    if (function == nullptr) nvrtc.reason = Message("{1} has no function {2}.", "NVRTC", symbol);
  };
  resolve(nvrtc.version, "nvrtcVersion");
  resolve(nvrtc.error_text, "nvrtcGetErrorString");
  resolve(nvrtc.create, "nvrtcCreateProgram");
  resolve(nvrtc.destroy, "nvrtcDestroyProgram");
  resolve(nvrtc.compile, "nvrtcCompileProgram");
  resolve(nvrtc.log_size, "nvrtcGetProgramLogSize");
  resolve(nvrtc.log, "nvrtcGetProgramLog");
  resolve(nvrtc.cubin_size, "nvrtcGetCUBINSize");
  resolve(nvrtc.cubin, "nvrtcGetCUBIN");
  resolve(nvrtc.ptx_size, "nvrtcGetPTXSize");
  resolve(nvrtc.ptx, "nvrtcGetPTX");
  return nvrtc;
}

const Nvrtc& nvrtc() {
  static const Nvrtc opened = open_once();
  if (!opened.reason.empty()) throw Error(opened.reason);
  return opened;
}

void check(Result result) {
  if (result != 0) throw Error("NVRTC reported \"{1}\".", nvrtc().error_text(result));
}

/// A program, destroyed with its owner.
struct Owned {
  Program program = nullptr;
  Owned(const Unit& unit, const std::string& source) {
    std::vector<const char*> texts, names;
    for (const Header& header : unit.headers) {
      texts.push_back(header.text.c_str());
      names.push_back(header.name.c_str());
    }
    check(nvrtc().create(&program, source.c_str(), unit.file.c_str(), static_cast<int>(texts.size()),
                         texts.data(), names.data()));
  }
  ~Owned() { nvrtc().destroy(&program); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
};

std::string text_of(Result (*size_of)(Program, std::size_t*), Result (*get)(Program, char*),
                    Program program) {
  std::size_t size = 0;
  check(size_of(program, &size));
  std::string text(size, '\0');
  if (size > 0) check(get(program, text.data()));
  return text;
}

// The same without the zero byte at its end.
std::string log_of(Program program) {
  std::string log = text_of(nvrtc().log_size, nvrtc().log, program);
  while (!log.empty() && log.back() == '\0') log.pop_back();
  return log;
}

}  // namespace

NvrtcCompiler::NvrtcCompiler(std::string architecture) : architecture_(std::move(architecture)) {
  static_cast<void>(nvrtc());
}

std::string NvrtcCompiler::version() const {
  int major = 0, minor = 0;
  check(nvrtc().version(&major, &minor));
  return "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
}

std::string NvrtcCompiler::identity() const {
  std::string text = version() + " for " + architecture_;
  for (const char* option : fixed_options) text += std::string(" ") + option;
  return text;
}

NvrtcCompiler::Examined NvrtcCompiler::examine(const Unit& unit) const {
  const Owned owned(unit, source_of(unit));
  const std::string architecture = "-arch=" + architecture_;
  std::vector<const char*> options(fixed_options.begin(), fixed_options.end());
  options.push_back(architecture.c_str());
  options.push_back(tell_resources);
  for (const std::string& option : unit.options) options.push_back(option.c_str());
  const Result result = nvrtc().compile(owned.program, static_cast<int>(options.size()), options.data());
  if (result == wrong_unit) {
    const std::string log = log_of(owned.program);
    std::vector<Diagnostic> found = diagnostics_in(log, unit.file);
    if (found.empty()) found.push_back({unit.file, 0, 0, log.substr(0, log.find('\n'))});
    throw CompileError(std::move(found), log);
  }
  check(result);
  Examined made{text_of(nvrtc().cubin_size, nvrtc().cubin, owned.program),
                text_of(nvrtc().ptx_size, nvrtc().ptx, owned.program),
                {}};
  made.kernels = code_summaries(log_of(owned.program), made.ptx);
  return made;
}

}  // namespace tilescribe::kernels
