// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/ffmpeg/ffmpeg_handles.h"

#include <array>
#include <cstdarg>
#include <utility>

namespace tilescribe::audio {
namespace {

// Decoders run in their caller's thread only, so what is logged there belongs to the current file.
thread_local std::string recent_log;

void keep_log_line(void* context, int level, const char* format, va_list arguments) {
  if (level > AV_LOG_ERROR) return;
  std::array<char, 512> line{};
  int print_prefix = 1;
  av_log_format_line2(context, level, format, arguments, line.data(), static_cast<int>(line.size()),
                      &print_prefix);
  constexpr std::size_t most = 2000;  // characters; a damaged file can log a line per packet
  recent_log += line.data();
  if (recent_log.size() > most) recent_log.erase(0, recent_log.size() - most);
}

}  // namespace

std::string ffmpeg_message(int status) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(status, text.data(), text.size());
  return text.data();
}

void capture_ffmpeg_log() {
  av_log_set_callback(keep_log_line);
}

std::string take_ffmpeg_log() {
  return std::exchange(recent_log, {});
}

}  // namespace tilescribe::audio
