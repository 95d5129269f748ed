// SPDX-License-Identifier: Apache-2.0
#include "inference/text/split_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <new>

#include <pcre2.h>

#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

constexpr int calls_per_reading = 64;                 // of the clock
constexpr std::uint32_t heap_limit_kib = 256 * 1024;  // memory for one match

template <auto release>
struct Release {
  void operator()(auto* resource) const { release(resource); }
};
using Code = std::unique_ptr<pcre2_code, Release<pcre2_code_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Release<pcre2_match_data_free>>;
using MatchContext = std::unique_ptr<pcre2_match_context, Release<pcre2_match_context_free>>;

template <typename Pointer>
Pointer checked(Pointer pointer) {  // PCRE2 returns null when memory runs out
  if (!pointer) throw std::bad_alloc();
  return pointer;
}

double thread_time_s() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

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
};

SplitPattern::SplitPattern(const std::string& regex, const std::string& where)
    : compiled_(std::make_unique<Compiled>()) {
  int status = 0;
  PCRE2_SIZE offset = 0;
  // With a callout before each item.
  compiled_->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(regex.data()), regex.size(),
                                      PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT,
                                      &status, &offset, nullptr));
  if (!compiled_->code) {
    throw Error(Message("Expected a regular expression that PCRE2 accepts as the split pattern in {1}, found "
                        "an error at byte {2} of it: {3}.",
                        where, offset, message_of(status)),
                regex);
  }
}

SplitPattern::~SplitPattern() = default;
SplitPattern::SplitPattern(SplitPattern&&) noexcept = default;
SplitPattern& SplitPattern::operator=(SplitPattern&&) noexcept = default;

struct SplitWork::State {
  explicit State(std::size_t bytes)
      : text_bytes(bytes), most_s(seconds_for_a_text + seconds_for_a_byte * static_cast<double>(bytes)) {
    // Time and memory are what counts, not steps.
    pcre2_set_match_limit(context.get(), std::numeric_limits<std::uint32_t>::max());
    pcre2_set_depth_limit(context.get(), std::numeric_limits<std::uint32_t>::max());
    pcre2_set_heap_limit(context.get(), heap_limit_kib);
    const auto callout = [](pcre2_callout_block*, void* state) {
      return static_cast<State*>(state)->is_late() ? PCRE2_ERROR_CALLOUT : 0;
    };
    pcre2_set_callout(context.get(), callout, this);
  }

  bool is_late() {
    if (++calls < calls_per_reading) return false;
    calls = 0;
    return thread_time_s() - began_s > most_s;
  }

  MatchData match{checked(pcre2_match_data_create(1, nullptr))};
  MatchContext context{checked(pcre2_match_context_create(nullptr))};
  std::size_t text_bytes;
  double most_s, began_s = thread_time_s();
  int calls = 0;  // since the clock was read
};

SplitWork::SplitWork(std::size_t text_bytes) : state_(std::make_unique<State>(text_bytes)) {}
SplitWork::~SplitWork() = default;

void SplitPattern::split(std::string_view text, std::vector<std::string_view>& pieces,
                         SplitWork& work) const {
  const SplitWork::State& state = *work.state_;
  std::string shadow;
  std::string_view subject = text;
  if (const auto first = text.find(vowel_separator); first != std::string_view::npos) {
    shadow = without_vowel_separator(text, first);
    subject = shadow;
  }

  std::size_t cut = 0;  // everything before this is in `pieces`
  const auto cut_at = [&](std::size_t end) {
    if (end > cut) pieces.push_back(text.substr(cut, end - cut));
    cut = end;
  };
  for (std::size_t from = 0; from < text.size();) {
    // Without NO_UTF_CHECK every call would check the whole text again.
    const int status =
        pcre2_match(compiled_->code.get(), reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), from,
                    PCRE2_NO_UTF_CHECK, state.match.get(), state.context.get());
    if (status == PCRE2_ERROR_NOMATCH) break;
    if (status == PCRE2_ERROR_CALLOUT) {
      throw Error(
          "Expected the tokenizer's split pattern to take at most {1} s of processor time for a text of {2} "
          "bytes, but it takes more.",
          static_cast<int>(std::ceil(state.most_s)), state.text_bytes);
    }
    if (status < 0) {  // 0 only means that groups were not kept
      throw Error(
          "Expected the tokenizer's split pattern to match within its limits, but at byte {1} of the text "
          "PCRE2 says: {2}.",
          from, message_of(status));
    }
    const PCRE2_SIZE* span = pcre2_get_ovector_pointer(state.match.get());
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
