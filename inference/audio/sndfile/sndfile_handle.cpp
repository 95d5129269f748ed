// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/sndfile/sndfile_handle.h"

#include <string>
#include <utility>

#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

AudioFile& file_of(void* user) {
  return *static_cast<AudioFile*>(user);
}

SF_VIRTUAL_IO reads_through_audio_file() {
  SF_VIRTUAL_IO io{};
  io.get_filelen = [](void* user) -> sf_count_t { return file_of(user).size(); };
  io.seek = [](sf_count_t offset, int whence, void* user) -> sf_count_t {
    return file_of(user).seek(offset, whence);
  };
  io.read = [](void* out, sf_count_t count, void* user) -> sf_count_t {
    return file_of(user).read(out, count);
  };
  io.tell = [](void* user) -> sf_count_t { return file_of(user).seek(0, SEEK_CUR); };
  return io;
}

[[noreturn]] void refuse(const AudioFile& file, const std::string& details) {
  throw Error(Message("Not an audio file that can be read here: {1}.", quoted(file.path())), details);
}

}  // namespace

bool is_sndfile_format(std::string_view head) {
  using namespace std::string_view_literals;
  const std::string_view tag = head.substr(0, 4);
  const std::string_view form = head.size() >= 12 ? head.substr(8, 4) : std::string_view();
  if (tag == "RIFF" || tag == "RIFX" || tag == "RF64") return form == "WAVE";  // AVI and WebP are RIFF too
  if (tag == "FORM") return form == "AIFF" || form == "AIFC";
  if (tag == "caff") return form == "desc";
  return tag == "fLaC" || tag == ".snd" || head == "riff\x2E\x91\xCF\x11\xA5\xD6\x28\xDB\x04\xC1\0\0"sv;
}

SndfileHandle open_sndfile(std::shared_ptr<AudioFile> file) {
  if (!is_sndfile_format(file->head())) refuse(*file, "");
  SndfileHandle opened;
  opened.file = std::move(file);
  opened.file->seek(0, SEEK_SET);
  SF_VIRTUAL_IO io = reads_through_audio_file();
  opened.handle.reset(sf_open_virtual(&io, SFM_READ, &opened.info, opened.file.get()));
  if (!opened.handle) refuse(*opened.file, std::string("libsndfile: ") + sf_strerror(nullptr));
  return opened;
}

}  // namespace tilescribe::audio
