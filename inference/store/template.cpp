// SPDX-License-Identifier: Apache-2.0
#include "inference/store/template.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "inference/store/text.h"
#include "kernels/core/error.h"

namespace tilescribe::store {
namespace {

using nlohmann::json;

class Filler {
 public:
  Filler(const Templates& templates, const json& values) : templates_(templates), scopes_{&values} {}

  std::string take() { return std::move(out_); }

  void fill_template(std::string_view name) {
    const auto found = templates_.find(name);
    if (found == templates_.end()) throw missing("a template", name);
    fill(found->second, 0, found->second.size());
  }

 private:
  static Error missing(const char* what, std::string_view name) {
    return Error("Expected {1} called {2} for the report, found none.", what, name);
  }

  /// The part of a template from `at` to `end`.
  void fill(std::string_view text, std::size_t at, std::size_t end) {
    while (at < end) {
      const std::size_t open = std::min(text.find("{{", at), end);
      out_ += text.substr(at, open - at);
      if (open == end) return;
      const std::size_t close = text.find("}}", open);
      if (close >= end) throw missing("the end of a tag", text.substr(open + 2, 20));
      const char kind = text[open + 2];
      const std::string_view name = text.substr(open + 3, close - open - 3);
      at = after_tag(text, open, close);
      if (kind == '#' || kind == '^') {
        const std::size_t last = text.find("{{/" + std::string(name) + "}}", at);
        if (last >= end) throw missing("the end of a block", name);
        fill_block(kind == '#', find(name), text, at, last);
        at = after_tag(text, last, last + 3 + name.size());
      } else if (kind == '>') {
        fill_template(name);
      } else if (kind != '!') {
        put(text.substr(open + 2, close - open - 2));
      }
    }
  }

  /// Behind a tag, and behind the end of its line if there is nothing else in it.
  static std::size_t after_tag(std::string_view text, std::size_t open, std::size_t close) {
    constexpr std::string_view alone = "#^/>!";
    const bool whole_line = (open == 0 || text[open - 1] == '\n') && text.substr(close + 2).starts_with('\n');
    return close + 2 + (whole_line && alone.find(text[open + 2]) != alone.npos ? 1 : 0);
  }

  void fill_block(bool wanted, const json* value, std::string_view text, std::size_t at, std::size_t end) {
    const bool nothing = value == nullptr || value->is_null() || *value == false ||
                         (value->is_string() && value->get_ref<const std::string&>().empty()) ||
                         (value->is_array() && value->empty());
    if (nothing != !wanted) return;
    if (nothing) return fill(text, at, end);
    const json one = json::array({nullptr});
    for (const json& element : value->is_array() ? *value : one) {
      scopes_.push_back(value->is_array() ? &element : value);
      fill(text, at, end);
      scopes_.pop_back();
    }
  }

  void put(std::string_view name) {
    const json* value = find(name);
    if (value == nullptr || !value->is_string()) throw missing("a text", name);
    out_ += html_text(value->get_ref<const std::string&>());
  }

  const json* find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (!(*scope)->is_object()) continue;
      if (const auto found = (*scope)->find(name); found != (*scope)->end()) return &*found;
    }
    return nullptr;
  }

  const Templates& templates_;
  std::vector<const json*> scopes_;  // the innermost last
  std::string out_;
};

}  // namespace

std::string filled(const Templates& templates, std::string_view name, const json& values) {
  Filler filler(templates, values);
  filler.fill_template(name);
  return filler.take();
}

}  // namespace tilescribe::store
