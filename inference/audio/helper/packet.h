// SPDX-License-Identifier: Apache-2.0
#pragma once

// What crosses the socket between a program and tilescribe-decoder: packets of plain values, texts and
// messages, and descriptors of open files beside them.

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "inference/audio/recording/file_handle.h"
#include "kernels/core/message.h"

namespace tilescribe::audio {

inline constexpr std::size_t largest_packet = 64 * 1024;  // bytes

/// Builds a packet. What would make it too large is left out: texts are cut.
class PacketWriter {
 public:
  template <class T>
  PacketWriter& value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return append(&value, sizeof value);
  }
  PacketWriter& text(const std::string& text);
  PacketWriter& message(const Message& message);
  PacketWriter& samples(std::span<const float> samples);
  std::size_t room() const { return largest_packet - bytes_.size(); }
  std::span<const char> bytes() const { return bytes_; }

 private:
  PacketWriter& append(const void* bytes, std::size_t size);
  std::vector<char> bytes_;
};

/// Reads a packet that may hold anything. Throws Error where it does not hold what is asked for.
class PacketReader {
 public:
  explicit PacketReader(std::span<const char> bytes) : rest_(bytes) {}
  template <class T>
  T value() {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);
    T value{};
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text();
  Message message(int depth = 0);
  void samples(std::vector<float>& samples);  // all that is left
  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const char> take(std::size_t size);
  std::span<const char> rest_;
};

enum class Received { packet, nothing, closed };

/// Throws the Error for what no tilescribe-decoder of ours sends.
[[noreturn]] void refuse_packet();

/// One packet of a socket, with the descriptors that came with it.
struct PacketBuffer {
  std::vector<char> bytes = std::vector<char>(largest_packet);
  std::size_t size = 0;
  std::vector<FileHandle> files = {};

  /// Waits for a packet, unless `flags` has MSG_DONTWAIT. A failure counts as the socket's end.
  Received receive(int socket, int flags = 0);
  PacketReader reader() const { return PacketReader(std::span(bytes).first(size)); }
};

/// False if nobody will ever receive it, or, with MSG_DONTWAIT in `flags`, if there is no room now.
bool send_packet(int socket, const PacketWriter& packet, std::span<const int> files = {}, int flags = 0);

}  // namespace tilescribe::audio
