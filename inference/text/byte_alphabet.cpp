// SPDX-License-Identifier: Apache-2.0
#include "inference/text/byte_alphabet.h"

#include <array>
#include <cstddef>

namespace tilescribe::text {
namespace {

constexpr int code_points = 0x100 + 68;  // the alphabet lies in U+0021…U+0143

struct Alphabet {
  std::array<std::array<char, 2>, 256> letters{};  // UTF-8, one or two bytes
  std::array<std::size_t, 256> lengths{};
  std::array<int, code_points> bytes{};  // code point → byte; -1 if it stands for none
};

constexpr Alphabet make_alphabet() {
  Alphabet alphabet;
  alphabet.bytes.fill(-1);
  int next = 0x100;
  for (int byte = 0; byte < 256; ++byte) {
    const bool itself = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    const int code_point = itself ? byte : next++;
    const auto b = static_cast<std::size_t>(byte);
    alphabet.bytes[static_cast<std::size_t>(code_point)] = byte;
    if (code_point < 0x80) {
      alphabet.letters[b] = {static_cast<char>(code_point), 0};
      alphabet.lengths[b] = 1;
    } else {
      alphabet.letters[b] = {static_cast<char>(0xC0 | (code_point >> 6)),
                             static_cast<char>(0x80 | (code_point & 0x3F))};
      alphabet.lengths[b] = 2;
    }
  }
  return alphabet;
}

constexpr Alphabet alphabet = make_alphabet();

}  // namespace

std::string_view letter_of_byte(unsigned char byte) {
  return {alphabet.letters[byte].data(), alphabet.lengths[byte]};
}

std::string bytes_of_piece(std::string_view piece) {
  std::string bytes;
  bytes.reserve(piece.size());
  for (std::size_t i = 0; i < piece.size(); ++i) {
    unsigned code_point = static_cast<unsigned char>(piece[i]);
    if (code_point >= 0xE0) return std::string(piece);  // three or four bytes: beyond the alphabet
    if (code_point >= 0xC0 && i + 1 < piece.size()) {
      code_point = (code_point & 0x1Fu) << 6 | (static_cast<unsigned char>(piece[++i]) & 0x3Fu);
    }
    const int byte = code_point < code_points ? alphabet.bytes[code_point] : -1;
    if (byte < 0) return std::string(piece);
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

}  // namespace tilescribe::text
