// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// A number that hardly any other texts have: FNV-1a with 128 bits (Fowler, Noll and Vo). It notices chance,
/// not an adversary.
class TILESCRIBE_EXPORT Fingerprint {
 public:
  /// A part of the text, and where it ends.
  Fingerprint& add(std::string_view part);
  std::string hex() const;  // 32 digits

 private:
  std::uint64_t high_ = 0x6c62272e07bb0142u, low_ = 0x62b821756295c58du;
};

}  // namespace tilescribe::kernels
