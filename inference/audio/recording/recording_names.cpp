// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/recording_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <string>
#include <string_view>

namespace tilescribe::audio {
namespace {

constexpr const char* form = "%Y-%m-%d %H-%M-%S";
constexpr std::size_t form_length = 19;  // length of the time in a name

std::string written(const std::tm& time) {
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), form, &time);
  return text.data();
}

// Whether this is " (2)", " (3)" and so on, or nothing.
bool is_number_in_brackets(std::string_view text) {
  if (text.empty()) return true;
  if (!text.starts_with(" (") || !text.ends_with(')') || text.size() < 4) return false;
  return std::ranges::all_of(text.substr(2, text.size() - 3),
                             [](unsigned char letter) { return std::isdigit(letter) != 0; });
}

}  // namespace

std::filesystem::path free_recording_name(const std::filesystem::path& folder, std::int64_t started) {
  const std::time_t time = started;
  std::tm local{};
  localtime_r(&time, &local);
  const std::string text = written(local);
  std::filesystem::path file = folder / (text + ".wav");
  for (int n = 2; std::filesystem::exists(file); ++n) {
    file = folder / (text + " (" + std::to_string(n) + ").wav");
  }
  return file;
}

std::optional<std::int64_t> started_by_name(const std::filesystem::path& file) {
  const std::string name = file.stem().string();
  if (file.extension() != ".wav" || name.size() < form_length) return {};
  std::tm local{};
  const std::string text = name.substr(0, form_length);
  // Converted back, so that a name that only resembles ours ("2026-1-2") does not match.
  if (strptime(text.c_str(), form, &local) == nullptr || written(local) != text) return {};
  if (!is_number_in_brackets(std::string_view(name).substr(form_length))) return {};
  local.tm_isdst = -1;  // use the rule for that day
  return std::mktime(&local);
}

}  // namespace tilescribe::audio
