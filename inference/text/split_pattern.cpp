// SPDX-License-Identifier: Apache-2.0
#include "inference/text/split_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <new>

#include <pcre2.h>

#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

constexpr std::size_t places_per_reading = 64;        // of the clock
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
    set_limit(SplitBudget::steps_for_a_place);
    pcre2_set_heap_limit(context.get(), heap_limit_kib);
  }
  // PCRE2 counts the steps anew at each place where it tries to match.
  void set_limit(std::uint32_t steps) const { pcre2_set_match_limit(context.get(), steps); }
  void set_last_place(std::size_t place) const { pcre2_set_offset_limit(context.get(), place); }
  void set_budget(SplitBudget& budget) const {
    const auto callout = [](pcre2_callout_block*, void* data) {
      return static_cast<SplitBudget*>(data)->late_after(1) ? PCRE2_ERROR_CALLOUT : 0;
    };
    pcre2_set_callout(context.get(), callout, &budget);
  }
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
  Code watched;  // the same with callouts, for places that need many steps: it can be stopped between two
  bool jit = false;
};

SplitPattern::SplitPattern(const std::string& regex, const std::string& where)
    : compiled_(std::make_unique<Compiled>()) {
  constexpr std::uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT;
  for (Code* code : {&compiled_->code, &compiled_->watched}) {
    int status = 0;
    PCRE2_SIZE offset = 0;
    code->reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(regex.data()), regex.size(),
                              code == &compiled_->watched ? options | PCRE2_AUTO_CALLOUT : options, &status,
                              &offset, nullptr));
    if (*code) continue;
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

SplitBudget::SplitBudget(std::size_t text_bytes)
    : text_bytes_(text_bytes),
      most_steps_(steps_for_a_text + steps_for_a_byte * text_bytes),
      steps_left_(most_steps_),
      most_s_(seconds_for_a_text + seconds_for_a_byte * static_cast<double>(text_bytes)) {}

void SplitBudget::take_steps(std::uint64_t steps) {
  if (steps > steps_left_) {
    throw Error(
        "Expected the tokenizer's split pattern to take at most {1} steps for a text of {2} bytes, but it "
        "takes more.",
        most_steps_, text_bytes_);
  }
  steps_left_ -= steps;
}

bool SplitBudget::late_after(std::size_t places) {
  places_ += places;
  if (places_ < places_per_reading) return false;
  places_ = 0;
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  const double now_s = static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  if (began_s_ < 0.0) began_s_ = now_s;
  return now_s - began_s_ > most_s_;
}

void SplitBudget::fail_late() const {
  throw Error(
      "Expected the tokenizer's split pattern to take at most {1} s of processor time for a text of {2} "
      "bytes, "
      "but it takes more.",
      static_cast<int>(std::ceil(most_s_)), text_bytes_);
}

void SplitPattern::split(std::string_view text, std::vector<std::string_view>& pieces,
                         SplitBudget& budget) const {
  const Code& code = compiled_->code;
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
  scratch.set_budget(budget);
  // Among so many places from there on, so that the time is looked at between two calls.
  const auto find = [&](const Code& expression, std::size_t from, std::uint32_t options) {
    scratch.set_last_place(from + places_per_reading - 1);
    // Without NO_UTF_CHECK every call would check the whole text again.
    return pcre2_match(expression.get(), reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), from,
                       options | PCRE2_NO_UTF_CHECK, match.get(), context.get());
  };
  const auto over_limit = [](int status) {
    return status == PCRE2_ERROR_MATCHLIMIT || status == PCRE2_ERROR_JIT_STACKLIMIT;
  };
  // At this place only, with more and more of the text's steps.
  const auto find_at = [&](std::size_t place) {
    constexpr std::uint32_t more = 4, most = std::uint32_t{1} << 30;
    int status = find(code, place, PCRE2_ANCHORED);
    for (std::uint32_t limit = SplitBudget::steps_for_a_place; over_limit(status) && limit < most;) {
      limit = std::min(limit * more, most);
      budget.take_steps(limit);
      scratch.set_limit(limit);
      status = find(compiled_->watched, place, PCRE2_ANCHORED);
      scratch.set_limit(SplitBudget::steps_for_a_place);
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
    const int status = by_places ? find_at(from) : find(code, from, 0);
    if (!by_places && over_limit(status)) {
      by_places = true;
      continue;
    }
    if (status == PCRE2_ERROR_CALLOUT) budget.fail_late();
    if (status == PCRE2_ERROR_NOMATCH) {
      const std::size_t tried = by_places ? 1 : places_per_reading;
      if (budget.late_after(tried)) budget.fail_late();
      from = next_character(text, from + tried - 1);
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
    if (budget.late_after(span[0] - from + 1)) budget.fail_late();
    cut_at(span[0]);
    cut_at(span[1]);
    from = span[1] > span[0] ? span[1] : next_character(text, span[1]);  // an empty match only splits
  }
  cut_at(text.size());
}

}  // namespace tilescribe::text
