// SPDX-License-Identifier: Apache-2.0
#include "app/cli/key.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "app/cli/console.h"

namespace tilescribe::cli {

std::string read_key(const std::filesystem::path& file, const char* variable) {
  std::string key;
  std::string from = variable;
  if (!file.empty()) {
    from = file.string();
    std::ifstream lines(file);
    std::getline(lines, key);
  } else if (const char* given = std::getenv(variable)) {
    key = given;
  } else {
    return {};
  }
  while (!key.empty() && std::isspace(static_cast<unsigned char>(key.back())) != 0) key.pop_back();
  if (key.empty() && !file.empty()) {
    throw CommandError("--key-file expects a file with the key in its first line; found none in {1}.", from);
  }
  if (key.empty()) throw CommandError("{1} should hold the key or not be set; found it blank.", from);
  const auto visible = [](unsigned char c) { return c > ' ' && c < 0x7F; };
  if (!std::ranges::all_of(key, visible))
    throw CommandError("The key in {1} should have only visible ASCII characters and no space.", from);
  return key;
}

}  // namespace tilescribe::cli
