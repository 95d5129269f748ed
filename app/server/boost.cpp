// SPDX-License-Identifier: Apache-2.0
// What Boost.Asio and Boost.Beast compile once.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
