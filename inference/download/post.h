// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/message.h"

namespace tilescribe::download {

/// What is sent by POST; without a body it is a GET.
struct PostRequest {
  std::string url;
  std::optional<std::string> body = {};
  std::vector<std::string> headers = {};  // whole lines
  double answer_s = 300.0;                // the answer may take so long
  std::size_t most_bytes = 0;             // and have so many bytes
};

/// What came back, once.
struct PostAnswer {
  int status = 0;        // HTTP's; 0: none came
  std::string body;      // whatever the status is
  std::string location;  // where a redirect leads, which is not followed
  Message failure;       // there is no answer: a sentence
  bool lasting = false;  // another request would fail, too
  bool broken = false;   // the connection failed or took too long: one that comes later may succeed
  std::int64_t retry_after_s = -1;  // for which the server wants to be left alone; -1: it does not say
};

/// Sends it to that address alone, and past any proxy where that is this computer. A stop request throws
/// Cancelled within a second.
PostAnswer post(const PostRequest& request, const std::stop_token& stop);

}  // namespace tilescribe::download
