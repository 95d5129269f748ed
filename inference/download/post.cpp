// SPDX-License-Identifier: Apache-2.0
#include "inference/download/post.h"

#include <utility>

#include "inference/download/address.h"
#include "inference/download/transfer.h"

namespace tilescribe::download {
namespace {

/// Keeps what comes, up to a limit.
class Kept final : public Receiver {
 public:
  explicit Kept(std::size_t most) : most_(most) {}
  bool begin(const Response&) override { return true; }
  bool take(std::span<const char> bytes) override {
    if (bytes.size() > most_ - text.size()) return false;
    text.append(bytes.data(), bytes.size());
    return true;
  }
  std::string text;

 private:
  std::size_t most_;
};

}  // namespace

PostAnswer post(const PostRequest& request, const std::stop_token& stop) {
  const std::string host = host_of(request.url);
  Kept kept(request.most_bytes);
  TransferResult result = transfer_plugin().transfer({.url = request.url,
                                                      .stall_s = request.answer_s,
                                                      .most_s = request.answer_s,
                                                      .body = request.body,
                                                      .headers = request.headers,
                                                      .direct = is_this_computer(host)},
                                                     kept, stop);
  using End = TransferResult::End;
  PostAnswer answer{.status = result.response.status,
                    .body = std::move(kept.text),
                    .location = std::move(result.response.location),
                    .failure = std::move(result.reason)};
  if (result.end == End::refused)
    answer.failure = Message("Expected an answer of at most {1} bytes from {2}, found a longer one.",
                             request.most_bytes, host);
  answer.broken = result.end == End::interrupted;
  answer.retry_after_s = result.response.retry_after_s;
  answer.lasting = result.end == End::impossible || (result.end == End::interrupted && answer.status == 0);
  return answer;
}

}  // namespace tilescribe::download
