// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/jit/diagnostic.h"

namespace tilescribe::kernels {

/// A header as the compiler sees it: its name in #include "…", and its text.
struct Header {
  std::string name, text;
};

/// What is compiled.
struct Unit {
  std::string file;                  // the user's name of the source, for complaints
  std::string text;                  // of the source
  std::string before, after;         // lines of ours around it; complaints count the source's own lines
  std::vector<Header> headers;       // all that it may include besides the compiler's own
  std::vector<std::string> options;  // as the compiler takes them
};

/// Makes machine code of a unit at run time.
class TILESCRIBE_EXPORT Compiler {
 public:
  virtual ~Compiler() = default;
  /// Which compiler, in which version, for which machine: what decides the result besides the unit.
  virtual std::string identity() const = 0;
  /// Throws CompileError where the unit is wrong, and Error where the compiler can't run.
  virtual std::string compile(const Unit& unit) const = 0;
};

/// The unit's text as one source, with the user's name and lines in it.
std::string source_of(const Unit& unit);

}  // namespace tilescribe::kernels
