// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz entry without libFuzzer: every seed, then mutations of them that a number determines. The
// number of the input that is being run stands in the --log file, however the program ends: --only NUMBER
// runs it alone.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate.h"

namespace {

constexpr long most_memory = 1 << 20;  // KiB: what libFuzzer is given, too (-rss_limit_mb=1024)

constexpr const char* usage =
    "usage: fuzz_NAME [--mutations N] [--seed S] [--only NUMBER] [--dictionary FILE] [--log FILE] "
    "SEED_FILE_OR_FOLDER...";

struct Options {
  std::uint64_t mutations = 0;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> only;  // the one input to run; the seeds come first, then the mutations
  std::filesystem::path dictionary;   // empty: none
  std::filesystem::path log;          // empty: none
  std::vector<std::filesystem::path> seeds;
};

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) throw std::invalid_argument(usage);
  return value;
}

Options parse(const std::vector<std::string_view>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = [&] { return i + 1 < words.size() ? words[++i] : throw std::invalid_argument(usage); };
    if (words[i] == "--mutations") {
      options.mutations = number(value());
    } else if (words[i] == "--seed") {
      options.seed = number(value());
    } else if (words[i] == "--only") {
      options.only = number(value());
    } else if (words[i] == "--dictionary") {
      options.dictionary = value();
    } else if (words[i] == "--log") {
      options.log = value();
    } else {
      options.seeds.emplace_back(words[i]);
    }
  }
  return options;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read the seed " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> read_seeds(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> files;
  for (const auto& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
  }
  std::ranges::sort(files);  // the order of a folder is the file system's
  std::vector<std::string> seeds;
  seeds.reserve(files.size());
  for (const auto& file : files) seeds.push_back(read(file));
  if (seeds.empty()) throw std::runtime_error("there are no seeds");
  return seeds;
}

/// What inputs are made of.
struct Material {
  std::vector<std::string> seeds, dictionary;
};

std::string input(std::uint64_t index, const Material& from, std::uint64_t seed) {
  if (index < from.seeds.size()) return from.seeds[index];
  std::mt19937_64 random(seed * 1'000'003 + index);
  return tilescribe::fuzz::mutated(from.seeds, from.dictionary, random);
}

// Since the program began, in KiB.
long peak_memory() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

void run(const std::string& input) {
  // A copy of exactly this size, so that AddressSanitizer sees a read beyond the end.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  tilescribe::fuzz::require(peak_memory() < most_memory, "more than 1 GB of memory is used");
}

void run_all(const Options& options, const Material& from) {
  std::ofstream log;
  if (!options.log.empty()) log.open(options.log);
  for (std::uint64_t index = 0; index < from.seeds.size() + options.mutations; ++index) {
    log.seekp(0) << index << std::endl;  // only ever grows, so nothing of an older number stays
    run(input(index, from, options.seed));
  }
  if (!options.log.empty() && !log) throw std::runtime_error("cannot write " + options.log.string());
}

}  // namespace

int main(int count, char** words) {
  try {
    const Options options = parse({words + 1, words + count});
    Material from{.seeds = read_seeds(options.seeds), .dictionary = {}};
    if (!options.dictionary.empty()) from.dictionary = tilescribe::fuzz::read_dictionary(options.dictionary);
    if (options.only) {
      run(input(*options.only, from, options.seed));
    } else {
      run_all(options, from);
    }
    std::printf("%zu seeds, %llu mutations: done\n", from.seeds.size(),
                static_cast<unsigned long long>(options.mutations));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
