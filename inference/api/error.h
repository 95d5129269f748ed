// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace tilescribe {

/// A failure as a value, so that it can cross threads and be shown: one sentence, and details behind it.
struct Failure {
  std::string sentence;  // what was expected, what was found, where; ends with a full stop
  std::string details;   // may be empty
  bool device = false;   // the GPU (or what computes) failed, not the file: another engine may well do it
};

/// Turns the exception in flight (or a stored one) into a Failure; never throws anything but std::bad_alloc.
Failure describe_failure(const std::exception_ptr& error);

/// Whether the exception says that a stop request was noticed.
bool is_cancellation(const std::exception_ptr& error);

}  // namespace tilescribe
