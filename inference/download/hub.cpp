// SPDX-License-Identifier: Apache-2.0
#include "inference/download/hub.h"

#include <string_view>
#include <utility>

#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr std::string_view https = "https://", http = "http://";

}  // namespace

std::string checked_address(const std::string& typed) {
  const std::size_t first = typed.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return hub_address;
  std::string address = typed.substr(first, typed.find_last_not_of(" \t\r\n/") - first + 1);
  if (address.find("://") == std::string::npos) address.insert(0, https);
  if (!download::is_web_address(address))
    throw Error("A mirror's address looks like https://hf-mirror.com, but this one is {1}.", typed);
  return address;
}

namespace download {
namespace {

constexpr int most_redirects = 10;

class HeadersAlone final : public Receiver {
 public:
  bool begin(const Response&) override { return true; }
  bool take(std::span<const char>) override { return false; }
};

Answer judged(TransferResult result, const std::string& file, const std::string& host) {
  Answer answer{.response = std::move(result.response), .reason = std::move(result.reason)};
  const int status = answer.response.status;
  using End = TransferResult::End;
  if (result.end == End::impossible) {
    answer.kind = Answer::Kind::never;
  } else if (result.end == End::interrupted) {
    answer.kind = Answer::Kind::again;
  } else if (status == 200 || status == 206) {
    answer.kind = result.end == End::refused ? Answer::Kind::refused : Answer::Kind::complete;
  } else if (status == 404 || status == 410) {
    answer.kind = Answer::Kind::missing;
    answer.reason = Message("{1} has no {2} (HTTP {3}).", host, file, status);
  } else if (status == 401 || status == 403) {
    answer.kind = Answer::Kind::never;
    answer.reason = Message("{1} gives {2} only to those whom it knows (HTTP {3}).", host, file, status);
  } else if (status == 429) {
    answer.kind = Answer::Kind::again;
    answer.reason = Message("{1} has had too many requests (HTTP {2}).", host, status);
  } else if (status == 408 || status == 425 || status >= 500) {
    answer.kind = Answer::Kind::again;
    answer.reason = Message("{1} has trouble of its own (HTTP {2}).", host, status);
  } else if (status == 416) {  // there is nothing from that byte on
    answer.kind = Answer::Kind::refused;
  } else {
    answer.kind = Answer::Kind::never;
    answer.reason = Message("Expected {1} from {2}, found the answer HTTP {3}.", file, host, status);
  }
  return answer;
}

}  // namespace

Answer Hub::request(const std::string& file, bool head, std::int64_t from, Receiver& receiver,
                    const std::stop_token& stop) const {
  TransferRequest request{
      .url = address_ + '/' + model_.repository + "/resolve/" + model_.revision + '/' + file,
      .head = head,
      .from = from,
      .stall_s = stall_s_};
  // A hub says on its redirect what stands behind it; the storage may name that otherwise.
  class Linked final : public Receiver {
   public:
    explicit Linked(Receiver& to) : to_(to) {}
    bool begin(const Response& response) override {
      Response known = response;
      complete(known);
      return to_.begin(known);
    }
    bool take(std::span<const char> bytes) override { return to_.take(bytes); }
    void remember(const Response& hop) {
      if (!hop.linked_etag.empty()) etag_ = hop.linked_etag;
      if (hop.linked_size >= 0) size_ = hop.linked_size;
    }
    void complete(Response& response) const {
      if (response.linked_etag.empty()) response.linked_etag = etag_;
      if (response.linked_size < 0) response.linked_size = size_;
    }
    bool knows_all() const { return !etag_.empty() && size_ >= 0; }

   private:
    Receiver& to_;
    std::string etag_;
    std::int64_t size_ = -1;
  } linked(receiver);

  for (int hop = 0; hop <= most_redirects; ++hop) {
    TransferResult result = transfer_plugin().transfer(request, linked, stop);
    linked.remember(result.response);
    linked.complete(result.response);
    const bool redirected = result.response.redirects();
    if (!redirected || (head && linked.knows_all())) {
      if (redirected) result = {.response = result.response, .reason = {}};
      if (redirected) result.response.status = 200;  // all that was asked for is known
      return judged(std::move(result), file, host_of(request.url));
    }
    const std::string& to = result.response.location;
    if (!to.starts_with(https) && (!to.starts_with(http) || !address_.starts_with(http)))
      return {.kind = Answer::Kind::never,
              .reason = Message("{1} leads to {2}, where nothing protects the connection (no https).",
                                host_of(request.url), to)};
    request.url = to;
  }
  return {.kind = Answer::Kind::never,
          .reason = Message("{1} leads from one address to the next without an end.", host_of(address_))};
}

Answer Hub::headers(const std::string& file, const std::stop_token& stop) const {
  HeadersAlone nothing;
  return request(file, true, 0, nothing, stop);
}

}  // namespace download
}  // namespace tilescribe
