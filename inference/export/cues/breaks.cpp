// SPDX-License-Identifier: Apache-2.0
#include "inference/export/cues/breaks.h"

#include <algorithm>
#include <array>
#include <string>

#include "inference/export/lines.h"
#include "inference/transcript/characters.h"

namespace tilescribe::exporting {
namespace {

using namespace std::string_view_literals;
using transcript::Mark;

constexpr double clause_cost = 0.35;
constexpr double phrase_cost = 0.7;  // before a conjunction or preposition, behind a particle
constexpr double plain_cost = 1.2;
constexpr double leaning_cost = 2.2;  // the word before needs the next one
constexpr double inside_cost = 12.0;  // inside a word, before its punctuation

// Conjunctions, relative pronouns and prepositions. Sorted.
constexpr std::array links{
    "about"sv,   "above"sv,  "across"sv,  "after"sv,   "against"sv, "along"sv,  "although"sv, "among"sv,
    "and"sv,     "around"sv, "as"sv,      "at"sv,      "because"sv, "before"sv, "behind"sv,   "below"sv,
    "beneath"sv, "beside"sv, "besides"sv, "between"sv, "beyond"sv,  "but"sv,    "by"sv,       "despite"sv,
    "during"sv,  "except"sv, "for"sv,     "from"sv,    "if"sv,      "in"sv,     "inside"sv,   "into"sv,
    "like"sv,    "near"sv,   "nor"sv,     "of"sv,      "on"sv,      "onto"sv,   "or"sv,       "outside"sv,
    "over"sv,    "since"sv,  "so"sv,      "than"sv,    "that"sv,    "though"sv, "through"sv,  "throughout"sv,
    "to"sv,      "toward"sv, "towards"sv, "under"sv,   "unless"sv,  "until"sv,  "up"sv,       "upon"sv,
    "when"sv,    "where"sv,  "whether"sv, "which"sv,   "while"sv,   "who"sv,    "whom"sv,     "whose"sv,
    "why"sv,     "with"sv,   "within"sv,  "without"sv, "yet"sv};

// Words that need the next one besides those above: articles and other determiners, subject pronouns,
// auxiliaries, titles. Sorted.
constexpr std::array leaning{
    "a"sv,     "am"sv,      "an"sv,    "are"sv,   "be"sv,    "been"sv,   "being"sv,  "can"sv,    "could"sv,
    "did"sv,   "do"sv,      "does"sv,  "dr"sv,    "each"sv,  "every"sv,  "had"sv,    "has"sv,    "have"sv,
    "he"sv,    "her"sv,     "his"sv,   "i"sv,     "i'd"sv,   "i'll"sv,   "i'm"sv,    "i've"sv,   "is"sv,
    "it"sv,    "it's"sv,    "its"sv,   "may"sv,   "might"sv, "mr"sv,     "mrs"sv,    "ms"sv,     "must"sv,
    "my"sv,    "no"sv,      "not"sv,   "our"sv,   "shall"sv, "she"sv,    "should"sv, "that's"sv, "the"sv,
    "their"sv, "there's"sv, "these"sv, "they"sv,  "this"sv,  "those"sv,  "very"sv,   "was"sv,    "we"sv,
    "were"sv,  "what"sv,    "will"sv,  "would"sv, "you"sv,   "you're"sv, "your"sv};

static_assert(std::ranges::is_sorted(links));
static_assert(std::ranges::is_sorted(leaning));

// Chinese: what follows a word and belongs to it; behind which of these a phrase ends; what begins one.
constexpr std::u32string_view suffixes = U"的了吗呢吧着过们地得啊呀嘛么个些";
constexpr std::u32string_view phrase_ends = U"的了吗呢吧啊呀嘛";
constexpr std::u32string_view phrase_begins = U"但而和与或因所如虽并若把被从向跟";
// Japanese: particles behind which a phrase ends; what never begins a line.
constexpr std::u32string_view particles = U"はがをにでともへや";
constexpr std::u32string_view never_first =
    U"々ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶゝゞヽヾ〻ﾞﾟ〜～";

bool is_in(std::u32string_view set, char32_t c) {
  return set.find(c) != std::u32string_view::npos;
}
bool is_hiragana(char32_t c) {
  return c >= 0x3041 && c <= 0x309F;
}
bool is_katakana(char32_t c) {
  return c >= 0x30A0 && c <= 0x30FF;
}

// In lower case, without the punctuation around it; empty if it is no word of Latin letters.
std::string bare(std::string_view word) {
  while (!word.empty() && !transcript::is_letter(word.front())) word.remove_prefix(1);
  while (!word.empty() && !transcript::is_letter(word.back())) word.remove_suffix(1);
  return replaced(transcript::lowered(word), "’", "'");
}

// Between characters of scripts without spaces, or such a one and another.
double unspaced_cost(char32_t before, char32_t after) {
  if (is_in(never_first, after) || transcript::is_zero_width(after)) return inside_cost;
  if (transcript::is_digit(before) || transcript::is_digit(after)) return leaning_cost;
  if (is_in(suffixes, after)) return leaning_cost;
  if (is_katakana(before) && is_katakana(after)) return leaning_cost;
  if (is_hiragana(after)) return is_hiragana(before) ? 1.5 : 2.0;
  if (is_hiragana(before)) return is_in(particles, before) ? phrase_cost : 0.9;
  if (is_in(phrase_ends, before)) return 0.9;
  if (is_in(phrase_begins, after)) return 0.9;
  return plain_cost;
}

}  // namespace

double break_cost(std::string_view before, Mark mark, std::string_view after, bool spaced) {
  if (mark == Mark::sentence) return sentence_break_cost;
  if (mark == Mark::clause) return clause_cost;
  const char32_t last = transcript::last_character(before), first = transcript::first_character(after);
  if (!spaced && (transcript::is_ideograph(last) || transcript::is_ideograph(first)))
    return unspaced_cost(last, first);
  const std::string word = bare(before);
  if (std::ranges::binary_search(leaning, word) || std::ranges::binary_search(links, word))
    return leaning_cost;
  return std::ranges::binary_search(links, bare(after)) ? phrase_cost : plain_cost;
}

}  // namespace tilescribe::exporting
