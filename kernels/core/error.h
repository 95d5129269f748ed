// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/core/export.h"
#include "kernels/core/message.h"

namespace tilescribe {

/// The only exception type of kernels and inference. Its message is one sentence for a person: what was
/// expected, what was found, and where. what() is that in English. details() may add what an engineer needs,
/// such as a library's message.
class TILESCRIBE_EXPORT Error : public std::runtime_error {
 public:
  explicit Error(Message message, std::string details = {})
      : std::runtime_error(english(message)), message_(std::move(message)), details_(std::move(details)) {}
  template <class... Arguments>
  explicit Error(Message::Code<Arguments...> code, const Arguments&... arguments)
      : Error(Message(code, arguments...)) {}

  const Message& message() const noexcept { return message_; }
  const std::string& details() const noexcept { return details_; }

 private:
  Message message_;
  std::string details_;
};

/// What an exception tells people: an Error its own message, any other `otherwise`.
inline Message message_of(const std::exception& failure, const Message& otherwise) {
  const auto* const ours = dynamic_cast<const Error*>(&failure);
  return ours != nullptr ? ours->message() : otherwise;
}

/// The device was lost, ran out of memory or started no kernel. The work is sound: another engine may do it.
class TILESCRIBE_EXPORT DeviceError : public Error {
 public:
  using Error::Error;
};

/// The machine failed: a disk that can't be read, a program that is not installed. The input may be sound:
/// the same work may succeed later, or on another machine.
class TILESCRIBE_EXPORT MachineError : public Error {
 public:
  using Error::Error;
};

/// Thrown when a std::stop_token's request is noticed. Not a failure.
class TILESCRIBE_EXPORT Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "The work was cancelled."; }
};

}  // namespace tilescribe
