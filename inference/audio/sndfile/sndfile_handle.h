// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include <sndfile.h>

#include "inference/audio/audio_file.h"

namespace tilescribe::audio {

struct SndfileCloser {
  void operator()(SNDFILE* file) const { sf_close(file); }
};

/// A file that libsndfile decodes.
struct SndfileHandle {
  std::shared_ptr<AudioFile> file;
  SF_INFO info{};
  std::unique_ptr<SNDFILE, SndfileCloser> handle;  // last: it reads through `file`
};

/// Whether the first bytes belong to a format that libsndfile reads fully: wav (integer, float, any fmt
/// chunk), flac, aiff, caf, au, w64. Ogg and mp3 are not included: libsndfile supports only some of them,
/// FFmpeg all.
bool is_sndfile_format(std::string_view head);

/// Opens a file of one of these formats, from its beginning. Refuses others: for an unknown format libsndfile
/// looks for a resource fork, which is another file. Throws Error.
SndfileHandle open_sndfile(std::shared_ptr<AudioFile> file);

}  // namespace tilescribe::audio
