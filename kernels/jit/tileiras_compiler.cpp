// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/tileiras_compiler.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include <unistd.h>

#include "kernels/jit/program.h"

namespace tilescribe::kernels {
namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "tileiras";

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody changes the environment
  return value != nullptr ? value : "";
}

bool runs(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

/// The folders in `folder` whose names begin so, the last name first.
std::vector<fs::path> folders_in(const fs::path& folder, std::string_view beginning) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    if (i->path().filename().string().starts_with(beginning)) found.push_back(i->path());
  }
  std::ranges::sort(found, std::ranges::greater());
  return found;
}

/// What the package nvidia-cuda-tileiras put into a Python environment.
fs::path found_in_python(const fs::path& prefix) {
  for (const fs::path& python : folders_in(prefix / "lib", "python3")) {
    for (const fs::path& cuda : folders_in(python / "site-packages/nvidia", "cu")) {
      if (fs::path file = cuda / "bin" / program_name; runs(file)) return file;
    }
  }
  return {};
}

fs::path find_program() {
  if (const std::string named = variable("TILESCRIBE_TILEIRAS"); !named.empty()) {
    if (!runs(named))
      throw Error("TILESCRIBE_TILEIRAS should name the program tileiras, but {1} can't be run.", named);
    return fs::absolute(named);
  }
  if (fs::path file = found_in_path({program_name}); !file.empty()) return file;
  std::vector<fs::path> prefixes;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const std::string prefix = variable(name); prefix.starts_with('/')) prefixes.emplace_back(prefix);
  }
  if (const fs::path python = found_in_path({"python3"}); !python.empty())
    prefixes.push_back(python.parent_path().parent_path());
  for (const fs::path& prefix : prefixes) {
    if (fs::path file = found_in_python(prefix); !file.empty()) return file;
  }
  for (const fs::path& toolkit : folders_in("/usr/local", "cuda")) {
    if (fs::path file = toolkit / "bin" / program_name; runs(file)) return file;
  }
  throw Error(
      "A kernel in CUDA Tile IR needs NVIDIA's compiler tileiras, which was found neither in PATH nor in a "
      "Python environment nor in a CUDA toolkit; “pip install nvidia-cuda-tileiras” has it, and "
      "TILESCRIBE_TILEIRAS can name the program.");
}

// It looks for its libraries where these variables point, even if another version is there; without them it
// looks beside itself.
std::vector<std::string> without_toolkit(const fs::path& program) {
  return {"/usr/bin/env", "-u", "CUDA_HOME", "-u", "CUDA_PATH", program.string()};
}

// "Cuda compilation tools, release 13.5, V13.5.37": what stands behind the V.
std::string version_in(const std::string& output) {
  const std::size_t mark = output.find(", V");
  if (mark == std::string::npos) return {};
  const std::size_t begin = mark + 3;
  return output.substr(begin, output.find_first_not_of("0123456789.", begin) - begin);
}

// Its first line, without "error: ".
std::vector<Diagnostic> complaints_in(const std::string& output, const Unit& unit) {
  constexpr std::string_view mark = "error: ";
  std::string line = output.substr(0, output.find('\n'));
  if (line.starts_with(mark)) line.erase(0, mark.size());
  return {{unit.file, 0, 0, line.empty() ? "tileiras failed without a reason" : line}};
}

}  // namespace

TileirasCompiler TileirasCompiler::find(const std::string& architecture, double most_s) {
  std::string known = architecture;
  while (!known.empty() && known.back() >= 'a' && known.back() <= 'z') known.pop_back();
  return {find_program(), known, most_s};
}

TileirasCompiler::TileirasCompiler(fs::path program, std::string architecture, double most_s)
    : program_(std::move(program)), architecture_(std::move(architecture)), most_s_(most_s) {
  std::vector<std::string> words = without_toolkit(program_);
  words.emplace_back("--version");
  const Ran ran = run_program(words, "/", most_s_);
  const std::string version = version_in(ran.output);
  if (ran.status != 0 || version.empty()) throw Error("{1} does not say its version.", program_.string());
  version_ = std::string(program_name) + " " + version;
}

std::string TileirasCompiler::identity() const {
  return version_ + " for " + architecture_;
}

std::string TileirasCompiler::compile(const Unit& unit) const {
  const WorkFolder work;
  const fs::path from = work.write("kernel.tilebc", unit.text), to = work.path() / "kernel.cubin";
  std::vector<std::string> words = without_toolkit(program_);
  words.push_back("--gpu-name=" + architecture_);
  words.insert(words.end(), unit.options.begin(), unit.options.end());
  words.insert(words.end(), {"-o", to.string(), from.string()});
  const Ran ran = run_program(words, work.path(), most_s_);
  return compiled_file(to, ran, most_s_, unit, complaints_in);
}

bool is_tile_ir(std::string_view bytes) {
  return bytes.starts_with(std::string_view("\x7fTileIR\0", 8));
}

}  // namespace tilescribe::kernels
