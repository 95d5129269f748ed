// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/helper/packet.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include <sys/socket.h>

#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

enum class Kind : std::uint8_t { text, number, message };

constexpr std::size_t most_arguments = 9;  // of a message
constexpr int most_depth = 4;              // of messages in messages
constexpr std::size_t most_files = 2;      // that come with a packet
constexpr std::size_t kept_free = 16;      // bytes that a cut text leaves for what follows it

}  // namespace

void refuse_packet() {
  throw Error("What tilescribe-decoder says is damaged.");
}

PacketWriter& PacketWriter::append(const void* bytes, std::size_t size) {
  if (size > room()) refuse_packet();
  const auto* const first = static_cast<const char*>(bytes);
  bytes_.insert(bytes_.end(), first, first + size);
  return *this;
}

PacketWriter& PacketWriter::text(const std::string& text) {
  const std::size_t most =
      room() > sizeof(std::uint32_t) + kept_free ? room() - sizeof(std::uint32_t) - kept_free : 0;
  const auto size = static_cast<std::uint32_t>(std::min(text.size(), most));
  return value(size).append(text.data(), size);
}

PacketWriter& PacketWriter::message(const Message& message) {
  text(message.code()).value(static_cast<std::uint8_t>(message.arguments().size()));
  for (const Argument& argument : message.arguments()) {
    if (const auto* number = std::get_if<std::int64_t>(&argument.value))
      value(Kind::number).value(*number);
    else if (const auto* inner = std::get_if<Message>(&argument.value))
      value(Kind::message).message(*inner);
    else if (const auto* words = std::get_if<std::string>(&argument.value))
      value(Kind::text).text(*words);
    else
      value(Kind::text).text(std::to_string(std::get<Real>(argument.value).value));
  }
  return *this;
}

PacketWriter& PacketWriter::samples(std::span<const float> samples) {
  return append(samples.data(), samples.size_bytes());
}

std::span<const char> PacketReader::take(std::size_t size) {
  if (size > rest_.size()) refuse_packet();
  const auto taken = rest_.first(size);
  rest_ = rest_.subspan(size);
  return taken;
}

std::string PacketReader::text() {
  const auto bytes = take(value<std::uint32_t>());
  return {bytes.begin(), bytes.end()};
}

Message PacketReader::message(int depth) {
  const std::string code = text();
  const auto count = value<std::uint8_t>();
  if (count > most_arguments || depth > most_depth) refuse_packet();
  // Each place comes once in what a decoder says. More would repeat what stands there, in each message anew.
  if (std::ranges::count(code, '{') > count) refuse_packet();
  std::vector<Argument> arguments;
  for (int i = 0; i < count; ++i) {
    switch (value<Kind>()) {
      case Kind::text:
        arguments.emplace_back(text());
        break;
      case Kind::number:
        arguments.emplace_back(value<std::int64_t>());
        break;
      case Kind::message:
        arguments.emplace_back(message(depth + 1));
        break;
      default:
        refuse_packet();
    }
  }
  return Message::received(code, std::move(arguments));
}

void PacketReader::samples(std::vector<float>& samples) {
  if (rest_.size() % sizeof(float) != 0) refuse_packet();
  samples.resize(rest_.size() / sizeof(float));
  if (!rest_.empty()) std::memcpy(samples.data(), rest_.data(), rest_.size());
  rest_ = {};
}

Received PacketBuffer::receive(int socket, int flags) {
  files.clear();
  iovec part{bytes.data(), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * most_files)> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(socket, &header, flags | MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Received::nothing;
  if (got <= 0) return Received::closed;
  for (cmsghdr* one = CMSG_FIRSTHDR(&header); one != nullptr; one = CMSG_NXTHDR(&header, one)) {
    if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
    for (std::size_t at = 0; at + sizeof(int) <= one->cmsg_len - CMSG_LEN(0); at += sizeof(int)) {
      int file = -1;
      std::memcpy(&file, CMSG_DATA(one) + at, sizeof file);
      files.emplace_back(file);
    }
  }
  if ((header.msg_flags & MSG_TRUNC) != 0) return Received::closed;
  size = static_cast<std::size_t>(got);
  return Received::packet;
}

bool send_packet(int socket, const PacketWriter& packet, std::span<const int> files, int flags) {
  iovec part{const_cast<char*>(packet.bytes().data()), packet.bytes().size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * most_files)> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (!files.empty()) {
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(files.size_bytes());
    cmsghdr* const one = CMSG_FIRSTHDR(&header);
    one->cmsg_level = SOL_SOCKET;
    one->cmsg_type = SCM_RIGHTS;
    one->cmsg_len = CMSG_LEN(files.size_bytes());
    std::memcpy(CMSG_DATA(one), files.data(), files.size_bytes());
  }
  while (true) {
    if (::sendmsg(socket, &header, flags | MSG_NOSIGNAL) >= 0) return true;
    if (errno != EINTR) return false;
  }
}

}  // namespace tilescribe::audio
