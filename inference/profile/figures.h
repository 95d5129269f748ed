// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "inference/api/message.h"

/// Figures in sentences and reports; the same in every locale.
namespace tilescribe {

/// Three significant digits: "0.0123", "1.23", "45.6", "789", "12300".
std::string figure(double value);
std::string percent(double part);           // of a part of 1: "43 %"; below 10 % with one more digit
std::string duration_text(double ms);       // "0 s", "640 ns", "13.2 µs", "5.30 ms", "1.25 s", "12 min 5 s"
std::string bytes_text(double bytes);       // "320 B", "24.1 MB"
std::string operations_text(double flops);  // "1.2 Gflop"

/// One behind the other; an empty one adds nothing.
Message sentences(const Message& first, const Message& second);

}  // namespace tilescribe
