// SPDX-License-Identifier: Apache-2.0
#include "app/server/response_text.h"

#include <iomanip>
#include <sstream>

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>

namespace tilescribe::server {
namespace {

namespace http = boost::beast::http;

std::string head(int status) {
  const auto reason = http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  return "HTTP/1.1 " + std::to_string(status) + ' ' + std::string(reason) + "\r\nServer: tilescribe\r\n";
}

}  // namespace

std::string answer_text(const protocol::Answer& answer, bool keep_alive, bool with_body) {
  std::string text = head(answer.status);
  text += "Content-Type: " + answer.content_type + "\r\n";
  text += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n";
  if (answer.status == 401) text += "WWW-Authenticate: Bearer\r\n";
  if (answer.retry_after_s > 0) text += "Retry-After: " + std::to_string(answer.retry_after_s) + "\r\n";
  if (!answer.allow.empty()) text += "Allow: " + answer.allow + "\r\n";
  text += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return with_body ? text + answer.body : text;
}

std::string events_head(bool chunks) {
  return head(200) + "Content-Type: text/event-stream; charset=utf-8\r\nCache-Control: no-cache\r\n" +
         (chunks ? "Transfer-Encoding: chunked\r\n" : "") + "Connection: close\r\n\r\n";
}

std::string chunk_text(const std::string& text) {
  std::ostringstream size;
  size << std::hex << text.size();
  return size.str() + "\r\n" + text + "\r\n";
}

std::string last_chunk() {
  return "0\r\n\r\n";
}

bool asks_before_it_sends(std::string_view expect) {
  return expect == "100-continue" || expect == "100-Continue";
}

std::string continue_text() {
  return "HTTP/1.1 100 Continue\r\n\r\n";
}

protocol::ApiError too_slow() {
  return {.status = 408, .message = Message("The request came too slowly."), .code = "request_timeout"};
}

protocol::ApiError refusal_of(const boost::system::error_code& error, std::uint64_t most_bytes) {
  if (error == http::error::body_limit) {
    return {.status = 413,
            .message = Message("A request should have at most {1} MiB; found more.", most_bytes >> 20U),
            .param = "file",
            .code = "file_too_large"};
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return {.status = 431, .message = Message("The headers of a request should be shorter.")};
  return {.status = 400, .message = Message("This is no request of HTTP/1.1: {1}.", error.message())};
}

}  // namespace tilescribe::server
