// SPDX-License-Identifier: Apache-2.0
// Any bytes as the head of an HTTP request, read as the server reads it, and as the head of a response from
// where models are downloaded.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http.hpp>

#include "app/protocol/access.h"
#include "app/protocol/api_error.h"
#include "inference/download/response.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace tilescribe;
namespace http = boost::beast::http;

// Whether a name of this machine stands in it at all.
bool says_loopback(std::string_view name) {
  std::string lower(name);
  for (char& letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  const auto has = [&lower](const char* part) { return lower.find(part) != std::string::npos; };
  return has("localhost") || has("127.") || has("[::1]");
}

void ask(std::string_view head) {
  http::request_parser<http::buffer_body> parser;
  parser.header_limit(16384);
  boost::system::error_code error;
  parser.put(boost::asio::buffer(head), error);
  if (error || !parser.is_header_done()) return;
  const auto& request = parser.get();
  const auto field = [&request](http::field name) {
    return std::string_view(request[name].data(), request[name].size());
  };
  const protocol::Caller caller{field(http::field::authorization), field(http::field::host),
                                field(http::field::origin)};
  try {
    protocol::check_access({.key = "secret", .loopback_names = true}, caller);
    fuzz::require(caller.authorization.substr(7) == "secret", "another key is taken");
    for (const std::string_view name : {caller.host, caller.origin})
      fuzz::require(name.empty() || says_loopback(name), "another machine's name is taken");
  } catch (const protocol::RequestError& refusal) {
    fuzz::require(refusal.error().status == 401 || refusal.error().status == 403, "another refusal");
  }
}

void answer(std::string_view head) {
  download::Response response;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size() - 1) + 1;
    response.read(head.substr(0, end));
    head.remove_prefix(end);
    fuzz::require(response.status >= 0 && response.status <= 999, "a status that HTTP has not");
    fuzz::require(response.size() >= -1 && response.from >= -1, "less than nothing");
    fuzz::require(response.retry_after_s >= -1, "a wait that is over");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto head = fuzz::characters(data, size);
  ask(head);
  answer(head);
  return 0;
}
