// SPDX-License-Identifier: Apache-2.0
#include "inference/text/tokenizer_file.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "inference/text/json_access.h"
#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

// GPT-2's own expression, which ByteLevel applies if its use_regex is true.
constexpr const char* gpt2_split =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

using Ids = std::unordered_map<std::string, int>;  // piece or added token → id

// The id in a value. order_pieces checks whether it fits among the others.
std::optional<int> id_in(const nlohmann::json& value) {
  const auto id = whole_number<int>(value);
  return id && *id >= 0 ? id : std::nullopt;
}

Ids read_vocabulary(const JsonPlace& vocab) {
  Ids ids;
  ids.reserve(vocab.object().size());
  for (const auto& [piece, value] : vocab.object()) {
    const auto id = id_in(value);
    if (!id)
      vocab.refuse(Message("an object of pieces and ids"),
                   Message("{1} for {2}", kind_of(value), in_quotes(piece)));
    if (piece.size() > token_bytes)
      vocab.refuse(Message("an object of pieces of at most {1} bytes", token_bytes),
                   Message("one of {1} bytes", piece.size()));
    ids.emplace(piece, *id);
  }
  return ids;
}

AddedToken read_added_token(const JsonPlace& entry) {
  AddedToken token;
  const auto id = id_in(entry.member("id").value());
  if (!id) entry.member("id").refuse(Message("an id"));
  token.id = *id;
  token.content = entry.member("content").string();
  token.special = entry.member("special").flag(false);
  token.normalized = entry.member("normalized").flag(!token.special);
  if (token.content.empty()) entry.member("content").refuse(Message("a string of at least one character"));
  if (token.content.size() > token_bytes)
    entry.member("content").refuse(Message("a string of at most {1} bytes", token_bytes),
                                   Message("one of {1} bytes", token.content.size()));
  for (const char* option : {"single_word", "lstrip", "rstrip"}) {
    const JsonPlace place = entry.member(option);
    if (place.flag(false)) place.refuse(Message("false (matching around words or blanks is not supported)"));
  }
  return token;
}

std::vector<AddedToken> read_added_tokens(const JsonPlace& entries, Ids& ids) {
  std::vector<AddedToken> tokens;
  if (entries.is_null()) return tokens;
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < entries.array().size(); ++i) {
    const JsonPlace entry = entries.element(i);
    AddedToken token = read_added_token(entry);
    const auto [position, is_new] = ids.emplace(token.content, token.id);
    if (position->second != token.id) {
      entry.member("id").refuse(
          Message("{1}, which {2} has already", position->second, in_quotes(token.content)));
    }
    if (!seen.emplace(position->first, i).second) {
      entry.member("content").refuse(Message("a token that is not listed before"));
    }
    tokens.push_back(std::move(token));
  }
  return tokens;
}

// Pieces by id, "" for an id that nothing has. Only half of the ids may be left out, so a file can't ask for
// memory without end.
std::vector<std::string> order_pieces(const Ids& ids, const std::string& where) {
  const std::size_t limit = 2 * ids.size();
  std::size_t count = 0;
  for (const auto& [piece, id] : ids) {
    const auto i = static_cast<std::size_t>(id);
    if (i >= limit)
      throw Error("Expected the {1} tokens in {2} to have ids below {3}, found id {4} for {5}.", ids.size(),
                  where, limit, id, in_quotes(piece));
    count = std::max(count, i + 1);
  }
  std::vector<std::string> pieces(count);
  std::vector<bool> taken(count);
  for (const auto& [piece, id] : ids) {
    const auto i = static_cast<std::size_t>(id);
    if (taken[i])
      throw Error(
          "Expected the {1} tokens in {2} to have different ids, found id {3} twice, for {4} and {5}.",
          ids.size(), where, id, in_quotes(pieces[i]), in_quotes(piece));
    pieces[i] = piece;
    taken[i] = true;
  }
  return pieces;
}

constexpr const char* end_of_text = "<|endoftext|>";

// "left right"; nothing if the text is no pair.
std::optional<std::pair<std::string, std::string>> pair_in(const std::string& text) {
  const auto blank = text.find(' ');
  if (blank == std::string::npos || text.find(' ', blank + 1) != std::string::npos) return std::nullopt;
  return std::pair(text.substr(0, blank), text.substr(blank + 1));
}

std::pair<std::string, std::string> read_pair(const JsonPlace& entry) {
  const Message expected("\"left right\" or [\"left\", \"right\"]");
  if (entry.value().is_string()) {
    const auto pair = pair_in(entry.string());
    if (!pair) entry.refuse(expected);
    return *pair;
  }
  if (!entry.value().is_array() || entry.array().size() != 2) entry.refuse(expected);
  return {entry.element(0).string(), entry.element(1).string()};
}

std::vector<Merge> read_merges(const JsonPlace& entries, const Ids& vocabulary) {
  std::vector<Merge> merges;
  merges.reserve(entries.array().size());
  for (std::size_t i = 0; i < entries.array().size(); ++i) {
    const JsonPlace entry = entries.element(i);
    const auto [left, right] = read_pair(entry);
    const auto id_of = [&](const std::string& piece) {
      const auto found = vocabulary.find(piece);
      if (found == vocabulary.end())
        entry.refuse(Message("a merge of pieces in the vocabulary"),
                     Message("the unknown piece {1}", in_quotes(piece)));
      return found->second;
    };
    merges.push_back({id_of(left), id_of(right), id_of(left + right)});
  }
  return merges;
}

