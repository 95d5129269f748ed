// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tilescribe::text {

/// The byte alphabet of GPT-2's byte-level BPE (Radford et al. 2019). A vocabulary file writes every byte as
/// one printable character, so that pieces that are not whole characters can be stored in JSON. Bytes 33…126,
/// 161…172 and 174…255 are written as the character with that code point. The other 68, in increasing order,
/// are U+0100, U+0101, … (space is "Ġ", newline "Ċ").

/// The character, in UTF-8, that stands for `byte`.
std::string_view letter_of_byte(unsigned char byte);

/// The bytes that a piece of valid UTF-8 stands for. A piece with a character outside the alphabet stands for
/// itself, as in Hugging Face's ByteLevel decoder.
std::string bytes_of_piece(std::string_view piece);

}  // namespace tilescribe::text
