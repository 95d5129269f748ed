// SPDX-License-Identifier: Apache-2.0
// The ids of many texts by one tokenizer, and its speed on one thread; real_vocabularies.py compares them.
//
//   tokenize_texts TOKENIZER TEXTS IDS
//
// TOKENIZER is a tokenizer.json, or a folder with one or with vocab.json and merges.txt. TEXTS are UTF-8 with
// a zero byte between two of them. IDS gets a line for each text. Prints processor time: to load, and the
// best of five rounds.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "inference/text/json_access.h"
#include "inference/text/tokenizer.h"
#include "kernels/core/error.h"
#include "tests/support/processor_time.h"

namespace {

namespace fs = std::filesystem;
using tilescribe::Error;
using tilescribe::text::Tokenizer;

Tokenizer tokenizer_of(const fs::path& path) {
  if (!fs::is_directory(path)) return Tokenizer::load(path);
  auto tokenizer = Tokenizer::in_folder(path);
  if (!tokenizer) throw Error("Expected a tokenizer in {1}, found none.", path.string());
  return *std::move(tokenizer);
}

std::vector<std::string_view> texts_in(std::string_view bytes) {
  std::vector<std::string_view> texts;
  for (std::size_t begin = 0; begin <= bytes.size();) {
    const std::size_t end = std::min(bytes.find('\0', begin), bytes.size());
    texts.push_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  return texts;
}

void write_ids(const Tokenizer& tokenizer, const std::vector<std::string_view>& texts, const fs::path& path) {
  std::ofstream out(path);
  for (const std::string_view text : texts) {
    const char* before = "";
    for (const int id : tokenizer.encode(text)) {
      out << before << id;
      before = " ";
    }
    out << '\n';
  }
  out.close();
  if (!out) throw Error("Expected to write {1}, which failed.", path.string());
}

void run(const fs::path& source, const fs::path& texts_path, const fs::path& ids_path) {
  const double begin_ms = tilescribe::test::processor_ms();
  const Tokenizer tokenizer = tokenizer_of(source);
  const double load_ms = tilescribe::test::processor_ms() - begin_ms;
  const std::string bytes = tilescribe::text::read_file(texts_path);
  const std::vector<std::string_view> texts = texts_in(bytes);
  write_ids(tokenizer, texts, ids_path);

  std::size_t ids = 0;
  const double best_ms = tilescribe::test::least_processor_ms(5, [&] {
    ids = 0;
    for (const std::string_view text : texts) ids += tokenizer.encode(text).size();
  });
  const double megabytes = static_cast<double>(bytes.size() - (texts.size() - 1)) * 1e-6;
  std::cout << "load_ms " << load_ms << " texts " << texts.size() << " ids " << ids << " mb " << megabytes
            << " mb_s " << 1e3 * megabytes / best_ms << '\n';
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "usage: tokenize_texts TOKENIZER TEXTS IDS\n";
    return 2;
  }
  try {
    run(arguments[1], arguments[2], arguments[3]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