// The lines of a merges.txt.
std::vector<Merge> read_merge_lines(std::string_view text, const Ids& vocabulary, const std::string& where) {
  std::vector<Merge> merges;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || (number == 1 && line.starts_with("#version"))) continue;
    const auto pair = pair_in(line);
    if (!pair)
      throw Error("Expected \"left right\" in line {1} of {2}, found {3}.", number, where, in_quotes(line));
    const auto& [left, right] = *pair;
    Merge merge;
    for (const auto& [piece, id] : {std::pair(left, &merge.left), std::pair(right, &merge.right),
                                    std::pair(left + right, &merge.merged)}) {
      const auto found = vocabulary.find(piece);
      if (found == vocabulary.end())
        throw Error(
            "Expected a merge of pieces in the vocabulary in line {1} of {2}, found the unknown piece {3}.",
            number, where, in_quotes(piece));
      *id = found->second;
    }
    merges.push_back(merge);
  }
  return merges;
}

void require_type(const JsonPlace& place, const std::string& type) {
  const JsonPlace found = place.member("type");
  if (found.string() != type) found.refuse(Message::verbatim(in_quotes(type)));
}

void read_pre_tokenizer(const JsonPlace& place, std::vector<std::string>& patterns, bool& byte_level) {
  const JsonPlace type = place.member("type");
  if (byte_level) place.refuse(Message("absent, since ByteLevel comes last"));
  if (type.string() == "Split") {
    const JsonPlace pattern = place.member("pattern").member("Regex");
    const JsonPlace behavior = place.member("behavior");
    const JsonPlace invert = place.member("invert");
    if (behavior.string() != "Isolated") behavior.refuse(Message("\"Isolated\""));
    if (invert.flag(false)) invert.refuse(Message("false"));
    if (patterns.size() == most_split_patterns)
      place.refuse(Message("absent behind {1} others that split", most_split_patterns));
    patterns.push_back(pattern.string());
  } else if (type.string() == "ByteLevel") {
    const JsonPlace prefix = place.member("add_prefix_space");
    if (prefix.flag(true)) prefix.refuse(Message("false"));
    if (place.member("use_regex").flag(true)) patterns.emplace_back(gpt2_split);
    byte_level = true;
  } else {
    type.refuse(Message("\"Split\" or \"ByteLevel\""));
  }
}

std::vector<std::string> read_pre_tokenizers(const JsonPlace& place) {
  std::vector<std::string> patterns;
  bool byte_level = false;
  const JsonPlace type = place.member("type");
  if (type.string() == "Sequence") {
    const JsonPlace list = place.member("pretokenizers");
    for (std::size_t i = 0; i < list.array().size(); ++i) {
      read_pre_tokenizer(list.element(i), patterns, byte_level);
    }
  } else {
    read_pre_tokenizer(place, patterns, byte_level);
  }
  if (!byte_level) place.refuse(Message("a pre-tokenizer that ends in ByteLevel"), Message("none"));
  return patterns;
}

// Refuses settings that would change the ids or the text and are not supported here.
void refuse_unsupported(const JsonPlace& document, const JsonPlace& model) {
  const JsonPlace normalizer = document.member("normalizer");
  if (!normalizer.is_null()) {
    normalizer.refuse(Message("null (normalizers are not supported)"),
                      Message("one of type {1}", in_quotes(normalizer.member("type").string())));
  }
  const JsonPlace dropout = model.member("dropout");
  if (!dropout.is_null() && dropout.value() != 0) dropout.refuse(Message("null or 0"));
  for (const char* name : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    const JsonPlace mark = model.member(name);
    if (!mark.is_null() && !mark.string().empty()) mark.refuse(Message("null or an empty string"));
  }
}

}  // namespace

TokenizerFile read_tokenizer_file(const std::filesystem::path& path) {
  return parse_tokenizer_file(read_file(path), path.string());
}

TokenizerFile parse_tokenizer_file(std::string_view json_text, const std::string& where) {
  const nlohmann::json json = parse_json(json_text, where);
  const JsonPlace document(json, "", where);
  const JsonPlace model = document.member("model");
  require_type(model, "BPE");
  refuse_unsupported(document, model);
  require_type(document.member("decoder"), "ByteLevel");

  TokenizerFile file;
  file.where = where;
  file.split_patterns = read_pre_tokenizers(document.member("pre_tokenizer"));
  Ids ids = read_vocabulary(model.member("vocab"));
  file.merges = read_merges(model.member("merges"), ids);
  file.added_tokens = read_added_tokens(document.member("added_tokens"), ids);
  file.pieces = order_pieces(ids, where);
  file.ignore_merges = model.member("ignore_merges").flag(false);
  return file;
}

TokenizerFile parse_vocabulary_and_merges(std::string_view vocab_json, std::string_view merges_txt,
                                          const std::filesystem::path& folder) {
  const std::string vocabulary = (folder / "vocab.json").string();
  const nlohmann::json json = parse_json(vocab_json, vocabulary);
  const Ids ids = read_vocabulary(JsonPlace(json, "", vocabulary));

  TokenizerFile file;
  file.where = vocabulary;
  file.split_patterns = {gpt2_split};
  file.merges = read_merge_lines(merges_txt, ids, (folder / "merges.txt").string());
  if (const auto end = ids.find(end_of_text); end != ids.end())
    file.added_tokens.push_back({.id = end->second, .content = end_of_text, .special = true});
  file.pieces = order_pieces(ids, vocabulary);
  return file;
}

}  // namespace tilescribe::text
