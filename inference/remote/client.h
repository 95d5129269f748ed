// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "inference/api/options.h"
#include "inference/download/post.h"
#include "inference/remote/requests.h"

namespace tilescribe::remote {

/// Seconds before the next attempt, after so many that failed. A server that names a time is left alone so
/// long. `chance`: from 0 to 1, so that clients that failed together do not come again together.
double wait_s(const RemoteOptions& options, int failed, std::int64_t retry_after_s, double chance);

/// The requests to one server. Sound goes to no other one: redirects are not followed.
class Client {
 public:
  /// Throws Error for an address or a key that can't be used.
  explicit Client(RemoteOptions options);

  const std::string& host() const { return host_; }
  /// What is asked, without its scheme: "host:8000", and with the route, once it is known.
  std::string asked() const;
  /// The model that is asked for: the one that was named, or the first of the server's list. Asks once.
  /// Throws Error if the server can't be reached, refuses the key, or is no such server; Cancelled on a stop
  /// request.
  std::string find_model(const std::stop_token& stop) const;

  /// Sends a window and waits for its text, trying again where that may help. The first one finds the route,
  /// which stays; until then no other may be under way. Then several threads may call this. Throws Error, or
  /// Cancelled within a second of a stop request.
  Heard hear(const Question& question, const std::string& wav, const std::stop_token& stop);
  /// How windows are sent; nothing before the first.
  std::optional<Route> route() const { return route_; }

 private:
  download::PostAnswer send(const std::string& path, std::optional<Body> body,
                            const std::stop_token& stop) const;
  Heard ask(Route route, const Question& question, const std::string& wav, const std::stop_token& stop) const;

  RemoteOptions options_;
  std::string host_;
  std::optional<Route> route_;
};

}  // namespace tilescribe::remote
