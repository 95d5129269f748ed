// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/protocol/access.h"
#include "app/protocol/api_error.h"

namespace tilescribe::server {

/// What a request says before its body.
struct RequestHead {
  std::string method;
  std::string path;  // without a query
  std::string content_type;
  protocol::Caller caller;
};

/// Sends what a client gets: an answer, or events and their end. Once.
class Reply {
 public:
  virtual ~Reply() = default;
  virtual void answer(const protocol::Answer& answer) = 0;
  /// Begins an answer of server-sent events, with the first.
  virtual void event(const std::string& text) = 0;
  virtual void end_events() = 0;
};

/// A request while it is read and answered.
class Exchange {
 public:
  virtual ~Exchange() = default;
  /// False: it can run at once, and whatever body there is goes unread.
  virtual bool reads_body() const { return true; }
  /// The next bytes of the body. Throws RequestError.
  virtual void body(std::string_view bytes) = 0;
  /// The body has ended: answers, now or later. `reply` outlives this. Throws RequestError.
  virtual void run(Reply& reply) = 0;
  /// Called every ten seconds until there is an answer.
  virtual void wait() {}
  /// The client is gone. Nothing is sent from then on.
  virtual void hang_up() {}
};

/// Says something to a client on a websocket.
class Speaker {
 public:
  virtual ~Speaker() = default;
  virtual void say(std::string text) = 0;
};

/// What is said on a websocket, as long as it is open.
class Conversation {
 public:
  virtual ~Conversation() = default;
  /// `speaker` outlives this.
  virtual void begin(Speaker& speaker) = 0;
  /// The client said this.
  virtual void hear(std::string_view text) = 0;
  /// Nobody has said anything for this long, and the websocket is about to be closed.
  virtual void tire(double idle_s) = 0;
  /// The client is gone. Nothing is said from then on.
  virtual void hang_up() = 0;
};

}  // namespace tilescribe::server
