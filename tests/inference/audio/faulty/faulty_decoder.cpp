// SPDX-License-Identifier: Apache-2.0
// A tilescribe-decoder with weaknesses: files that say so make it crash, hang, take all memory, or try to
// reach what it must not. All other files are decoded as ever. It has less patience than the real one.
#include <array>
#include <csignal>
#include <cstdlib>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "inference/audio/ffmpeg/ffmpeg.h"
#include "inference/audio/ffmpeg/ffmpeg_decoder.h"
#include "inference/audio/ffmpeg/ffmpeg_input.h"
#include "inference/audio/helper/program/run_helper.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

void take_all_memory() {
  std::vector<std::vector<char>> all;
  while (true) all.emplace_back(std::size_t{16} << 20, 'x');
}

// What the process could do of what it must not.
std::string reached(const AudioFile& file) {
  std::string could;
  const auto tried = [&](const char* what, bool worked) {
    if (worked) could += (could.empty() ? "" : ", ") + std::string(what);
  };
  tried("open a file", ::open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0);
  tried("write a file", ::open(file.path().c_str(), O_WRONLY | O_CLOEXEC) >= 0);
  tried("open a socket", ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0);
  tried("send a signal", ::kill(::getppid(), 0) == 0);
  tried("make code", ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                            -1, 0) != MAP_FAILED);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  tried("start a process", child > 0);
  std::array<char*, 1> nothing{nullptr};
  ::execve("/bin/true", nothing.data(), nothing.data());  // does not return if it works
  return "It could " + (could.empty() ? std::string("do nothing") : could) + ".";
}

void be_faulty(AudioFile& file) {
  std::array<char, 16> head{};
  file.read_at(0, head.data(), static_cast<std::int64_t>(head.size()) - 1);
  const std::string fault = head.data();
  if (fault == "abort") std::abort();
  if (fault == "fault") {
    int* volatile nowhere = nullptr;
    *nowhere = 1;
  }
  if (fault == "leave") ::_exit(3);
  if (fault == "memory") take_all_memory();
  if (fault == "reach") throw Error(Message::verbatim(reached(file)));
  for (volatile bool forever = fault == "loop"; forever;) {
  }
}

}  // namespace

std::unique_ptr<Decoder> open_with_ffmpeg(std::shared_ptr<AudioFile> file, const Track& track) {
  be_faulty(*file);
  return std::make_unique<FfmpegDecoder>(std::move(file), track);
}

std::vector<AudioStreamInfo> ffmpeg_streams(std::shared_ptr<AudioFile> file) {
  be_faulty(*file);
  return FfmpegInput(std::move(file)).audio_streams();
}

}  // namespace tilescribe::audio

int main() {
  return tilescribe::audio::run_helper({.memory_gb = 1, .work_s = 1});
}
