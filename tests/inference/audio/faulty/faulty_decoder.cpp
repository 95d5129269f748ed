// SPDX-License-Identifier: Apache-2.0
// A tilescribe-decoder with weaknesses: files that say so make it crash, hang, take all memory, or try to
// reach what it must not. All other files are decoded as ever. It has less patience than the real one.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "inference/audio/ffmpeg/ffmpeg.h"
#include "inference/audio/ffmpeg/ffmpeg_decoder.h"
#include "inference/audio/ffmpeg/ffmpeg_input.h"
#include "inference/audio/helper/packet.h"
#include "inference/audio/helper/program/run_helper.h"
#include "inference/audio/helper/protocol.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

void take_all_memory() {
  // Nothing is written there: that would take longer than the limit on work.
  std::vector<std::unique_ptr<char[]>> all;
  while (true) all.emplace_back(new char[std::size_t{16} << 20]);
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

[[noreturn]] void leave_with_a_full_socket() {
  send_packet(helper_socket,
              PacketWriter().value(Reply::opened).value<std::int32_t>(16'000).value(0.0).message({}));
  const std::vector<float> block(block_frames);
  const PacketWriter sound = PacketWriter().value(Reply::samples).samples(block);
  while (send_packet(helper_socket, sound, {}, MSG_DONTWAIT)) {
  }
  ::_exit(3);
}

// Silence, then a fault. Its seeks fail, and then it must not be asked for more.
class OneBlock final : public Decoder {
 public:
  explicit OneBlock(std::string then) : then_(std::move(then)) {}
  std::size_t read(std::span<float> mono) override {
    if (failed_) std::abort();
    if (!std::exchange(begun_, true)) {
      std::fill(mono.begin(), mono.end(), 0.0f);
      return mono.size();
    }
    if (then_ == "abort") std::abort();
    if (then_ == "wait") static_cast<void>(PacketBuffer().receive(helper_socket));
    return 0;
  }
  std::int64_t seek(std::int64_t /*frame*/) override {
    failed_ = true;
    return -1;
  }
  int sample_rate() const override { return 16'000; }
  double duration_s() const override { return 0.0; }
  double missing_s() const override { return 0.0; }

 private:
  std::string then_;
  bool begun_ = false;
  bool failed_ = false;
};

// The first words of the file, or those behind the beginning of a WAV file, which libsndfile refuses.
std::string fault_of(const AudioFile& file) {
  std::array<char, 32> head{};
  file.read_at(0, head.data(), static_cast<std::int64_t>(head.size()) - 1);
  constexpr std::size_t form = 12;  // bytes before a WAV file's first chunk
  return head.data() + (file.head().starts_with("RIFF") ? form : 0);
}

void be_faulty(const AudioFile& file) {
  const std::string fault = fault_of(file);
  if (fault == "abort") std::abort();
  if (fault == "fault") {
    int* volatile nowhere = nullptr;
    *nowhere = 1;  // NOLINT(clang-analyzer-core.NullDereference): so it shall be
  }
  if (fault == "leave") ::_exit(3);
  if (fault == "memory") take_all_memory();
  if (fault == "full") leave_with_a_full_socket();
  if (fault == "words" && ::write(STDERR_FILENO, "x", 1) < 0) throw Error(Message::verbatim("It goes on."));
  if (fault == "reach") throw Error(Message::verbatim(reached(file)));
  for (volatile bool forever = fault == "loop"; forever;) {
  }
}

}  // namespace

bool has_ffmpeg() {
  return true;
}

std::unique_ptr<Decoder> open_with_ffmpeg(std::shared_ptr<AudioFile> file, const Track& track) {
  be_faulty(*file);
  const std::string fault = fault_of(*file);
  constexpr std::string_view later = "block, then ";
  if (fault.starts_with(later)) return std::make_unique<OneBlock>(fault.substr(later.size()));
  return std::make_unique<FfmpegDecoder>(std::move(file), track);
}

std::vector<AudioStreamInfo> ffmpeg_streams(std::shared_ptr<AudioFile> file) {
  be_faulty(*file);
  return FfmpegInput(std::move(file)).audio_streams();
}

}  // namespace tilescribe::audio

int main() {
  return tilescribe::audio::run_helper({.memory_gb = 1, .work_s = 2, .header_s = 1});
}
