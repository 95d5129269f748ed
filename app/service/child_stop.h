// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <utility>

namespace tilescribe {

/// Stops one piece of work after the other, each by itself, and any of them together with the whole that they
/// belong to: a token made after the whole was stopped is stopped, too.
class ChildStop {
 public:
  explicit ChildStop(std::stop_token whole) : whole_(std::move(whole)) { renew(); }

  std::stop_token token() const { return piece_.get_token(); }
  void request_stop() { piece_.request_stop(); }
  /// Makes a token for the next piece. That of the piece before it no longer follows the whole.
  std::stop_token renew() {
    follow_.reset();
    piece_ = std::stop_source();
    follow_.emplace(whole_, Request{piece_});
    return token();
  }

 private:
  struct Request {
    std::stop_source piece;
    void operator()() noexcept { piece.request_stop(); }
  };

  std::stop_token whole_;
  std::stop_source piece_;
  std::optional<std::stop_callback<Request>> follow_;
};

}  // namespace tilescribe
