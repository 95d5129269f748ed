// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "inference/api/export.h"
#include "inference/api/library.h"
#include "inference/api/private_files.h"

namespace tilescribe::test {

/// A library on the disk, and what its program writes into it.
class LibraryFolder {
 public:
  QTemporaryDir folder;
  LibraryFolders folders{folder.filePath(QStringLiteral("transcripts")).toStdString(),
                         folder.filePath(QStringLiteral("recordings")).toStdString()};
  std::filesystem::path index = folders.transcripts / "library.sqlite";

  LibraryFolder() {
    make_private_folder(Message("transcripts"), folders.transcripts);
    make_private_folder(Message("recordings"), folders.recordings);
  }

  /// A text of these sentences, five seconds each, kept on this day of January 2026.
  std::filesystem::path text(int day, const std::string& source,
                             const std::vector<std::string>& sentences) const {
    char stamp[32];
    std::snprintf(stamp, sizeof stamp, "202601%02d-120000-000-", day);
    return text_named(stamp + source + ".json", source, sentences);
  }
  std::filesystem::path text_named(const std::string& name, const std::string& source,
                                   const std::vector<std::string>& sentences) const {
    Transcript transcript;
    transcript.source = source;
    transcript.model = "Demo";
    double at_s = 0.0;
    for (const std::string& sentence : sentences) {
      Segment& segment = transcript.segments.emplace_back();
      segment.start_s = at_s;
      segment.end_s = at_s += 5.0;
      segment.text = sentence;
    }
    transcript.duration_s = at_s;
    std::filesystem::path file = folders.transcripts / name;
    // As the program writes it, but it need not survive a power cut.
    make_private_file(file);
    std::ofstream out(file, std::ios::binary);
    write_transcript(out, transcript, ExportFormat::json);
    return file;
  }
  /// A second of silence, recorded on this day of January 2026 at noon.
  std::filesystem::path recording(int day) const {
    char name[32];
    std::snprintf(name, sizeof name, "2026-01-%02d 12-00-00.wav", day);
    std::filesystem::path file = folders.recordings / name;
    constexpr unsigned char header[] = {'R', 'I', 'F',  'F',  0x24, 0x7D, 0,   0,    'W',  'A', 'V',
                                        'E', 'f', 'm',  't',  ' ',  16,   0,   0,    0,    1,   0,
                                        1,   0,   0x80, 0x3E, 0,    0,    0,   0x7D, 0,    0,   2,
                                        0,   16,  0,    'd',  'a',  't',  'a', 0,    0x7D, 0,   0};
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(header), sizeof header);
    out << std::string(32'000, '\0');
    return file;
  }
};

inline std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline unsigned mode_of(const std::filesystem::path& path) {
  struct stat found = {};
  return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 0777U : 0U;
}

inline std::vector<std::string> titles(const LibraryView& view) {
  std::vector<std::string> all;
  all.reserve(view.entries.size());
  for (const LibraryEntry& entry : view.entries) all.push_back(entry.title);
  return all;
}

inline std::vector<std::string> sentences(const LibraryView& view) {
  std::vector<std::string> all;
  all.reserve(view.hits.size());
  for (const LibraryHit& hit : view.hits) all.push_back(hit.sentence);
  return all;
}

/// One that is open.
struct OpenLibrary : LibraryFolder {
  std::unique_ptr<Library> library = open_library(folders);

  LibraryView look(const LibraryQuery& query = {}) const { return library->look(query); }
  LibraryView synced(const LibraryQuery& query = {}) const {
    library->sync({}, {});
    return look(query);
  }
  std::vector<std::string> found(const char* text) const { return sentences(look({.text = text})); }
};

}  // namespace tilescribe::test
