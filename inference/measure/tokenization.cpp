// SPDX-License-Identifier: Apache-2.0
#include "inference/api/lab.h"
#include "inference/api/transcriber.h"
#include "inference/text/tokenizer.h"

namespace tilescribe {
namespace {

text::Tokenizer tokenizer_of(const std::string& model) {
  const std::filesystem::path directory =
      model.empty() ? demo_model_directory() : std::filesystem::path(model);
  return text::Tokenizer::load(directory / "tokenizer.json");
}

}  // namespace

std::vector<int> tokenize(const std::string& model, const std::string& text) {
  return tokenizer_of(model).encode(text);
}

std::string detokenize(const std::string& model, const std::vector<int>& ids, bool skip_special) {
  return tokenizer_of(model).decode(ids, skip_special);
}

}  // namespace tilescribe
