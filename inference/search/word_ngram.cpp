// SPDX-License-Identifier: Apache-2.0
#include "inference/search/word_ngram.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>

#include <nlohmann/json.hpp>

#include "inference/text/json_access.h"
#include "inference/weights/limits.h"
#include "inference/weights/safetensors.h"
#include "kernels/core/error.h"

namespace tilescribe::search {
namespace {

constexpr std::string_view format = "word-trigram 1";
constexpr std::uint32_t unknown = 1, first_word = 2;  // ids; 0 is the beginning of a sentence
constexpr std::size_t most_words = 65'534;            // whose ids have 16 bits
constexpr std::size_t most_text = 16 << 20;           // bytes of all words with their line ends
constexpr std::size_t most_followers = 0xffff'ffff;   // whose places have 32 bits
constexpr std::int64_t most_beams = 64;

}  // namespace

/// The side file's tensors, checked one by one.
class WordNgram::File {
 public:
  explicit File(const std::filesystem::path& path) : file_(path) {}

  std::string path() const { return file_.path().string(); }

  const std::string& stated(const std::string& key) const {
    const auto found = file_.metadata().find(key);
    if (found == file_.metadata().end())
      throw Error("The words {1} should state {2} in their metadata, and do not.", path(), key);
    if (found->second.size() > weights::limits::stated_bytes)
      throw Error("At most {1} bytes were expected in {2}, but it has {3}.", weights::limits::stated_bytes,
                  place(key), found->second.size());
    return found->second;
  }

  float step() const {
    const std::string& text = stated("log_step");
    float step = 0.0f;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), step);
    if (read.ec != std::errc() || !(step > 0.0f && step <= 1.0f))
      throw Error("The words {1} should state a log_step above 0 and at most 1, and state {2}.", path(),
                  text);
    return step;
  }

  SearchWeights weights() const {
    const nlohmann::json json = text::parse_json(stated("weights"), place("weights"));
    const auto number = [&](const char* key, double least, double most) {
      if (!json.is_object() || !json.contains(key) || !json[key].is_number() ||
          !(json[key].get<double>() >= least && json[key].get<double>() <= most)) {
        throw Error("The words {1} should state the weight {2} as a number from {3} to {4}.", path(), key,
                    Real{least}, Real{most});
      }
      return json[key].get<double>();
    };
    return {static_cast<float>(number("letters", 0.0, 10.0)), static_cast<float>(number("word", -10.0, 10.0)),
            static_cast<float>(number("ngram", 0.0, 10.0)), static_cast<float>(number("unknown", 0.0, 100.0)),
            static_cast<std::int64_t>(number("beam", 1.0, static_cast<double>(most_beams)))};
  }

  // The words, each with a line end. They are counted before they are copied.
  std::string words() const {
    constexpr std::string_view name = "words";
    const std::span<const std::byte> bytes = list<std::uint8_t>(name);
    if (bytes.size() > most_text)
      throw Error("The words {1} should have at most {2} bytes, and have {3}.", path(), most_text,
                  bytes.size());
    const auto count = static_cast<std::size_t>(std::ranges::count(bytes, std::byte{'\n'}));
    if (count > most_words)
      throw Error("The words {1} should be at most {2}, and are {3}.", path(), most_words, count);
    std::string text(bytes.size(), '\0');
    std::ranges::transform(bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
    file_.check();
    return text;
  }

  template <class Number>
  std::vector<Number> numbers(std::string_view name, std::size_t count) const {
    const std::span<const std::byte> bytes = list<Number>(name);
    if (bytes.size() / sizeof(Number) != count)
      throw Error("The tensor {1} of the words {2} should have {3} values, and has {4}.", name, path(), count,
                  bytes.size() / sizeof(Number));
    std::vector<Number> read(count);
    if (count > 0) std::memcpy(read.data(), bytes.data(), bytes.size());
    file_.check();
    return read;
  }

  // `entries`: things that have followers; `known`: ids are below it.
  Followers followers(const std::string& name, std::size_t entries, std::size_t known) const {
    Followers list;
    const std::vector<std::uint16_t> counts = numbers<std::uint16_t>(name + "_count", entries);
    list.begins.assign(1, 0);
    const std::size_t all = std::reduce(counts.begin(), counts.end(), std::size_t{0});
    if (all > most_followers)
      throw Error("The tensor {1}_count of the words {2} should count at most {3} in all, and counts {4}.",
                  name, path(), most_followers, all);
    list.ids = numbers<std::uint16_t>(name + "_word", all);
    list.log = numbers<std::uint8_t>(name + "_log", list.ids.size());
    std::inclusive_scan(counts.begin(), counts.end(), std::back_inserter(list.begins), std::plus<>(),
                        std::uint32_t{0});
    for (std::size_t i = 0; i < entries; ++i) {
      const auto first = list.ids.begin() + list.begins[i], last = list.ids.begin() + list.begins[i + 1];
      if (std::adjacent_find(first, last, std::greater_equal<>()) != last ||
          (first != last && *(last - 1) >= known)) {
        throw Error("The tensor {1}_word of the words {2} should list known words in ascending order.", name,
                    path());
      }
    }
    return list;
  }

 private:
  std::string place(const std::string& key) const { return path() + " (" + key + ")"; }

  // The bytes of a list, in the file.
  template <class Number>
  std::span<const std::byte> list(std::string_view name) const {
    const weights::SafetensorsEntry& entry = file_.entry(name);
    const std::string_view wanted = sizeof(Number) == 1 ? "U8" : "U16";
    if (entry.dtype != wanted || entry.shape.size() != 1)
      throw Error("The tensor {1} of the words {2} should be a list of {3}, and is not.", name, path(),
                  wanted);
    return file_.bytes(name);
  }

  weights::SafetensorsFile file_;
};

