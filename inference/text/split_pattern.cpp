// SPDX-License-Identifier: Apache-2.0
#include "inference/text/split_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>

#include <pcre2.h>

#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

constexpr std::uint32_t heap_limit_kib = 256 * 1024;  // the interpreter's memory for one match
constexpr std::size_t jit_stack_start = 32 * 1024;    // bytes
constexpr std::size_t jit_stack_limit = 8 * 1024 * 1024;

template <auto release>
struct Release {
  void operator()(auto* resource) const { release(resource); }
};
using Code = std::unique_ptr<pcre2_code, Release<pcre2_code_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Release<pcre2_match_data_free>>;
using MatchContext = std::unique_ptr<pcre2_match_context, Release<pcre2_match_context_free>>;
using JitStack = std::unique_ptr<pcre2_jit_stack, Release<pcre2_jit_stack_free>>;

template <typename Pointer>
Pointer checked(Pointer pointer) {  // PCRE2 returns null when memory runs out
  if (!pointer) throw std::bad_alloc();
  return pointer;
}

// What matching needs besides the expression. A thread makes it once, which for a short text takes longer
// than the match.
struct Scratch {
  MatchData match{checked(pcre2_match_data_create(1, nullptr))};
  MatchContext context{checked(pcre2_match_context_create(nullptr))};
  JitStack stack;

  Scratch() {
    set_limit(SplitSteps::for_a_place);
    pcre2_set_heap_limit(context.get(), heap_limit_kib);
  }
  // PCRE2 counts the steps anew at each place where it tries to match.
  void set_limit(std::uint32_t steps) const { pcre2_set_match_limit(context.get(), steps); }
  void prepare_jit() {
    if (stack) return;
    stack.reset(checked(pcre2_jit_stack_create(jit_stack_start, jit_stack_limit, nullptr)));
    pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
  }
};

std::string message_of(int status) {
  std::array<PCRE2_UCHAR, 256> buffer{};
  if (pcre2_get_error_message(status, buffer.data(), buffer.size()) < 0) {
    return "PCRE2 error " + std::to_string(status);
  }
  return reinterpret_cast<const char*>(buffer.data());
}

// PCRE2 counts U+180E (Mongolian vowel separator) as \s, as Unicode did before 6.3; Oniguruma does not. For
// matching it is replaced by U+200B, a format character of the same length that neither counts.
constexpr std::string_view vowel_separator = "\xE1\xA0\x8E";
constexpr std::string_view zero_width_space = "\xE2\x80\x8B";

std::string without_vowel_separator(std::string_view text, std::size_t first) {
  std::string shadow(text);
  for (std::size_t at = first; at != std::string::npos; at = shadow.find(vowel_separator, at)) {
    shadow.replace(at, vowel_separator.size(), zero_width_space);
  }
  return shadow;
}

std::size_t next_character(std::string_view text, std::size_t at) {
  do {
    ++at;
  } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}

}  // namespace

struct SplitPattern::Compiled {
  Code code;
  bool jit = false;
};

SplitPattern::SplitPattern(const std::string& regex, const std::string& where)
    : compiled_(std::make_unique<Compiled>()) {
  int status = 0;
  PCRE2_SIZE offset = 0;
  compiled_->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(regex.data()), regex.size(),
                                      PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &status, &offset,
                                      nullptr));
  if (!compiled_->code) {
    throw Error(Message("Expected a regular expression that PCRE2 accepts as the split pattern in {1}, found "
                        "an error at byte {2} of it: {3}.",
                        where, offset, message_of(status)),
                regex);
  }
  // Without JIT in PCRE2, or if the system forbids memory that is both writable and executable, the
  // interpreter is used.
  compiled_->jit = pcre2_jit_compile(compiled_->code.get(), PCRE2_JIT_COMPLETE) == 0;
}

SplitPattern::~SplitPattern() = default;
SplitPattern::SplitPattern(SplitPattern&&) noexcept = default;
SplitPattern& SplitPattern::operator=(SplitPattern&&) noexcept = default;

void SplitSteps::take(std::uint64_t steps) {
  if (steps > left_) {
    throw Error(
        "Expected the tokenizer's split pattern to take at most {1} steps for a text of {2} bytes, but it "
        "takes more.",
        most_, text_bytes_);
  }
  left_ -= steps;
}

void SplitPattern::split(std::string_view text, std::vector<std::string_view>& pieces,
                         SplitSteps& steps) const {
  const pcre2_code* code = compiled_->code.get();
  thread_local Scratch scratch;
  const MatchData& match = scratch.match;
  const MatchContext& context = scratch.context;
  if (compiled_->jit) scratch.prepare_jit();

  std::string shadow;
  std::string_view subject = text;
  if (const auto first = text.find(vowel_separator); first != std::string_view::npos) {
    shadow = without_vowel_separator(text, first);
    subject = shadow;
  }
  const auto find = [&](std::size_t from, std::uint32_t options) {
    // Without NO_UTF_CHECK every call would check the whole text again.
    return pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), from,
                       options | PCRE2_NO_UTF_CHECK, match.get(), context.get());
  };
  // At this place only, with more and more of the text's steps.
  const auto find_at = [&](std::size_t place) {
    constexpr std::uint32_t more = 4, most = std::uint32_t{1} << 30;
    int status = find(place, PCRE2_ANCHORED);
    for (std::uint32_t limit = SplitSteps::for_a_place; status == PCRE2_ERROR_MATCHLIMIT && limit < most;) {
      limit = std::min(limit * more, most);
      steps.take(limit);
      scratch.set_limit(limit);
      status = find(place, PCRE2_ANCHORED);
      scratch.set_limit(SplitSteps::for_a_place);
    }
    return status;
  };

  std::size_t cut = 0;  // everything before this is in `pieces`
  const auto cut_at = [&](std::size_t end) {
    if (end > cut) pieces.push_back(text.substr(cut, end - cut));
    cut = end;
  };
  // Once a place needs more than its own steps, each place is tried by itself, so that none is tried again.
  bool by_places = false;
  for (std::size_t from = 0; from < text.size();) {
    int status = by_places ? find_at(from) : find(from, 0);
    if (!by_places && status == PCRE2_ERROR_JIT_STACKLIMIT) status = find(from, PCRE2_NO_JIT);
    if (!by_places && status == PCRE2_ERROR_MATCHLIMIT) {
      by_places = true;
      continue;
    }
    if (status == PCRE2_ERROR_NOMATCH) {
      if (!by_places) break;
      from = next_character(text, from);
      continue;
    }
    const PCRE2_SIZE* span = pcre2_get_ovector_pointer(match.get());
    if (status < 0) {  // 0 only means that groups were not kept
      throw Error(
          "Expected the tokenizer's split pattern to match within its limits, but at byte {1} of the text "
          "PCRE2 says: {2}.",
          from, message_of(status));
    }
    if (span[0] < cut || span[1] < span[0]) {
      throw Error(
          "Expected the tokenizer's split pattern to find matches one after another, but at byte {1} of the "
          "text it goes back (it uses \\K).",
          from);
    }
    cut_at(span[0]);
    cut_at(span[1]);
    from = span[1] > span[0] ? span[1] : next_character(text, span[1]);  // an empty match only splits
  }
  cut_at(text.size());
}

}  // namespace tilescribe::text
