// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "kernels/core/dtype.h"
#include "kernels/core/sequence.h"

namespace tilescribe::kernels {

/// Joins "name=value" pairs and types to the text that describe() returns: "rows=17 width=384 f32".
class ProblemText {
 public:
  struct Size {
    std::string_view name;
    std::int64_t value;
  };
  ProblemText(std::initializer_list<Size> sizes) {
    for (const auto& [name, value] : sizes) size(name, value);
  }
  ProblemText& size(std::string_view name, std::int64_t value) {
    return word(std::string(name) + "=" + std::to_string(value));
  }
  ProblemText& type(DType dtype) { return word(std::string(name(dtype))); }
  ProblemText& rows_of(RowsOf of) { return of == RowsOf::step ? word("step") : *this; }
  ProblemText& word(const std::string& text) {
    text_ += (text_.empty() ? "" : " ") + text;
    return *this;
  }
  operator std::string() const { return text_; }

 private:
  std::string text_;
};

}  // namespace tilescribe::kernels
