// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/helper/decoder_helper.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <sys/socket.h>
#include <sys/wait.h>

#include "inference/audio/file_check.h"
#include "inference/audio/helper/helper_process.h"
#include "inference/audio/helper/packet.h"
#include "inference/audio/helper/protocol.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

double length(double seconds) {
  if (!(seconds >= 0.0 && seconds <= most_length_s)) refuse_packet();
  return seconds;
}

// What is said of a process that ended with this status (as waitpid gives it) before its work was done; the
// limit that it reached, 0: none.
Error ended(const std::string& name, int status, std::int64_t limit_s) {
  if (limit_s > 0) {
    return Error("{1} can't be decoded: the decoder got nowhere in {2} second(s) of work.", name, limit_s);
  }
  return Error(Message("{1} can't be decoded: the decoder crashed.", name),
               WIFSIGNALED(status)
                   ? "tilescribe-decoder was ended by signal " + std::to_string(WTERMSIG(status))
                   : "tilescribe-decoder ended with " + std::to_string(WEXITSTATUS(status)));
}

// The process that decodes one file.
class Connection {
 public:
  Connection(std::shared_ptr<AudioFile> file, Job job, const Track& track)
      : file_(std::move(file)), job_(job), track_(track) {
    connect();
  }

  // The next answer, behind its Reply. Throws Error where that is a failure, or Cancelled.
  Reply next(std::optional<PacketReader>& reader) {
    if (buffer_.receive(socket_.get()) != Received::packet) {
      file_->check_stop();
      if (std::exchange(heard_, true)) throw ended(name(), 0, 0);
      connect();  // the waiting process was killed before it took the file
      return next(reader);
    }
    heard_ = true;
    reader.emplace(buffer_.reader());
    const auto reply = reader->value<Reply>();
    if (reply == Reply::failed) {
      const bool machine = reader->value<std::uint8_t>() != 0;
      const Message message = reader->message();
      const std::string details = reader->text();
      if (machine) throw MachineError(message, details);
      throw Error(message, details);
    }
    if (reply == Reply::no_memory) {
      throw Error("{1} can't be decoded: the decoder wanted more memory than it gets (up to {2} GB).", name(),
                  reader->value<std::int64_t>());
    }
    if (reply == Reply::ended) {
      const auto status = reader->value<std::int32_t>();
      throw ended(name(), status, reader->value<std::int64_t>());
    }
    return reply;
  }

  // As next(), for an answer that has to be this one.
  PacketReader expect(Reply reply) {
    std::optional<PacketReader> reader;
    if (next(reader) != reply) refuse_packet();
    return *reader;
  }

  void ask(const PacketWriter& request) {
    if (send_packet(socket_.get(), request)) return;
    file_->check_stop();  // else the next answer says what has happened
  }

  std::string name() const { return quoted(file_->path()); }
  const AudioFile& file() const { return *file_; }

 private:
  void connect() {
    on_stop_.reset();
    socket_ = HelperProcess::instance().connect(*file_, job_, track_);
    on_stop_.emplace(file_->stop(), [socket = socket_.get()] { ::shutdown(socket, SHUT_RDWR); });
  }

  std::shared_ptr<AudioFile> file_;
  Job job_;
  Track track_;
  FileHandle socket_;
  PacketBuffer buffer_;
  bool heard_ = false;  // an answer came
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

class HelperDecoder final : public Decoder {
 public:
  HelperDecoder(std::shared_ptr<AudioFile> file, const Track& track)
      : connection_(std::move(file), Job::decode, track) {
    PacketReader reader = connection_.expect(Reply::opened);
    rate_ = reader.value<std::int32_t>();
    if (rate_ <= 0) refuse_packet();
    duration_s_ = length(reader.value<double>());
    HelperProcess::instance().note_refusal(reader.message());
  }

  std::size_t read(std::span<float> mono) override {
    connection_.file().check_stop();
    while (used_ == samples_.size() && !at_end_) fetch();
    const std::size_t count = std::min(mono.size(), samples_.size() - used_);
    std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(used_), count, mono.begin());
    used_ += count;
    return count;
  }

  std::int64_t seek(std::int64_t frame) override {
    connection_.file().check_stop();
    connection_.ask(PacketWriter().value(frame));
    samples_.clear();
    used_ = 0;
    std::optional<PacketReader> reader;
    while (connection_.next(reader) != Reply::place) {
    }
    const auto place = reader->value<std::int64_t>();
    at_end_ = place < 0;
    return place;
  }

  int sample_rate() const override { return rate_; }
  double duration_s() const override { return duration_s_; }
  double missing_s() const override { return missing_s_; }

 private:
  void fetch() {
    std::optional<PacketReader> reader;
    switch (connection_.next(reader)) {
      case Reply::samples:
        reader->samples(samples_);
        used_ = 0;
        return;
      case Reply::at_end:
        missing_s_ = length(reader->value<double>());
        at_end_ = true;
        return;
      default:
        refuse_packet();
    }
  }

  Connection connection_;
  int rate_ = 0;
  double duration_s_ = 0.0;
  double missing_s_ = 0.0;
  std::vector<float> samples_;  // of the last packet
  std::size_t used_ = 0;        // number of them already returned
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<Decoder> open_with_helper(std::shared_ptr<AudioFile> file, const Track& track) {
  return std::make_unique<HelperDecoder>(std::move(file), track);
}

std::vector<AudioStreamInfo> helper_streams(std::shared_ptr<AudioFile> file) {
  Connection connection(std::move(file), Job::streams, {});
  PacketReader reader = connection.expect(Reply::streams);
  HelperProcess::instance().note_refusal(reader.message());
  std::vector<AudioStreamInfo> streams;
  while (!reader.at_end()) {
    AudioStreamInfo info;
    info.index = reader.value<std::int32_t>();
    info.sample_rate = reader.value<std::int32_t>();
    info.channels = reader.value<std::int32_t>();
    info.duration_s = length(reader.value<double>());
    info.codec = reader.text();
    info.language = reader.text();
    streams.push_back(std::move(info));
  }
  if (streams.empty()) refuse_packet();
  return streams;
}

}  // namespace tilescribe::audio
