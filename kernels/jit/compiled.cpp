// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/compiled.h"

#include <chrono>
#include <utility>

#include "kernels/jit/fingerprint.h"

namespace tilescribe::kernels {
namespace {

std::string in_quotes(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + '"';
}

}  // namespace

std::string source_of(const Unit& unit) {
  return unit.before + "\n#line 1 " + in_quotes(unit.file) + '\n' + unit.text + "\n#line 1 \"entry\"\n" +
         unit.after + '\n';
}

std::string key_of(const Unit& unit, const Compiler& compiler) {
  Fingerprint all;
  all.add(compiler.identity()).add(source_of(unit));
  for (const Header& header : unit.headers) all.add(header.name).add(header.text);
  for (const std::string& option : unit.options) all.add(option);
  return all.hex();
}

Compiled compiled(const Unit& unit, const Compiler& compiler, const BinaryCache& cache) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const std::string key = key_of(unit, compiler);
  Compiled result;
  if (std::optional<std::string> found = cache.find(key)) {
    result.bytes = std::move(*found);
    result.kept = true;
  } else {
    result.bytes = compiler.compile(unit);
    cache.keep(key, result.bytes);
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace tilescribe::kernels
