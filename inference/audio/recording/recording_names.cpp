// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/recording_names.h"

#include <ctime>
#include <regex>
#include <string>

namespace tilescribe::audio {

std::filesystem::path free_recording_name(const std::filesystem::path& folder, std::int64_t started) {
  const std::time_t time = started;
  std::tm local{};
  localtime_r(&time, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H-%M-%S", &local);
  std::filesystem::path file = folder / (std::string(text) + ".wav");
  for (int n = 2; std::filesystem::exists(file); ++n) {
    file = folder / (std::string(text) + " (" + std::to_string(n) + ").wav");
  }
  return file;
}

std::optional<std::int64_t> started_by_name(const std::filesystem::path& file) {
  static const std::regex form(R"((\d{4})-(\d\d)-(\d\d) (\d\d)-(\d\d)-(\d\d)( \(\d+\))?\.wav)");
  const std::string name = file.filename().string();
  std::smatch part;
  if (!std::regex_match(name, part, form)) return {};
  std::tm local{};
  local.tm_year = std::stoi(part[1]) - 1900;
  local.tm_mon = std::stoi(part[2]) - 1;
  local.tm_mday = std::stoi(part[3]);
  local.tm_hour = std::stoi(part[4]);
  local.tm_min = std::stoi(part[5]);
  local.tm_sec = std::stoi(part[6]);
  local.tm_isdst = -1;  // whatever held on that day
  return std::mktime(&local);
}

}  // namespace tilescribe::audio
