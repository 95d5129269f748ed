// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace tilescribe {

/// Audio and video files, by how their names end. Folders are searched for them, dialogs offer them, and the
/// desktop file names their types. Any other file may still be one: only reading it shows.
struct MediaType {
  std::string_view ending;  // lower case, without the dot
  std::string_view type;    // MIME, as in the desktop's shared database; empty: that has none
};

inline constexpr std::array media_types{
    MediaType{"wav", "audio/x-wav"},
    MediaType{"flac", "audio/flac"},
    MediaType{"mp3", "audio/mpeg"},
    MediaType{"m4a", "audio/mp4"},
    MediaType{"m4b", "audio/x-m4b"},
    MediaType{"aac", "audio/aac"},
    MediaType{"ogg", "audio/ogg"},
    MediaType{"oga", "audio/ogg"},
    MediaType{"opus", "audio/ogg"},
    MediaType{"wma", "audio/x-ms-wma"},
    MediaType{"aif", "audio/x-aiff"},
    MediaType{"aiff", "audio/x-aiff"},
    MediaType{"au", "audio/basic"},
    MediaType{"amr", "audio/AMR"},
    MediaType{"w64", ""},
    MediaType{"mp4", "video/mp4"},
    MediaType{"m4v", "video/mp4"},
    MediaType{"mkv", "video/x-matroska"},
    MediaType{"webm", "video/webm"},
    MediaType{"mov", "video/quicktime"},
    MediaType{"avi", "video/x-msvideo"},
    MediaType{"mpg", "video/mpeg"},
    MediaType{"mpeg", "video/mpeg"},
    MediaType{"3gp", "video/3gpp"},
};

}  // namespace tilescribe
