// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/helper/program/serve_file.h"

#include <new>
#include <vector>

#include <sys/socket.h>

#include "inference/audio/helper/program/libraries.h"

namespace tilescribe::audio {
namespace {

void send_streams(int socket, const std::shared_ptr<AudioFile>& file, const Limits& limits,
                  const Message& not_confined) {
  PacketWriter answer;
  answer.value(Reply::streams).message(not_confined);
  for (const AudioStreamInfo& info : streams_by_libraries(file, limits)) {
    constexpr std::size_t longest_name = 100;  // of a language, which the file may make as long as it likes
    constexpr std::size_t most = 400;          // bytes for a stream
    if (answer.room() < most) break;
    answer.value<std::int32_t>(info.index)
        .value<std::int32_t>(info.sample_rate)
        .value<std::int32_t>(info.channels)
        .value(info.duration_s)
        .text(info.codec)
        .text(info.language.substr(0, longest_name));
  }
  send_packet(socket, answer);
}

void send_sound(int socket, const std::shared_ptr<AudioFile>& file, const Track& track, const Limits& limits,
                const Message& not_confined) {
  const std::unique_ptr<Decoder> decoder = open_with_libraries(file, track, limits);
  send_packet(socket, PacketWriter()
                          .value(Reply::opened)
                          .value<std::int32_t>(decoder->sample_rate())
                          .value(decoder->duration_s())
                          .message(not_confined));
  std::vector<float> block(block_frames);
  PacketBuffer request;
  bool at_end = false;
  while (true) {
    const Received received = request.receive(socket, at_end ? 0 : MSG_DONTWAIT);
    if (received == Received::closed) return;
    begin_work(limits);
    PacketWriter answer;
    if (received == Received::packet) {
      const std::int64_t place = decoder->seek(request.reader().value<std::int64_t>());
      answer.value(Reply::place).value(place);
      at_end = place < 0;
    } else if (const std::size_t count = read_fully(*decoder, block); count > 0) {
      answer.value(Reply::samples).samples(std::span(block).first(count));
    } else {
      file->check_read();
      answer.value(Reply::at_end).value(decoder->missing_s());
      at_end = true;
    }
    if (!send_packet(socket, answer)) return;
  }
}

void answer_about(int socket, const std::shared_ptr<AudioFile>& file, Job job, const Track& track,
                  const Limits& limits, const Message& not_confined) {
  try {
    if (job == Job::streams)
      send_streams(socket, file, limits, not_confined);
    else
      send_sound(socket, file, track, limits, not_confined);
  } catch (const Error&) {
    file->check_read();  // else what a library thinks of half a file would be told
    throw;
  }
}

}  // namespace

PacketWriter failed_answer(const Error& error) {
  const bool machine = dynamic_cast<const MachineError*>(&error) != nullptr;
  return PacketWriter()
      .value(Reply::failed)
      .value<std::uint8_t>(machine ? 1 : 0)
      .message(error.message())
      .text(error.details());
}

void serve_file(int socket, const std::shared_ptr<AudioFile>& file, Job job, const Track& track,
                const Limits& limits, const Message& not_confined) {
  try {
    answer_about(socket, file, job, track, limits, not_confined);
  } catch (const Error& error) {
    send_packet(socket, failed_answer(error));
  } catch (const std::bad_alloc&) {
    send_packet(socket, PacketWriter().value(Reply::no_memory).value(limits.memory_gb));
  }
}

}  // namespace tilescribe::audio
