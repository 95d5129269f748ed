// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace tilescribe::fuzz {
namespace {

using Random = std::mt19937_64;

// 0 … count-1; the distribution classes of the standard library differ between implementations.
std::size_t below(std::size_t count, Random& random) {
  return count == 0 ? 0 : random() % count;
}

struct Range {
  std::size_t begin = 0;
  std::size_t length = 0;
};

Range some_range(const std::string& bytes, Random& random) {
  const std::size_t begin = below(bytes.size() + 1, random);
  const std::size_t longest = below(4, random) == 0 ? bytes.size() : 16;
  return {begin, std::min(bytes.size() - begin, below(longest + 1, random))};
}

void flip_a_bit(std::string& bytes, Random& random) {
  if (bytes.empty()) return;
  char& byte = bytes[below(bytes.size(), random)];
  byte = static_cast<char>(byte ^ (1 << below(8, random)));
}

void set_a_byte(std::string& bytes, Random& random) {
  constexpr std::string_view telling("\0\xFF\x7F\x80\"\\{}[],:-.0 9\n", 18);
  if (bytes.empty()) return;
  bytes[below(bytes.size(), random)] = telling[below(telling.size(), random)];
}

// Little-endian integers near the edges, where headers hold sizes and offsets.
void set_an_integer(std::string& bytes, Random& random) {
  constexpr std::array<std::uint64_t, 8> edges{0,          1,          0x7F,      0x7FFF,
                                               0x7FFFFFFF, 0xFFFFFFFF, INT64_MAX, UINT64_MAX};
  const std::size_t width = std::size_t{1} << below(4, random);
  if (bytes.size() < width) return;
  const std::size_t place = below(2, random) == 0 ? 0 : below(bytes.size() - width + 1, random);
  const std::uint64_t value = edges[below(edges.size(), random)] + below(3, random) - 1;
  for (std::size_t i = 0; i < width; ++i) bytes[place + i] = static_cast<char>(value >> (8 * i));
}

// Decimal numbers near the edges, where JSON holds ids, shapes and offsets.
void set_a_number(std::string& bytes, Random& random) {
  constexpr std::array<std::string_view, 9> edges{
      "0",     "-1", "1", "2147483648", "4294967295", "9223372036854775807", "18446744073709551615",
      "1e308", "0.5"};
  constexpr std::string_view digits = "0123456789";
  const std::size_t begin = bytes.find_first_of(digits, below(bytes.size() + 1, random));
  if (begin == std::string::npos) return;
  const std::size_t end = std::min(bytes.find_first_not_of(digits, begin), bytes.size());
  bytes.replace(begin, end - begin, edges[below(edges.size(), random)]);
}

void leave_out(std::string& bytes, Random& random) {
  const Range range = some_range(bytes, random);
  bytes.erase(range.begin, range.length);
}

void repeat(std::string& bytes, Random& random) {
  const Range range = some_range(bytes, random);
  bytes.insert(below(bytes.size() + 1, random), bytes.substr(range.begin, range.length));
}

void insert_noise(std::string& bytes, Random& random) {
  std::string noise(below(16, random), '\0');
  for (char& byte : noise) byte = static_cast<char>(random());
  bytes.insert(below(bytes.size() + 1, random), noise);
}

void take_from(const std::string& other, std::string& bytes, Random& random) {
  const Range from = some_range(other, random);
  const Range to = some_range(bytes, random);
  bytes.replace(to.begin, to.length, other, from.begin, from.length);
}

void put_a_word(const std::string& word, std::string& bytes, Random& random) {
  const Range to = some_range(bytes, random);
  bytes.replace(to.begin, below(2, random) == 0 ? 0 : to.length, word);
}

// What stands between the quotes of a line.
std::string word_of(std::string_view line) {
  const auto wrong = [&] {
    return std::runtime_error("expected a word in quotes in a dictionary, found: " + std::string(line));
  };
  if (line.size() < 3 || line.front() != '"' || line.back() != '"') throw wrong();
  const std::string_view written = line.substr(1, line.size() - 2);
  std::string word;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] != '\\') {
      word += written[i];
      continue;
    }
    const std::string_view escape = written.substr(i + 1, 3);
    unsigned code = 0;
    if (escape.starts_with('\\') || escape.starts_with('"')) {
      word += escape.front();
      ++i;
    } else if (escape.size() == 3 && escape.front() == 'x' &&
               std::from_chars(escape.data() + 1, escape.data() + 3, code, 16).ptr == escape.data() + 3) {
      word += static_cast<char>(code);
      i += 3;
    } else {
      throw wrong();
    }
  }
  return word;
}

}  // namespace

std::vector<std::string> read_dictionary(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read the dictionary " + file.string());
  std::vector<std::string> words;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') words.push_back(word_of(line));
  }
  return words;
}

std::string mutated(const std::vector<std::string>& seeds, const std::vector<std::string>& dictionary,
                    Random& random) {
  constexpr std::array changes{flip_a_bit, set_a_byte, set_an_integer, set_a_number,
                               leave_out,  repeat,     insert_noise};
  std::string bytes = seeds[below(seeds.size(), random)];
  for (std::size_t left = 1 + below(6, random); left > 0; --left) {
    const std::size_t change = below(changes.size() + (dictionary.empty() ? 1 : 3), random);
    if (change < changes.size()) {
      changes[change](bytes, random);
    } else if (change > changes.size()) {
      put_a_word(dictionary[below(dictionary.size(), random)], bytes, random);
    } else {
      take_from(seeds[below(seeds.size(), random)], bytes, random);
    }
  }
  return bytes;
}

}  // namespace tilescribe::fuzz
