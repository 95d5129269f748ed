// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/system/error_code.hpp>

#include "app/protocol/api_error.h"

/// The bytes of answers, as HTTP/1.1 has them (RFC 9112).
namespace tilescribe::server {

/// Without its body if it answers a HEAD.
std::string answer_text(const protocol::Answer& answer, bool keep_alive, bool with_body);
/// The head of an answer of server-sent events; without chunks it ends with the connection.
std::string events_head(bool chunks);
std::string chunk_text(const std::string& text);
std::string last_chunk();

bool asks_before_it_sends(std::string_view expect);
std::string continue_text();

protocol::ApiError too_slow();
/// Why Beast could not read a request.
protocol::ApiError refusal_of(const boost::system::error_code& error, std::uint64_t most_bytes);

}  // namespace tilescribe::server
