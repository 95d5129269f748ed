// SPDX-License-Identifier: Apache-2.0
#include "app/server/server.h"

#include <chrono>
#include <exception>
#include <map>
#include <optional>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "app/server/session.h"

namespace tilescribe::server {
namespace {

namespace net = boost::asio;
using net::ip::tcp;
using ErrorCode = boost::system::error_code;

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000.0));
}

ServerError error_of(const Message& message) {
  return ServerError({message, {}});
}

std::optional<net::ssl::context> tls_of(const ServerOptions& options) {
  if (options.certificate.empty()) return {};
  net::ssl::context tls(net::ssl::context::tls_server);
  ErrorCode error;
  tls.set_options(net::ssl::context::default_workarounds | net::ssl::context::no_tlsv1 |
                  net::ssl::context::no_tlsv1_1);
  tls.use_certificate_chain_file(options.certificate.string(), error);
  if (error) {
    throw error_of(
        Message("The certificate {1} can't be used: {2}.", options.certificate.string(), error.message()));
  }
  tls.use_private_key_file(options.private_key.string(), net::ssl::context::pem, error);
  if (error) {
    throw error_of(
        Message("The private key {1} can't be used: {2}.", options.private_key.string(), error.message()));
  }
  return tls;
}

class Server {
 public:
  Server(const ServerOptions& options, const Services& services, const ServerEvents& events)
      : options_(options),
        events_(events),
        tls_(tls_of(options)),
        acceptor_(loop_),
        pause_(loop_),
        later_(loop_),
        jobs_(
            services, options.engine,
            {options.transcriptions, options.audio_s, options.together, options.sessions, options.word_ngram},
            [this](std::function<void()> act) { net::post(loop_, std::move(act)); },
            [this](std::chrono::milliseconds after, std::function<void()> act) {
              do_later(after, std::move(act));
            }),
        service_(jobs_, {options.key, options.key.empty()}, options.aliases, options.audio_s),
        host_{service_,
              {options.body_bytes, milliseconds(options.silence_s), milliseconds(options.request_s),
               milliseconds(options.idle_s)},
              [this](Session& session) { forget(session); }} {}

  void run(const std::stop_token& stop) {
    listen();
    jobs_.open([this](const std::optional<Failure>& failure) { opened(failure); });
    accept();
    const std::stop_callback on_stop(stop, [this] { net::post(loop_, [this] { end(); }); });
    try {
      loop_.run();
    } catch (...) {  // no memory
      close_all();
      throw;
    }
    if (unsaid_) std::rethrow_exception(unsaid_);
    if (failure_) throw ServerError(*failure_);
  }

 private:
  // Binds the address. Without a key it has to be this machine's own.
  void listen() {
    ErrorCode error;
    const auto found = tcp::resolver(loop_).resolve(options_.host, std::to_string(options_.port), error);
    if (error) throw unusable_address(error);
    const tcp::endpoint endpoint = found.begin()->endpoint();
    if (options_.key.empty() && !endpoint.address().is_loopback()) {
      throw error_of(Message("{1} can be reached from other machines, so the server needs a key; found none.",
                             options_.host));
    }
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error) throw unusable_address(error);
  }

  ServerError unusable_address(ErrorCode error) const {
    return error_of(Message("The address {1}, port {2}, can't be used: {3}.", options_.host, options_.port,
                            error.message()));
  }

  std::string address() const {
    const tcp::endpoint here = acceptor_.local_endpoint();
    const std::string name = here.address().to_string();
    return (tls_ ? "https://" : "http://") + (here.address().is_v6() ? '[' + name + ']' : name) + ':' +
           std::to_string(here.port());
  }

  void opened(const std::optional<Failure>& failure) {
    failure_ = failure;
    if (failure) return end();
    try {
      if (events_.ready && !ended_) events_.ready(address(), jobs_.opened()->engine, jobs_.opened()->model);
    } catch (...) {  // nobody reads what is said
      unsaid_ = std::current_exception();
      end();
    }
  }

  void accept() {
    acceptor_.async_accept([this](ErrorCode error, tcp::socket socket) {
      if (ended_) return;
      if (error) return accept_later();
      if (sessions_.size() < options_.connections) begin(std::move(socket));
      accept();
    });
  }

  // Too many open files, most likely.
  void accept_later() {
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([this](ErrorCode) {
      if (!ended_) accept();
    });
  }

  void do_later(std::chrono::milliseconds after, std::function<void()> act) {
    if (ended_) return;
    later_.expires_after(after);
    later_.async_wait([act = std::move(act)](ErrorCode error) {
      if (!error) act();
    });
  }

  void begin(tcp::socket socket) {
    ErrorCode ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    std::shared_ptr<Session> session =
        tls_ ? tls_session(std::move(socket), *tls_, host_) : plain_session(std::move(socket), host_);
    sessions_.emplace(session.get(), session);
    service_.metrics().connections = sessions_.size();
    session->start();
  }

  void forget(Session& session) {
    sessions_.erase(&session);
    service_.metrics().connections = sessions_.size();
    if (ended_ && sessions_.empty()) pause_.cancel();
  }

  // Whoever waits for a transcription hears of it. The loop ends when the last connection is closed.
  void end() {
    if (std::exchange(ended_, true)) return;
    ErrorCode ignored;
    acceptor_.close(ignored);
    later_.cancel();
    jobs_.end();
    for (const auto& session : all_sessions()) session->end();
    pause_.cancel();
    if (sessions_.empty()) return;
    pause_.expires_after(std::chrono::seconds(5));
    pause_.async_wait([this](ErrorCode) { close_all(); });
  }

  void close_all() {
    for (const auto& session : all_sessions()) session->close();
  }

  std::vector<std::shared_ptr<Session>> all_sessions() const {
    std::vector<std::shared_ptr<Session>> all;
    for (const auto& [key, session] : sessions_) all.push_back(session);
    return all;
  }

  const ServerOptions& options_;
  const ServerEvents& events_;
  net::io_context loop_{1};
  std::optional<net::ssl::context> tls_;
  tcp::acceptor acceptor_;
  net::steady_timer pause_;  // until connections are accepted again, or the last ones are closed
  net::steady_timer later_;  // until the model is opened again
  Jobs jobs_;
  Service service_;
  SessionHost host_;
  std::map<Session*, std::shared_ptr<Session>> sessions_;  // open ones
  bool ended_ = false;
  std::optional<Failure> failure_;  // of the model's opening
  std::exception_ptr unsaid_;
};

}  // namespace

void serve(const ServerOptions& options, const Services& services, const ServerEvents& events,
           const std::stop_token& stop) {
  Server(options, services, events).run(stop);
}

}  // namespace tilescribe::server
