// SPDX-License-Identifier: Apache-2.0
#include "app/server/basic_session.h"

namespace tilescribe::server {

std::shared_ptr<Session> tls_session(net::ip::tcp::socket socket, net::ssl::context& tls,
                                     const SessionHost& host) {
  return std::make_shared<BasicSession<net::ssl::stream<net::ip::tcp::socket>>>(host, std::move(socket), tls);
}

}  // namespace tilescribe::server
