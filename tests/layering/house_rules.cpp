// SPDX-License-Identifier: Apache-2.0
#include "tests/layering/house_rules.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tests/layering/floors.h"

namespace tilescribe::layering {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLicence = "SPDX-License-Identifier: Apache-2.0";
constexpr int kLongestFile = 400;  // lines

// Longer files that were thought about and left whole.
constexpr std::array<std::string_view, 0> kLongFiles = {};

// Spelt in halves, so that this file doesn't complain about itself.
constexpr std::array<std::string_view, 5> kLeftOvers = {
    "TO"
    "DO",
    "FIX"
    "ME",
    "XX"
    "X",
    "QS"
    "KIP",
    "GTEST_"
    "SKIP"};

// Whoever waits in a test: Qt's own patience, five seconds, is too little beside other tests.
constexpr std::string_view kPatience = "tests/support/patience.h";
constexpr std::string_view kTries =
    "QTR"
    "Y_";
constexpr std::string_view kWindowWait =
    "qWaitFor"
    "Window";

// A room of the house, and the rooms or headers that it may include besides its own.
struct Room {
  std::string_view folder;
  std::vector<std::string_view> may_include;
};

// Where one folder lies in another, the inner one comes first.
const std::vector<Room>& rooms() {
  static const std::vector<Room> all = {
      {"kernels/", {}},
      {"inference/api/", {"kernels/core/message.h", "kernels/core/plural.h"}},
      {"inference/", {"kernels/", "inference/api/"}},
      {"ui/", {"inference/api/"}},
      {"app/", {"ui/", "inference/api/"}},
  };
  return all;
}

// System headers that a folder must not include. A name that ends in '*' stands for all that begin so.
struct Ban {
  std::vector<std::string_view> folders;
  std::vector<std::string_view> headers;
  std::string_view reason;
  bool spares_cuda_code = false;
  std::string_view spared = {};  // a folder, or the beginning of files' paths
};

const std::vector<Ban>& bans() {
  static const std::vector<Ban> all = {
      {{"kernels/", "inference/", "app/cli/", "app/scheduler/"}, {"Q*"}, "only ui/ and app/gui know Qt"},
      {{"kernels/", "inference/", "ui/", "app/"},
       {"cuda*", "cublas*", "cudnn*", "cupti*", "nvrtc*", "nvml*", "nvtx3/*", "nvToolsExt*"},
       "CUDA headers belong in kernels/device, kernels/backend/cuda and in .cu files",
       true},
      {{"kernels/", "ui/", "app/"},
       {"sndfile.h*", "libav*", "libsw*", "samplerate.h", "portaudio.h"},
       "audio files belong in inference/audio"},
      {{"inference/"},
       {"sndfile.h*"},
       "libsndfile works in tilescribe-decoder, from inference/audio/sndfile",
       false,
       "inference/audio/sndfile/"},
      {{"inference/"},
       {"libav*", "libsw*"},
       "FFmpeg works in tilescribe-decoder, from inference/audio/ffmpeg",
       false,
       "inference/audio/ffmpeg/"},
      {{"ui/"},
       {"thread", "QThread*", "QtConcurrent*", "QMutex*", "pthread.h"},
       "ui/ renders values and knows no threads; analyses in ui/profile have theirs",
       false,
       "ui/profile/"},
      {{"ui/", "app/", "kernels/"}, {"sqlite3.h", "QSql*", "QtSql*"}, "SQL belongs in inference/store"},
      {{"ui/", "app/"},
       {"QSettings*"},
       "what is kept goes through ui::Settings",
       false,
       "ui/settings/settings."},
  };
  return all;
}

bool begins_with_any(std::string_view text, const std::vector<std::string_view>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

bool matches(std::string_view header, std::string_view pattern) {
  if (pattern.ends_with('*')) return header.starts_with(pattern.substr(0, pattern.size() - 1));
  return header == pattern;
}

const Room* room_of(std::string_view path) {
  for (const Room& room : rooms()) {
    if (path.starts_with(room.folder)) return &room;
  }
  return nullptr;
}

bool is_cuda_code(std::string_view path) {
  return path.starts_with("kernels/device/") || path.starts_with("kernels/backend/cuda/") ||
         path.ends_with(".cu") || path.ends_with(".cuh");
}

std::string_view trim_left(std::string_view text) {
  const auto start = text.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string_view{} : text.substr(start);
}

std::vector<std::string_view> lines_of(std::string_view source) {
  std::vector<std::string_view> lines;
  while (!source.empty()) {
    const auto end = std::min(source.find('\n'), source.size());
    lines.push_back(source.substr(0, end));
    source.remove_prefix(std::min(end + 1, source.size()));
  }
  return lines;
}

bool is_cpp(const fs::path& path) {
  static const std::array<std::string_view, 5> extensions = {".h", ".cpp", ".cu", ".cuh", ".inc"};
  return std::find(extensions.begin(), extensions.end(), path.extension().string()) != extensions.end();
}

bool is_source(const fs::path& path) {
  static const std::array<std::string_view, 3> extensions = {".cmake", ".sh", ".py"};
  return is_cpp(path) || path.filename() == "CMakeLists.txt" ||
         std::find(extensions.begin(), extensions.end(), path.extension().string()) != extensions.end();
}

// The licence stands in the first line, or in the second below a script's "#!".
bool has_licence(const std::vector<std::string_view>& lines) {
  const std::size_t at = !lines.empty() && lines[0].starts_with("#!") ? 1 : 0;
  return lines.size() > at && lines[at].find(kLicence) != std::string_view::npos;
}

// The first line of a test that waits as long as Qt likes; 0: there is none.
int impatient_line(std::string_view source) {
  const auto line_at = [&](std::size_t at) {
    return 1 + static_cast<int>(
                   std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  };
  const bool knows_patience = source.find(kPatience) != std::string_view::npos;
  if (const auto at = source.find(kTries); at != std::string_view::npos && !knows_patience)
    return line_at(at);
  for (auto at = source.find(kWindowWait); at != std::string_view::npos;
       at = source.find(kWindowWait, at + 1)) {
    const std::string_view call = source.substr(at, source.find(';', at) - at);
    if (call.find("patience_ms") == std::string_view::npos) return line_at(at);
  }
  return 0;
}

}  // namespace

std::vector<Include> includes_of(std::string_view source) {
  std::vector<Include> includes;
  int number = 0;
  for (std::string_view line : lines_of(source)) {
    ++number;
    line = trim_left(line);
    if (!line.starts_with('#')) continue;
    line = trim_left(line.substr(1));
    if (!line.starts_with("include")) continue;
    line = trim_left(line.substr(7));
    if (line.empty() || (line[0] != '"' && line[0] != '<')) continue;
    const auto end = line.find(line[0] == '"' ? '"' : '>', 1);
    if (end == std::string_view::npos) continue;
    includes.push_back({number, std::string(line.substr(1, end - 1)), line[0] == '"'});
  }
  return includes;
}

std::optional<std::string> why_forbidden(const std::string& path, const Include& include) {
  const Room* from = room_of(path);
  if (from == nullptr) return std::nullopt;

  // A path from the top, or one beside the file.
  std::string target = include.target;
  if (include.quoted && room_of(target) == nullptr) {
    target = (fs::path(path).parent_path() / target).lexically_normal().generic_string();
  }
  if (const Room* to = room_of(target); to != nullptr) {
    if (to == from) return why_off_its_floor(path, target);
    if (begins_with_any(target, from->may_include)) return std::nullopt;
    return std::string(from->folder) + " must not know " + std::string(to->folder);
  }
  for (const Ban& ban : bans()) {
    if (!begins_with_any(path, ban.folders) || (ban.spares_cuda_code && is_cuda_code(path))) continue;
    if (!ban.spared.empty() && path.starts_with(ban.spared)) continue;
    if (std::any_of(ban.headers.begin(), ban.headers.end(),
                    [&](std::string_view header) { return matches(include.target, header); })) {
      return std::string(ban.reason);
    }
  }
  return std::nullopt;
}

std::vector<Complaint> complaints_about(const std::string& path, std::string_view source) {
  std::vector<Complaint> complaints;
  const auto at = [&path](int line) { return path + ":" + std::to_string(line) + " "; };
  const auto lines = lines_of(source);

  if (!has_licence(lines)) complaints.push_back(at(1) + "doesn't begin with " + std::string(kLicence));
  if (static_cast<int>(lines.size()) > kLongestFile &&
      std::find(kLongFiles.begin(), kLongFiles.end(), path) == kLongFiles.end()) {
    complaints.push_back(at(static_cast<int>(lines.size())) + "is longer than " +
                         std::to_string(kLongestFile) + " lines");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_cpp(path) && path.starts_with("kernels/") && !path.starts_with("kernels/device/") &&
        (lines[i].find("asm(") != std::string_view::npos ||
         lines[i].find("asm volatile") != std::string_view::npos)) {
      complaints.push_back(at(static_cast<int>(i) + 1) +
                           "holds an instruction, but kernels/device names them");
    }
    for (const std::string_view word : kLeftOvers) {
      if (lines[i].find(word) == std::string_view::npos) continue;
      complaints.push_back(at(static_cast<int>(i) + 1) + "holds a left-over: " + std::string(word));
    }
  }
  if (!is_cpp(path)) return complaints;
  if (path.starts_with("tests/") && path != kPatience) {
    if (const int line = impatient_line(source); line > 0)
      complaints.push_back(at(line) + "waits five seconds, but " + std::string(kPatience) + " says how long");
  }
  for (const Include& include : includes_of(source)) {
    if (const auto reason = why_forbidden(path, include)) {
      complaints.push_back(at(include.line) + "includes " + include.target + ", but " + *reason);
    }
  }
  return complaints;
}

std::vector<std::string> sources_in(const fs::path& top) {
  static const std::array<std::string_view, 9> folders = {
      "kernels", "inference", "ui", "app", "tests", "packaging", "cmake", "tools", "resources"};
  std::vector<std::string> sources;
  for (const std::string_view folder : folders) {
    if (!fs::is_directory(top / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      sources.push_back(entry.path().lexically_relative(top).generic_string());
    }
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

std::string read_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("expected a readable source file, found none at " + file.string());
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace tilescribe::layering
