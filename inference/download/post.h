// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/message.h"

namespace tilescribe::download {

/// A text that is sent by POST.
struct PostRequest {
  std::string url;
  std::string body;
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
};

/// Sends it to that address alone, and past any proxy where that is this computer. A stop request throws
/// Cancelled within a second.
PostAnswer post(const PostRequest& request, const std::stop_token& stop);

}  // namespace tilescribe::download
