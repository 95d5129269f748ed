// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "inference/text/tokenizer.h"
#include "kernels/core/error.h"

namespace text_data {

inline nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path.string());
  return nlohmann::json::parse(file);
}

/// The small reference tokenizer (1024 ids, 17 of them added tokens).
inline std::filesystem::path small_path() {
  return TILESCRIBE_TEST_DATA "/text/tokenizer.json";
}

inline tilescribe::text::Tokenizer small() {
  return tilescribe::text::Tokenizer::load(small_path());
}

inline tilescribe::text::Tokenizer from_json(const nlohmann::json& document) {
  return tilescribe::text::Tokenizer(
      tilescribe::text::parse_tokenizer_file(document.dump(), "tokenizer.json"));
}

/// The message of the Error that `action` throws; empty when it throws none.
template <typename Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const tilescribe::Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace text_data
