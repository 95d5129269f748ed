// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "inference/api/archive.h"

namespace tilescribe::test {

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// So many 16-bit samples of a WAV file of 16 kHz, from one on; a WAV file again.
inline std::string cut_wav(const std::string& wav, std::size_t first, std::size_t samples) {
  constexpr std::size_t header = 44;
  const std::string sound = wav.substr(header + 2 * first, 2 * samples);
  const auto number = [](std::uint32_t value) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8U * static_cast<unsigned>(i)));
    return bytes;
  };
  const auto size = static_cast<std::uint32_t>(sound.size());
  return "RIFF" + number(size + 36) + wav.substr(8, 32) + number(size) + sound;
}

/// A folder with recordings that differ, a model's files, and a job.
class ArchiveFolder {
 public:
  ArchiveFolder() : sample_(bytes_of(TILESCRIBE_SOURCE_DIR "/resources/audio/long.wav")) {
    write_bytes(model() / "config.json", "{}");
    write_bytes(model() / "model.safetensors", "weights");
  }

  std::filesystem::path path() const { return folder_.path().toStdString(); }
  std::filesystem::path audio() const { return path() / "audio"; }
  std::filesystem::path model() const { return path() / "model"; }
  std::filesystem::path job() const { return path() / "job"; }

  /// A recording that is unlike those of other numbers.
  std::filesystem::path add(const std::string& name, std::size_t number, double seconds = 1.0) const {
    std::filesystem::path file = audio() / name;
    write_bytes(file, cut_wav(sample_, 1000 * number, static_cast<std::size_t>(16000 * seconds)));
    return file;
  }

  archive::Wish wish(int shards = 1) const {
    archive::Wish wish;
    wish.inputs = {audio()};
    wish.job = job();
    wish.manifest.model = {.folder = model(), .name = "test"};
    wish.manifest.shards = shards;
    return wish;
  }
  archive::Archive plan(int shards = 1) const {
    archive::plan(wish(shards), {}, {});
    return archive::Archive(job());
  }

 private:
  QTemporaryDir folder_;
  std::string sample_;
};

}  // namespace tilescribe::test
