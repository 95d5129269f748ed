// SPDX-License-Identifier: Apache-2.0
#include "app/server/basic_session.h"

namespace tilescribe::server {

std::shared_ptr<Session> plain_session(net::ip::tcp::socket socket, const SessionHost& host) {
  return std::make_shared<BasicSession<net::ip::tcp::socket>>(host, std::move(socket));
}

}  // namespace tilescribe::server
