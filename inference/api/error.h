// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include "inference/api/message.h"

namespace tilescribe {

/// A failure as a value that can cross threads and be shown: one sentence, with details behind it.
struct Failure {
  Message message;           // what was expected, what was found, where; ends with a full stop
  std::string details = {};  // may be empty
  bool device = false;       // the device failed, not the file: another engine may succeed
  bool machine = false;      // neither did: its memory, a disk, a program that is missing
};

/// Turns the exception in flight (or a stored one) into a Failure. Throws nothing but std::bad_alloc.
Failure describe_failure(const std::exception_ptr& error);

/// Whether the exception means that a stop was requested.
bool is_cancellation(const std::exception_ptr& error);

}  // namespace tilescribe
