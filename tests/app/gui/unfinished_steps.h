// SPDX-License-Identifier: Apache-2.0
// Texts that a killed program left, as tests make and read them.
#pragma once

#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include <sys/stat.h>

#include "inference/api/export.h"
#include "inference/api/unfinished.h"
#include "tests/support/gui_fixture.h"

namespace tilescribe::test {

inline std::filesystem::path transcripts(const GuiFixture& gui) {
  return gui.folder.filePath(QStringLiteral("transcripts")).toStdString();
}
inline std::filesystem::path unfinished(const GuiFixture& gui) {
  return transcripts(gui) / "unfinished";
}

inline unsigned mode_of(const std::filesystem::path& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 ? about.st_mode & 0777U : 0U;
}

/// Files of a folder whose names end in this.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, const char* ending) {
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline Transcript read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return read_transcript(in, ExportFormat::json);
}

/// What the fake writes of the first windows of a file.
inline std::vector<Segment> fake_segments(int windows, double window_s) {
  std::vector<Segment> segments;
  for (int i = 0; i < windows; ++i) {
    Segment& segment = segments.emplace_back();
    segment.start_s = i * window_s;
    segment.end_s = (i + 1) * window_s;
    segment.text = fake_sentence(i);
    segment.window = i;
  }
  return segments;
}

inline constexpr double window_s = 348.0;
inline const FakeScript hour{.audio_s = 10 * window_s, .segments = 10};  // 58:00

/// What a program left that was killed when it had transcribed three windows of ten of a file.
inline std::filesystem::path leave(GuiFixture& gui, const std::filesystem::path& file,
                                   const TextOrigin& origin = {"Tilescribe demo", "", "bf16"},
                                   int windows = 3) {
  UnfinishedText text;
  text.file = file;
  text.engine = "CPU, bf16, 2 threads";
  text.options.from.origin = origin;
  text.options.from.audio = file_stamp(file);
  const auto kept = begin_unfinished(unfinished(gui), text);
  Transcript next;
  next.segments = fake_segments(windows, window_s);
  next.duration_s = hour.audio_s;
  next.elapsed_s = 42.0;
  kept->append(next, {static_cast<std::int64_t>(windows * window_s * 16000), windows});
  return kept->text().kept_in;
}

inline std::filesystem::path made_file(GuiFixture& gui, const char* name) {
  return gui.file(QString::fromLatin1(name)).toLocalFile().toStdString();
}

/// What the next start would find, were this program killed now: of a copy nobody holds the lock.
inline std::vector<UnfinishedText> found_after_a_kill(const GuiFixture& gui) {
  const auto files = files_in(unfinished(gui), ".unfinished");
  if (files.size() != 1) return {};
  const QTemporaryDir dead;
  const std::filesystem::path folder = dead.path().toStdString();
  std::filesystem::copy_file(files[0], folder / "copy.unfinished");
  return unfinished_texts(folder);
}

inline int windows_on_disk(const GuiFixture& gui) {
  const auto found = found_after_a_kill(gui);
  return found.size() == 1 ? found[0].options.from.end.window : -1;
}

}  // namespace tilescribe::test
