// SPDX-License-Identifier: Apache-2.0
// Any bytes as a packet of tilescribe-decoder: as each of its answers, and as a message. They are refused
// with an Error, or a message is as long as what came at most, and it can be sent and received again.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inference/audio/helper/packet.h"
#include "inference/audio/helper/protocol.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refused_or.h"

namespace {

using namespace tilescribe;
using audio::PacketReader;
using audio::Reply;

/// As the program reads it (decoder_helper.cpp).
void read_answer(PacketReader packet) {
  switch (packet.value<Reply>()) {
    case Reply::opened:
      packet.value<std::int32_t>();
      packet.value<double>();
      packet.message();
      return;
    case Reply::streams:
      packet.message();
      while (!packet.at_end()) {
        for (int i = 0; i < 3; ++i) packet.value<std::int32_t>();
        packet.value<double>();
        packet.text();
        packet.text();
      }
      return;
    case Reply::samples: {
      std::vector<float> samples;
      packet.samples(samples);
      fuzz::require(packet.at_end(), "samples leave something in the packet");
      return;
    }
    case Reply::at_end:
      packet.value<double>();
      return;
    case Reply::place:
    case Reply::no_memory:
      packet.value<std::int64_t>();
      return;
    case Reply::failed:
      packet.value<std::uint8_t>();
      packet.message();
      packet.text();
      return;
    case Reply::ended:
      packet.value<std::int32_t>();
      packet.value<std::int64_t>();
      return;
    default:
      audio::refuse_packet();
  }
}

void read_message(std::span<const char> bytes) {
  // Only so many codes are known for good, and this one stands for what is none.
  static const Message words = Message::received("{1}", {Argument(std::string("words"))});
  fuzz::require(english(words) == "words", "words are not received as they are");
  const Message message = PacketReader(bytes).message();
  // A whole number is shorter in the packet than in words.
  fuzz::require(english(message).size() <= 4 * bytes.size(), "a message is longer than what came");
  audio::PacketWriter sent;
  sent.message(message);
  const Message again = PacketReader(sent.bytes()).message();
  fuzz::require(english(again) == english(message), "a message that is sent again differs");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> bytes = fuzz::characters(data, size);
  fuzz::refused_or([&] { read_answer(PacketReader(bytes)); });
  // Some room is left for what a message that is no longer ours gets around it.
  if (size < audio::largest_packet / 2) fuzz::refused_or([&] { read_message(bytes); });
  return 0;
}
