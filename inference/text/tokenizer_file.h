// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "inference/text/byte_pair_encoder.h"

namespace tilescribe::text {

/// The most bytes of a token's text, as the file writes it. Those of GPT-2, GPT-4 and GLM have a few hundred.
inline constexpr std::size_t token_bytes = 4096;
/// The most expressions that split a text one after another. GLM's file has one, others have three.
inline constexpr std::size_t most_split_patterns = 16;

/// A token that is matched as a whole before everything else, e.g. "<|user|>".
struct AddedToken {
  int id = 0;
  std::string content;      // UTF-8, not empty
  bool special = false;     // omitted by decode
  bool normalized = false;  // matched only after all tokens that are not
};

/// The contents of a tokenizer.json, checked.
struct TokenizerFile {
  std::vector<std::string>
      pieces;  // id → piece in the byte alphabet; added tokens as they are; "" for an id left out
  std::vector<AddedToken> added_tokens;
  std::vector<Merge> merges;                // in order of rank
  std::vector<std::string> split_patterns;  // regular expressions, applied one after another
  bool ignore_merges = false;               // a word that is a piece needs no merges
  std::string where;                        // for messages: the path
};

/// Reads and checks a tokenizer.json. Throws Error if the file can't be read or if parse_tokenizer_file
/// refuses it.
TokenizerFile read_tokenizer_file(const std::filesystem::path& path);

/// Parses the JSON text of Hugging Face's tokenizers (version 1.0): a BPE model over bytes with merges as "a
/// b" or ["a", "b"], no normalizer, pre-tokenizers Split (Regex, Isolated) and ByteLevel, decoder ByteLevel.
/// The ids of the n pieces and added tokens must differ and be below 2n: some may be left out, as GPT-4's
/// file does. Post-processor, truncation and padding are ignored: nothing is added around a text. Throws
/// Error that names what is wrong in `where`.
TokenizerFile parse_tokenizer_file(std::string_view json_text, const std::string& where);

/// Parses the two files that GPT-2 was published with, as one tokenizer: vocab.json (an object of pieces and
/// ids) and merges.txt (a line "a b" for each merge, in order; a first line "#version: …" and empty lines say
/// nothing). Words are split by GPT-2's own expression. "<|endoftext|>", if it is a piece, is a special
/// token. Throws Error that names what is wrong in which of the files.
TokenizerFile parse_vocabulary_and_merges(std::string_view vocab_json, std::string_view merges_txt,
                                          const std::filesystem::path& folder);

}  // namespace tilescribe::text
