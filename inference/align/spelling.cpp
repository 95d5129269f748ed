// SPDX-License-Identifier: Apache-2.0
#include "inference/align/spelling.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "inference/api/utf8.h"
#include "inference/transcript/characters.h"

namespace tilescribe::align {
namespace {

using namespace std::string_view_literals;
using transcript::lowered;
using Entry = std::pair<std::string_view, std::string_view>;

// What is read letter by letter is ASCII.
constexpr bool is_digit(char c) {
  return transcript::is_digit(static_cast<unsigned char>(c));
}
constexpr bool is_letter(char c) {
  return transcript::is_letter(static_cast<unsigned char>(c));
}
constexpr bool is_lower(char c) {
  return transcript::is_lower(static_cast<unsigned char>(c));
}
constexpr bool is_upper(char c) {
  return transcript::is_upper(static_cast<unsigned char>(c));
}

template <std::size_t size>
std::string_view looked_up(const std::array<Entry, size>& table, std::string_view key) {
  const auto* const found = std::ranges::find(table, key, &Entry::first);
  return found == table.end() ? std::string_view() : found->second;
}

// ---- Characters: Latin letters with accents become plain ones; what else is spoken keeps its own sign ----

// Of U+00C0 … U+017F, two bytes of letters each; "--" is no letter.
constexpr std::string_view latin =
    "A-A-A-A-A-A-AEC-E-E-E-E-I-I-I-I-D-N-O-O-O-O-O---O-U-U-U-U-Y-THss"
    "a-a-a-a-a-a-aec-e-e-e-e-i-i-i-i-d-n-o-o-o-o-o---o-u-u-u-u-y-thy-"
    "A-a-A-a-A-a-C-c-C-c-C-c-C-c-D-d-D-d-E-e-E-e-E-e-E-e-E-e-G-g-G-g-"
    "G-g-G-g-H-h-H-h-I-i-I-i-I-i-I-i-I-i-IJijJ-j-K-k-k-L-l-L-l-L-l-L-"
    "l-L-l-N-n-N-n-N-n-n-N-n-O-o-O-o-O-o-OEoeR-r-R-r-R-r-S-s-S-s-S-s-"
    "S-s-T-t-T-t-T-t-U-u-U-u-U-u-U-u-U-u-U-u-W-w-Y-y-Y-Z-z-Z-z-Z-z-s-";
static_assert(latin.size() == 2 * (0x180 - 0xC0));

// ASCII, or nothing if a letter of another script is in it. Signs that are not spoken are left out.
std::optional<std::string> plain(std::string_view word) {
  constexpr std::array<std::pair<char32_t, std::string_view>, 6> signs{{{U'£', "\x01"},
                                                                        {U'€', "\x02"},
                                                                        {U'°', "\x03"},
                                                                        {U'½', " half "},
                                                                        {U'¼', " quarter "},
                                                                        {U'×', " times "}}};
  std::string text;
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint point = code_point_at(word, at);
    at += point.length;
    const char32_t c = point.value;
    const auto* const sign = std::ranges::find(signs, c, &std::pair<char32_t, std::string_view>::first);
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (sign != signs.end()) {
      text += sign->second;
    } else if (c >= 0xC0 && c < 0x180) {
      for (const char letter : latin.substr(2 * (c - 0xC0), 2)) {
        if (letter != '-') text += letter;
      }
    } else if (c >= 0x180 && !(c >= 0x2000 && c <= 0x206F) && !(c >= 0x3000 && c <= 0x303F)) {
      return std::nullopt;
    }
  }
  return text;
}

// ---- Numbers ----

constexpr std::array below_twenty{"zero"sv,    "one"sv,     "two"sv,       "three"sv,    "four"sv,
                                  "five"sv,    "six"sv,     "seven"sv,     "eight"sv,    "nine"sv,
                                  "ten"sv,     "eleven"sv,  "twelve"sv,    "thirteen"sv, "fourteen"sv,
                                  "fifteen"sv, "sixteen"sv, "seventeen"sv, "eighteen"sv, "nineteen"sv};
constexpr std::array tens{""sv,      ""sv,      "twenty"sv,  "thirty"sv, "forty"sv,
                          "fifty"sv, "sixty"sv, "seventy"sv, "eighty"sv, "ninety"sv};

std::string cardinal(std::uint64_t number) {
  if (number < below_twenty.size()) return std::string(below_twenty[number]);
  if (number < 100) {
    std::string text(tens[number / 10]);
    return number % 10 == 0 ? text : text + cardinal(number % 10);
  }
  constexpr std::array<std::pair<std::uint64_t, std::string_view>, 4> units{
      {{1'000'000'000, "billion"}, {1'000'000, "million"}, {1'000, "thousand"}, {100, "hundred"}}};
  for (const auto& [size, name] : units) {
    if (number < size) continue;
    std::string text = cardinal(number / size).append(name);
    return number % size == 0 ? text : text + cardinal(number % size);
  }
  return {};
}

std::string digit_by_digit(std::string_view digits) {
  std::string text;
  for (const char digit : digits) text += below_twenty[static_cast<std::size_t>(digit - '0')];
  return text;
}

// Four digits that are read in pairs: 1984, 2015; not 1900, 2000 to 2009.
std::optional<std::string> year(std::string_view digits) {
  if (digits.size() != 4) return std::nullopt;
  const int high = (digits[0] - '0') * 10 + digits[1] - '0', low = (digits[2] - '0') * 10 + digits[3] - '0';
  if (high < 11 || high > 20 || (high == 20 && low < 10)) return std::nullopt;
  std::string text = cardinal(static_cast<std::uint64_t>(high));
  if (low == 0) return text + "hundred";
  return text + (low < 10 ? "oh" : "") + cardinal(static_cast<std::uint64_t>(low));
}

std::string spoken_number(std::string_view digits, bool grouped) {
  constexpr std::size_t most_digits = 12;
  if (digits.size() > most_digits || (digits.size() > 1 && digits[0] == '0')) return digit_by_digit(digits);
  if (!grouped) {
    if (const auto in_pairs = year(digits)) return *in_pairs;
  }
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return cardinal(number);
}

std::string ordinal(std::string text) {
  constexpr std::array<Entry, 8> odd{{{"one", "first"},
                                      {"two", "second"},
                                      {"three", "third"},
                                      {"five", "fifth"},
                                      {"eight", "eighth"},
                                      {"nine", "ninth"},
                                      {"twelve", "twelfth"},
                                      {"y", "ieth"}}};
  for (const auto& [end, spoken] : odd) {
    if (text.ends_with(end)) return text.replace(text.size() - end.size(), end.size(), spoken);
  }
  return text + "th";
}

// ---- Words ----

constexpr std::array letter_names{"ay"sv,    "bee"sv,       "see"sv, "dee"sv, "e"sv,  "ef"sv,  "gee"sv,
                                  "aitch"sv, "i"sv,         "jay"sv, "kay"sv, "el"sv, "em"sv,  "en"sv,
                                  "oh"sv,    "pee"sv,       "cue"sv, "ar"sv,  "es"sv, "tee"sv, "you"sv,
                                  "vee"sv,   "doubleyou"sv, "ex"sv,  "why"sv, "zee"sv};

constexpr std::array<Entry, 21> abbreviations{
    {{"mr", "mister"},       {"mrs", "missus"},       {"ms", "miz"},         {"dr", "doctor"},
     {"st", "saint"},        {"messrs", "messieurs"}, {"capt", "captain"},   {"prof", "professor"},
     {"lt", "lieutenant"},   {"sgt", "sergeant"},     {"col", "colonel"},    {"gov", "governor"},
     {"jr", "junior"},       {"sr", "senior"},        {"vs", "versus"},      {"etc", "etcetera"},
     {"km", "kilometers"},   {"kg", "kilograms"},     {"cm", "centimeters"}, {"mm", "millimeters"},
     {"mph", "milesperhour"}}};

constexpr std::array<std::pair<char, std::string_view>, 10> symbols{{{'&', "and"},
                                                                     {'%', "percent"},
                                                                     {'@', "at"},
                                                                     {'+', "plus"},
                                                                     {'=', "equals"},
                                                                     {'#', "number"},
                                                                     {'$', "dollars"},
                                                                     {'\x01', "pounds"},
                                                                     {'\x02', "euros"},
                                                                     {'\x03', "degrees"}}};
bool is_currency(char c) {
  return c == '$' || c == '\x01' || c == '\x02';
}

// Whether letters are read one by one: capitals that make no syllable ("GPU"), or of at most three.
bool is_spelt_out(std::string_view letters) {
  if (letters.size() < 2 || !std::ranges::all_of(letters, is_upper)) return false;
  constexpr std::size_t longest = 3;
  return letters.size() <= longest || letters.find_first_of("AEIOUY") == std::string_view::npos;
}

std::string names_of(std::string_view letters) {
  std::string text;
  for (const char letter : lowered(letters)) text += letter_names[static_cast<std::size_t>(letter - 'a')];
  return text;
}

std::string spoken_word(std::string_view letters) {
  if (is_spelt_out(letters)) return names_of(letters);
  const std::string small = lowered(letters);
  const std::string_view long_form = looked_up(abbreviations, small);
  return long_form.empty() ? small : std::string(long_form);
}

// Reads a word's ASCII form from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string all() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_digit(c)) {
        number();
      } else if (is_letter(c)) {
        word();
      } else {
        sign(c);
        ++at_;
      }
    }
    spoken_ += currency_;
    return spoken_;
  }

 private:
  template <class Takes>
  std::string_view run(Takes takes) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && takes(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  char next(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void number() {
    std::string digits(run(is_digit));
    bool grouped = false;
    while (next() == ',' && is_digit(next(1)) && is_digit(next(2)) && is_digit(next(3)) &&
           !is_digit(next(4))) {
      ++at_;
      digits += run(is_digit);
      grouped = true;
    }
    std::string text = spoken_number(digits, grouped);
    const std::string suffix = lowered(text_.substr(at_, 2));
    if (!is_letter(next(2)) && (suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th")) {
      at_ += 2;
      text = ordinal(std::move(text));
    } else if (next() == 's' && !is_letter(next(1))) {  // 1990s
      ++at_;
      text = text.ends_with('y') ? text.replace(text.size() - 1, 1, "ies") : text + "s";
    } else if (next() == '.' && is_digit(next(1))) {
      ++at_;
      text += "point" + digit_by_digit(run(is_digit));
    }
    spoken_ += text + std::exchange(currency_, {});
  }

  // A word, or initials with full stops ("U.S."), which are read one by one.
  void word() {
    const auto in_word = [](char c) { return is_letter(c) || c == '\''; };
    const std::size_t begin = at_;
    std::string letters(run(in_word));
    std::erase(letters, '\'');
    const bool beside_digit = is_digit(next()) || (begin > 0 && is_digit(text_[begin - 1]));
    if (letters.size() == 1 && is_upper(letters[0]) && beside_digit) {  // B2B
      spoken_ += names_of(letters);
    } else if (letters.size() == 1 && next() == '.' && is_letter(letters[0])) {
      while (next() == '.' && is_letter(next(1)) && !is_letter(next(2))) {
        letters += next(1);
        at_ += 2;
      }
      spoken_ += names_of(letters);
    } else {
      spoken_ += spoken_word(letters);
    }
  }

  void sign(char c) {
    const auto* const found = std::ranges::find(symbols, c, &std::pair<char, std::string_view>::first);
    if (found == symbols.end()) return;
    if (is_currency(c) && is_digit(next(1))) {
      currency_ = found->second;  // it is spoken after the number
    } else {
      spoken_ += found->second;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string spoken_, currency_;
};

}  // namespace

std::string spoken_letters(std::string_view word) {
  const std::optional<std::string> text = plain(word);
  if (!text) return {};
  std::string letters = Reader(*text).all();
  std::erase_if(letters, [](char c) { return !is_lower(c); });
  letters.erase(std::unique(letters.begin(), letters.end()),
                letters.end());  // std::ranges' fails in Clang 16
  return letters;
}

}  // namespace tilescribe::align
