// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/host_compiler.h"

#include <fstream>
#include <sstream>
#include <utility>

#include "kernels/jit/fingerprint.h"
#include "kernels/jit/program.h"

namespace tilescribe::kernels {
namespace {

namespace fs = std::filesystem;

constexpr double most_s = 60.0;  // a template that never ends

constexpr const char* fixed_options =
    "-std=c++20 -O2 -march=native -fPIC -shared -w -fdiagnostics-color=never -Iheaders";

// The code is for exactly this processor. A home folder may be shared by several kinds.
std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  Fingerprint all;
  for (std::string line; std::getline(info, line) && !line.empty();) {
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features") ||
        line.starts_with("CPU part"))
      all.add(line);
  }
  return all.hex();
}

std::vector<Diagnostic> complaints_in(const std::string& output, const Unit& unit) {
  std::vector<Diagnostic> found = diagnostics_in(output, unit.file);
  if (found.empty()) found.push_back({unit.file, 0, 0, output.substr(0, output.find('\n'))});
  return found;
}

}  // namespace

HostCompiler HostCompiler::find() {
  fs::path program = found_in_path({"c++", "g++", "clang++"});
  if (program.empty())
    throw Error("No C++ compiler (c++, g++ or clang++) is in PATH; the package g++ has one.");
  return HostCompiler(std::move(program));
}

HostCompiler::HostCompiler(fs::path program) : program_(std::move(program)) {
  const Ran version = run_program({program_.string(), "--version"}, "/", most_s);
  if (version.status != 0) throw Error("{1} does not say its version.", program_.string());
  identity_ = program_.string() + " " + version.output.substr(0, version.output.find('\n')) + " on " +
              processor() + " " + fixed_options;
}

std::string HostCompiler::compile(const Unit& unit) const {
  const WorkFolder work;
  for (const Header& header : unit.headers) work.write(fs::path("headers") / header.name, header.text);
  work.write("kernel.cpp", source_of(unit));
  std::vector<std::string> words{program_.string()};
  std::istringstream fixed(fixed_options);
  for (std::string option; fixed >> option;) words.push_back(option);
  words.insert(words.end(), unit.options.begin(), unit.options.end());
  words.insert(words.end(), {"-o", "kernel.so", "kernel.cpp"});
  const Ran ran = run_program(words, work.path(), most_s);
  return compiled_file(work.path() / "kernel.so", ran, most_s, unit, complaints_in);
}

}  // namespace tilescribe::kernels
