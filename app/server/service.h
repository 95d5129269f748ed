// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/protocol/metrics.h"
#include "app/server/exchange.h"
#include "app/server/jobs.h"

namespace tilescribe::server {

/// What the server answers: which addresses there are, and who may ask. Without a socket. Used on the thread
/// of the server's loop.
class Service {
 public:
  /// `aliases`: other names by which clients may call the model. `audio_s`: the longest sound.
  Service(Jobs& jobs, protocol::Access access, std::vector<std::string> aliases, double audio_s);

  /// Begins a request. Throws RequestError if it is refused before its body is read.
  std::unique_ptr<Exchange> begin(const RequestHead& head);

  /// Begins what is said on a websocket. Throws RequestError if it is refused.
  std::unique_ptr<Conversation> talk(const RequestHead& head);

  protocol::Metrics& metrics() { return metrics_; }

 private:
  std::vector<std::string> names() const;
  protocol::Answer answer_to(const std::string& path);

  Jobs& jobs_;
  protocol::Access access_;
  std::vector<std::string> aliases_;
  double audio_s_;
  protocol::Metrics metrics_;
};

/// Reads a request for a transcription, puts it into its place in the queue, and answers. `names` are the
/// model's.
std::unique_ptr<Exchange> transcription_exchange(Jobs& jobs, protocol::Metrics& metrics,
                                                 const std::vector<std::string>& names,
                                                 const std::string& content_type, Place place);

}  // namespace tilescribe::server
