// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/core/message.h"

namespace tilescribe::weights {

/// One object of a config file, with its path for error messages. A key whose value is null counts as absent.
class ConfigSection {
 public:
  /// `node` must be an object that outlives this. `file` and `path` (e.g. "text_config") name it in errors.
  ConfigSection(const nlohmann::json& node, std::string file, std::string path = {});

  bool has(const char* key) const { return find(key) != nullptr; }

  /// The getters throw Error if the key is absent (those without a fallback), has another type, or is outside
  /// [least, most].
  std::int64_t integer(const char* key, std::int64_t least, std::int64_t most) const;
  std::optional<std::int64_t> optional_integer(const char* key, std::int64_t least, std::int64_t most) const;
  std::optional<double> optional_number(const char* key, double least, double most) const;
  std::optional<std::string> optional_text(const char* key) const;
  std::optional<bool> optional_flag(const char* key) const;
  std::optional<ConfigSection> optional_section(const char* key) const;
  /// One integer or a list of them; empty if absent.
  std::vector<std::int64_t> integers(const char* key, std::int64_t least, std::int64_t most) const;

  /// Throw Error if the key is present and says something else.
  void expect_text(const char* key, const std::string& expected) const;
  void expect_flag(const char* key, bool expected) const;
  /// Throws Error that says what was expected of this key, and what the file says.
  [[noreturn]] void refuse(const char* key, const Message& expected) const;

 private:
  const nlohmann::json* find(const char* key) const;
  std::int64_t checked(const nlohmann::json& value, const char* key, std::int64_t least,
                       std::int64_t most) const;

  const nlohmann::json& node_;
  std::string file_;
  std::string path_;
};

}  // namespace tilescribe::weights
