// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// What a compiler complains about, and where.
struct Diagnostic {
  std::string file;
  int line = 0;    // from 1; 0: none is known
  int column = 0;  // from 1; 0: the compiler names none, as NVRTC
  std::string text;
  bool operator==(const Diagnostic&) const = default;
};

/// "gelu.cpp:12:5: expected ';'".
TILESCRIBE_EXPORT std::string text_of(const Diagnostic& diagnostic);

/// The errors in what GCC, Clang ("file:line:column: error: text") or NVRTC ("file(line): error: text")
/// wrote. An error inside a header that a line of `source` led to is shown at that line.
TILESCRIBE_EXPORT std::vector<Diagnostic> diagnostics_in(std::string_view output, const std::string& source);

/// A source that does not compile. The message has the first error; details() all that the compiler wrote.
class TILESCRIBE_EXPORT CompileError : public Error {
 public:
  CompileError(std::vector<Diagnostic> diagnostics, std::string output);
  /// At least one.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace tilescribe::kernels
