// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "inference/api/models.h"
#include "inference/download/address.h"
#include "inference/download/transfer.h"

namespace tilescribe::download {

/// What came of a request.
struct Answer {
  enum class Kind : std::uint8_t {
    complete,
    refused,  // the receiver wanted no more
    again,    // it failed for now
    missing,  // there is no such file
    never,    // it fails for good
  };
  Kind kind = Kind::complete;
  Response response = {};
  Message reason = {};  // of a failure: a sentence
};

/// A repository at the hub's address or a mirror's.
class Hub {
 public:
  /// `address` as checked_address gives it.
  Hub(const PublishedModel& model, std::string address, double stall_s)
      : model_(model), address_(std::move(address)), stall_s_(stall_s) {}

  const std::string& address() const { return address_; }
  /// Requests a file from its byte `from` on, or its headers alone, and follows redirects: ten at most, and
  /// from https to https only. A stop request throws Cancelled.
  Answer request(const std::string& file, bool head, std::int64_t from, Receiver& receiver,
                 const std::stop_token& stop) const;
  Answer headers(const std::string& file, const std::stop_token& stop) const;

 private:
  const PublishedModel& model_;
  std::string address_;
  double stall_s_;
};

}  // namespace tilescribe::download