WordNgram::WordNgram(const std::filesystem::path& path) {
  const File file(path);
  if (file.stated("format") != format)
    throw Error("The words {1} should have the format \"{2}\", and have \"{3}\".", file.path(), format,
                file.stated("format"));
  step_ = file.step();
  weights_ = file.weights();
  text_ = file.words();
  for (std::size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1) {
    starts_.push_back(static_cast<std::uint32_t>(at));
    if (text_.find('\n', at) == std::string::npos)
      throw Error("The words {1} should end with a line end, and do not.", file.path());
  }
  starts_.push_back(static_cast<std::uint32_t>(text_.size()));
  for (std::uint32_t i = 1; i < words(); ++i) {
    if (line(i - 1) >= line(i))
      throw Error("The words {1} should stand in ascending order, each once, and do not.", file.path());
  }
  const std::size_t known = words() + first_word;
  log_ = file.numbers<std::uint8_t>("unigram_log", known);
  backoff_ = file.numbers<std::uint8_t>("unigram_backoff", known);
  pairs_ = file.followers("bigram", known, known);
  pair_backoff_ = file.numbers<std::uint8_t>("bigram_backoff", pairs_.ids.size());
  triples_ = file.followers("trigram", pairs_.ids.size(), known);

  sums_.assign(known + 1, 0.0f);
  double sum = 0.0;
  for (std::size_t id = first_word; id < known; ++id) {
    sum += std::exp(value(log_[id]));
    sums_[id + 1] = static_cast<float>(sum);
  }
  pairs_.sums.resize(pairs_.ids.size());
  for (std::size_t id = 0; id < known; ++id) {
    float so_far = 0.0f;
    for (std::uint32_t i = pairs_.begins[id]; i < pairs_.begins[id + 1]; ++i)
      pairs_.sums[i] = so_far += std::exp(value(pairs_.log[i]));
  }
}

std::string_view WordNgram::line(std::uint32_t word) const {
  return std::string_view(text_).substr(starts_[word], starts_[word + 1] - 1 - starts_[word]);
}

std::uint32_t WordNgram::Followers::find(std::uint32_t entry, std::uint32_t id) const {
  const auto first = ids.begin() + begins[entry], last = ids.begin() + begins[entry + 1];
  const auto found = std::lower_bound(first, last, id);
  if (found == last || *found != id) return Context::unseen;
  return static_cast<std::uint32_t>(found - ids.begin());
}

// The ids of the words that begin so: from, to.
std::pair<std::uint32_t, std::uint32_t> WordNgram::ids_with(std::string_view beginning) const {
  const auto cut = [&](std::uint32_t word) { return line(word).substr(0, beginning.size()); };
  // From `low` on, the first word that is not before those that begin so, or the first that is after them.
  // Clang 16 can't compile std::ranges::equal_range over std::views::iota.
  const auto bound = [&](std::uint32_t low, bool after) {
    for (auto high = static_cast<std::uint32_t>(words()); low < high;) {
      const std::uint32_t middle = low + (high - low) / 2;
      const bool before = after ? cut(middle) <= beginning : cut(middle) < beginning;
      before ? low = middle + 1 : high = middle;
    }
    return low;
  };
  const std::uint32_t from = bound(0, false);
  return {from + first_word, bound(from, true) + first_word};
}

std::uint32_t WordNgram::id_of(std::string_view word) const {
  const auto [from, to] = ids_with(word);  // the word itself is the first of them
  return from != to && line(from - first_word) == word ? from : unknown;
}

float WordNgram::begin(const Context& context, std::string_view word) const {
  const auto [from, to] = ids_with(word);
  if (from == to) return value(backoff_[context.last]) + value(log_[unknown]) - weights_.unknown;
  const auto first = pairs_.ids.begin() + pairs_.begins[context.last],
             last = pairs_.ids.begin() + pairs_.begins[context.last + 1];
  const auto after = [&](std::uint32_t id) { return std::lower_bound(first, last, id) - pairs_.ids.begin(); };
  const auto sum_before = [&](std::ptrdiff_t at) {
    return at == first - pairs_.ids.begin() ? 0.0f : pairs_.sums[static_cast<std::size_t>(at - 1)];
  };
  const float paired = sum_before(after(to)) - sum_before(after(from));
  const float alone = std::exp(value(backoff_[context.last])) * (sums_[to] - sums_[from]);
  return std::log(std::max(paired, 0.0f) + std::max(alone, 1e-9f));
}

float WordNgram::say(Context& context, std::string_view word) const {
  const std::uint32_t id = id_of(word);
  const std::uint32_t pair = pairs_.find(context.last, id);
  float log = 0.0f;
  const std::uint32_t triple =
      context.pair == Context::unseen ? Context::unseen : triples_.find(context.pair, id);
  if (triple != Context::unseen) {
    log = value(triples_.log[triple]);
  } else {
    if (context.pair != Context::unseen) log += value(pair_backoff_[context.pair]);
    log +=
        pair != Context::unseen ? value(pairs_.log[pair]) : value(backoff_[context.last]) + value(log_[id]);
  }
  context.last = id;
  context.pair = pair;
  return id == unknown ? log - weights_.unknown : log;
}

}  // namespace tilescribe::search
