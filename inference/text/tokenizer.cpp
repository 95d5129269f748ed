// SPDX-License-Identifier: Apache-2.0
#include "inference/text/tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <system_error>
#include <utility>

#include "inference/text/byte_alphabet.h"
#include "inference/text/json_access.h"
#include "inference/text/utf8.h"
#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

std::vector<AddedToken> tokens_where(const TokenizerFile& file, bool normalized) {
  std::vector<AddedToken> tokens;
  std::ranges::copy_if(file.added_tokens, std::back_inserter(tokens),
                       [normalized](const AddedToken& token) { return token.normalized == normalized; });
  return tokens;
}

std::vector<SplitPattern> compile(const TokenizerFile& file) {
  std::vector<SplitPattern> patterns;
  patterns.reserve(file.split_patterns.size());
  for (const std::string& regex : file.split_patterns) patterns.emplace_back(regex, file.where);
  return patterns;
}

// Whether a byte can occur in valid UTF-8. Nothing else is ever encoded.
bool occurs_in_utf8(int byte) {
  return byte != 0xC0 && byte != 0xC1 && byte <= 0xF4;
}

BytePairEncoder make_encoder(const TokenizerFile& file) {
  std::unordered_map<std::string_view, int> ids;
  for (std::size_t id = 0; id < file.pieces.size(); ++id) ids.emplace(file.pieces[id], static_cast<int>(id));

  std::array<int, 256> byte_ids{};
  for (int byte = 0; byte < 256; ++byte) {
    const auto letter = letter_of_byte(static_cast<unsigned char>(byte));
    const auto found = ids.find(letter);
    if (found == ids.end() && occurs_in_utf8(byte)) {
      throw Error(
          "Expected the vocabulary in {1} to have a piece for every byte, found none for byte {2} (\"{3}\").",
          file.where, byte, letter);
    }
    byte_ids[static_cast<std::size_t>(byte)] = found == ids.end() ? -1 : found->second;
  }

  std::unordered_map<std::string, int> whole_words;
  if (file.ignore_merges) {
    for (const auto& [piece, id] : ids) whole_words.emplace(bytes_of_piece(piece), id);
  }
  return {byte_ids, file.merges, std::move(whole_words)};
}

}  // namespace

Tokenizer Tokenizer::load(const std::filesystem::path& tokenizer_json) {
  return Tokenizer(read_tokenizer_file(tokenizer_json));
}

std::optional<Tokenizer> Tokenizer::in_folder(const std::filesystem::path& folder) {
  std::error_code unknown;  // if a file can't be looked at, it is not there
  if (std::filesystem::exists(folder / "tokenizer.json", unknown)) return load(folder / "tokenizer.json");
  if (!std::filesystem::exists(folder / "vocab.json", unknown)) return std::nullopt;
  return Tokenizer(parse_vocabulary_and_merges(read_file(folder / "vocab.json"),
                                               read_file(folder / "merges.txt"), folder));
}

Tokenizer::Tokenizer(const TokenizerFile& file)
    : source_(file.where),
      special_(file.pieces.size()),
      first_tokens_(tokens_where(file, false)),
      later_tokens_(tokens_where(file, true)),
      split_patterns_(compile(file)),
      encoder_(make_encoder(file)) {
  bytes_.reserve(file.pieces.size());
  for (const std::string& piece : file.pieces) bytes_.push_back(bytes_of_piece(piece));
  for (const AddedToken& token : file.added_tokens) {
    special_[static_cast<std::size_t>(token.id)] = token.special;
    added_ids_.emplace(token.content, token.id);
  }
}

std::vector<int> Tokenizer::encode(std::string_view utf8) const {
  const std::string text = replace_invalid_utf8(utf8);
  std::vector<int> ids;
  const auto add_token = [&ids](const AddedToken& token) { ids.push_back(token.id); };
  SplitWork work(text.size());
  const auto add_stretch = [&](std::string_view stretch) { encode_stretch(stretch, work, ids); };
  first_tokens_.scan(
      text, [&](std::string_view between) { later_tokens_.scan(between, add_stretch, add_token); },
      add_token);
  return ids;
}

std::vector<int> Tokenizer::encode_plain(std::string_view utf8) const {
  const std::string text = replace_invalid_utf8(utf8);
  std::vector<int> ids;
  SplitWork work(text.size());
  encode_stretch(text, work, ids);
  return ids;
}

void Tokenizer::encode_stretch(std::string_view stretch, SplitWork& work, std::vector<int>& ids) const {
  std::vector<std::string_view> words;
  if (!stretch.empty()) words.push_back(stretch);
  for (const SplitPattern& pattern : split_patterns_) {
    std::vector<std::string_view> finer;
    for (const std::string_view word : words) pattern.split(word, finer, work);
    words = std::move(finer);
  }
  for (const std::string_view word : words) encoder_.encode(word, ids);
}

std::string Tokenizer::decode(std::span<const int> ids, bool skip_special) const {
  std::string bytes;
  for (const int id : ids) {
    if (is_id(id) && !(skip_special && is_special(id))) bytes += bytes_[static_cast<std::size_t>(id)];
  }
  return replace_invalid_utf8(bytes);
}

std::string Tokenizer::bytes_of(int id) const {
  return is_id(id) && !is_special(id) ? bytes_[static_cast<std::size_t>(id)] : std::string();
}

std::optional<int> Tokenizer::id_of(std::string_view token) const {
  const auto found = added_ids_.find(std::string(token));
  return found == added_ids_.end() ? std::nullopt : std::optional(found->second);
}

bool Tokenizer::is_special(int id) const {
  return is_id(id) && special_[static_cast<std::size_t>(id)];
}

}  // namespace tilescribe::text
