// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/fingerprint.h"

#include <array>
#include <cstdio>

namespace tilescribe::kernels {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr Wide prime = (Wide{1} << 88) + 0x13b;

}  // namespace

Fingerprint& Fingerprint::add(std::string_view part) {
  Wide hash = (Wide{high_} << 64) | low_;
  const auto take = [&](unsigned char byte) { hash = (hash ^ byte) * prime; };
  for (const char c : part) take(static_cast<unsigned char>(c));
  for (std::size_t rest = part.size(), i = 0; i < sizeof rest; ++i, rest >>= 8)
    take(static_cast<unsigned char>(rest & 0xffu));
  high_ = static_cast<std::uint64_t>(hash >> 64);
  low_ = static_cast<std::uint64_t>(hash);
  return *this;
}

std::string Fingerprint::hex() const {
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(high_),
                static_cast<unsigned long long>(low_));
  return text.data();
}

}  // namespace tilescribe::kernels
