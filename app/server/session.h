// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include "app/server/service.h"

namespace tilescribe::server {

struct SessionLimits {
  std::uint64_t body_bytes = 0;         // of a request
  std::chrono::milliseconds silence{};  // that a client may keep while it should send or take something
  std::chrono::milliseconds request{};  // from a request's head to the end of its body
  std::chrono::milliseconds idle{};     // that nothing is said on a websocket
};

/// One client's connection: one request after the other. It lives until it is closed. All is done on the
/// thread of the loop.
class Session {
 public:
  virtual ~Session() = default;
  virtual void start() = 0;
  /// The server ends: a connection without a request is closed; another is, after its answer.
  virtual void end() = 0;
  virtual void close() = 0;
};

/// What a session is given. It outlives the session.
struct SessionHost {
  Service& service;
  SessionLimits limits;
  std::function<void(Session&)> closed;  // no more work follows, but for handlers that were cancelled
};

std::shared_ptr<Session> plain_session(boost::asio::ip::tcp::socket socket, const SessionHost& host);
std::shared_ptr<Session> tls_session(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context& tls,
                                     const SessionHost& host);

}  // namespace tilescribe::server
