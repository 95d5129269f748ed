// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "inference/text/added_tokens.h"
#include "inference/text/byte_pair_encoder.h"
#include "inference/text/split_pattern.h"
#include "inference/text/tokenizer_file.h"

namespace tilescribe::text {

/// Text ↔ token ids with a checkpoint's tokenizer.json: byte-level BPE, with the same ids as Hugging Face's
/// tokenizers (encode with add_special_tokens=False). Immutable; can be shared between threads.
class Tokenizer {
 public:
  /// Reads a tokenizer.json. Throws Error with one sentence if the file is missing, damaged, or needs
  /// something unsupported (see parse_tokenizer_file).
  static Tokenizer load(const std::filesystem::path& tokenizer_json);

  /// Reads the tokenizer of a checkpoint folder: tokenizer.json, else vocab.json with merges.txt, else
  /// nothing. Throws Error like load() if what is there can't be used, or merges.txt is missing.
  static std::optional<Tokenizer> in_folder(const std::filesystem::path& folder);

  explicit Tokenizer(const TokenizerFile& file);

  /// Ids of a text. Added tokens ("<|user|>") are matched first; the rest is split into words and encoded.
  /// Invalid UTF-8 counts as U+FFFD. Throws Error if the split pattern exceeds its limits.
  std::vector<int> encode(std::string_view utf8) const;

  /// The same, but text that looks like an added token is treated as plain text: for words from a user.
  std::vector<int> encode_plain(std::string_view utf8) const;

  /// The text of ids as valid UTF-8; invalid sequences become U+FFFD, as with Python's errors="replace". Ids
  /// that are no token add nothing. Special tokens add their content only if they are not skipped.
  std::string decode(std::span<const int> ids, bool skip_special = true) const;

  /// The raw bytes that an id adds to a text (possibly part of a character). Empty for special tokens and ids
  /// that are no token.
  std::string bytes_of(int id) const;

  /// The id of an added token by its content, e.g. "<|user|>".
  std::optional<int> id_of(std::string_view token) const;

  bool is_special(int id) const;

  /// The largest id, including added tokens, plus 1.
  int vocabulary_size() const { return static_cast<int>(bytes_.size()); }

  /// The file it was read from, for messages.
  const std::string& source() const { return source_; }

 private:
  void encode_stretch(std::string_view stretch, SplitWork& work, std::vector<int>& ids) const;
  bool is_id(int id) const { return id >= 0 && id < vocabulary_size(); }

  std::string source_;
  std::vector<std::string> bytes_;  // id → raw bytes
  std::vector<bool> special_;       // id → is special
  std::unordered_map<std::string, int> added_ids_;
  AddedTokenMatcher first_tokens_;  // not normalized: matched in the whole text
  AddedTokenMatcher later_tokens_;  // normalized: matched in the text between those
  std::vector<SplitPattern> split_patterns_;
  BytePairEncoder encoder_;
};

}  // namespace tilescribe::text
