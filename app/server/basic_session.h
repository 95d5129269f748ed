// SPDX-License-Identifier: Apache-2.0
// A session over a socket with or without TLS; plain_session.cpp and tls_session.cpp make one each.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "app/server/response_text.h"
#include "app/server/session.h"
#include "app/server/websocket.h"

namespace tilescribe::server {

namespace net = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

/// `Stream` is a socket, or TLS over one. At most one read and one write are under way. Once an answer is
/// complete, either the next request is read, or whatever the client still sends is read and dropped for a
/// moment, so that the answer reaches it before the connection closes.
template <class Stream>
class BasicSession final : public Session,
                           private Reply,
                           public std::enable_shared_from_this<BasicSession<Stream>> {
 public:
  template <class... Arguments>
  explicit BasicSession(const SessionHost& host, Arguments&&... stream)
      : host_(host),
        stream_(std::forward<Arguments>(stream)...),
        read_deadline_(stream_.get_executor()),
        write_deadline_(stream_.get_executor()),
        ticks_(stream_.get_executor()) {}

  void start() override {
    if constexpr (is_tls) {
      expire(read_deadline_, host_.limits.silence, [](BasicSession& self) { self.close(); });
      stream_.async_handshake(net::ssl::stream_base::server,
                              [self = this->shared_from_this()](ErrorCode error) {
                                if (self->phase_ == Phase::closed) return;
                                error ? self->close() : self->read_head();
                              });
    } else {
      read_head();
    }
  }

  void end() override {
    keep_alive_ = false;
    if (phase_ == Phase::head) close();
    if (phase_ == Phase::talk) websocket_->leave();
  }

  void close() override {
    if (std::exchange(phase_, Phase::closed) == Phase::closed) return;
    for (net::steady_timer* timer : {&read_deadline_, &write_deadline_, &ticks_}) forget(*timer);
    ErrorCode ignored;
    stream_.lowest_layer().close(ignored);
    if (exchange_) exchange_->hang_up();
    if (websocket_) websocket_->closed();
    host_.closed(*this);
  }

 private:
  static constexpr bool is_tls = !std::is_same_v<Stream, net::ip::tcp::socket>;
  static constexpr std::uint32_t most_head_bytes = 16384;
  static constexpr std::size_t slice_bytes = 65536;  // that a client takes before it is silent for too long
  static constexpr std::chrono::seconds tick{10}, linger{2};

  enum class Phase {
    head,      // a request's head is read
    body,      // and its body
    work,      // the request is being answered
    answered,  // the answer is complete
    talk,      // it has become a websocket
    closed,
  };
  using Parser = http::request_parser<http::buffer_body>;

  // Calls `late` if the timer is not set again in time.
  template <class Late>
  void expire(net::steady_timer& timer, std::chrono::milliseconds in, Late late) {
    timer.expires_after(in);
    timer.async_wait([weak = this->weak_from_this(), &timer, late](ErrorCode error) {
      const auto self = weak.lock();
      if (error || !self || self->phase_ == Phase::closed) return;
      if (timer.expiry() <= net::steady_timer::clock_type::now())
        late(*self);  // else it was set again just now
    });
  }
  static void forget(net::steady_timer& timer) { timer.expires_at(net::steady_timer::time_point::max()); }

  void read_head() {
    phase_ = Phase::head;
    exchange_.reset();
    in_events_ = false;
    asks_for_head_ = false;
    parser_.emplace();
    parser_->header_limit(most_head_bytes);
    parser_->body_limit(host_.limits.body_bytes);
    expire(read_deadline_, host_.limits.silence, [](BasicSession& self) { self.close(); });
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                              self->guarded([&] { self->take_head(error); });
                            });
  }

  void take_head(ErrorCode error) {
    if (phase_ == Phase::closed) return;
    if (error) return unreadable(error);
    phase_ = Phase::body;
    const auto& head = parser_->get();
    keep_alive_ = keep_alive_ && head.keep_alive();
    chunks_ = head.version() >= 11;
    asks_for_head_ = head.method() == http::verb::head;
    const auto field = [&head](http::field name) {
      return std::string_view(head[name].data(), head[name].size());
    };
    const std::string_view target(head.target().data(), head.target().size());
    const RequestHead asked{
        .method = std::string(head.method_string()),
        .path = std::string(target.substr(0, target.find('?'))),
        .content_type = std::string(field(http::field::content_type)),
        .caller = {field(http::field::authorization), field(http::field::host), field(http::field::origin)}};
    if (boost::beast::websocket::is_upgrade(head)) return talk(host_.service.talk(asked));
    exchange_ = host_.service.begin(asked);
    if (!parser_->is_done() && !exchange_->reads_body()) {
      keep_alive_ = false;
      return work();
    }
    if (asks_before_it_sends(field(http::field::expect)) && !parser_->is_done()) send(continue_text());
    body_ends_ = std::chrono::steady_clock::now() + host_.limits.request;
    parser_->is_done() ? work() : read_body();
  }

  void talk(std::unique_ptr<Conversation> conversation) {
    phase_ = Phase::talk;
    forget(read_deadline_);
    ++host_.service.metrics().answers[101];
    websocket_.emplace(*this, stream_, std::move(conversation));
    websocket_->start(parser_->get(), host_.limits.silence, host_.limits.idle);
  }

  void read_body() {
    auto& body = parser_->get().body();
    body.data = chunk_.data();
    body.size = chunk_.size();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(body_ends_ - std::chrono::steady_clock::now());
    expire(read_deadline_, std::min(left, host_.limits.silence),
           [](BasicSession& self) { self.refuse(too_slow()); });
    reading_ = true;
    http::async_read_some(stream_, buffer_, *parser_,
                          [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                            self->reading_ = false;
                            self->guarded([&] { self->take_body(error); });
                          });
  }

  void take_body(ErrorCode error) {
    if (phase_ == Phase::closed) return;
    if (phase_ != Phase::body) return drop_rest();  // it was too slow
    if (error == http::error::need_buffer) error = {};
    if (error) return unreadable(error);
    const std::size_t count = chunk_.size() - parser_->get().body().size;
    exchange_->body({chunk_.data(), count});
    parser_->is_done() ? work() : read_body();
  }

  void work() {
    phase_ = Phase::work;
    forget(read_deadline_);
    exchange_->run(*this);
    if (phase_ != Phase::work) return;
    // From here on, an end of what the client sends means that it has hung up.
    keep_alive_ = false;
    drop_rest();
    count_ticks();
  }

  void count_ticks() {
    expire(ticks_, tick, [](BasicSession& self) {
      if (self.phase_ != Phase::work) return;
      self.exchange_->wait();
      self.count_ticks();
    });
  }

  // Reads and drops, until the client hangs up.
  void drop_rest() {
    if (std::exchange(reading_, true)) return;
    stream_.async_read_some(net::buffer(chunk_),
                            [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                              self->reading_ = false;
                              if (self->phase_ == Phase::closed) return;
                              error ? self->close() : self->drop_rest();
                            });
  }

  // Whatever is thrown while a request is read becomes its answer.
  template <class Do>
  void guarded(Do act) {
    try {
      act();
    } catch (const protocol::RequestError& error) {
      refuse(error.error());
    } catch (const std::exception&) {  // no memory
      refuse({.status = 500, .message = Message("The server has too little memory for this request.")});
    }
  }

  void unreadable(ErrorCode error) {
    const bool ends = error == http::error::end_of_stream || error == http::error::partial_message;
    const bool malformed = error.category() == make_error_code(http::error::end_of_stream).category();
    if (ends || !malformed) return close();
    refuse(refusal_of(error, host_.limits.body_bytes));
  }

  // An answer before the request was read to its end.
  void refuse(const protocol::ApiError& error) {
    if (phase_ == Phase::answered || phase_ == Phase::closed) return;
    keep_alive_ = false;
    answer(error_answer(error));
  }

  void answer(const protocol::Answer& answer) override {
    send(answer_text(answer, keep_alive_, !asks_for_head_));
    end_answer(answer.status);
  }

  void event(const std::string& text) override {
    if (phase_ != Phase::work) return;
    if (!std::exchange(in_events_, true)) send(events_head(chunks_));
    send(chunks_ ? chunk_text(text) : text);
  }

  void end_events() override {
    if (chunks_) send(last_chunk());
    end_answer(200);
  }

  void end_answer(int status) {
    ++host_.service.metrics().answers[status];
    phase_ = Phase::answered;
    forget(ticks_);
  }

  void send(std::string text) {
    if (phase_ == Phase::closed) return;
    out_.push_back(std::move(text));
    if (out_.size() == 1) write_next();
  }

  // A slice at a time: who takes a long answer slowly but steadily gets all of it.
  void write_next() {
    expire(write_deadline_, host_.limits.silence, [](BasicSession& self) { self.close(); });
    const net::const_buffer rest = net::buffer(out_.front()) + sent_;
    net::async_write(stream_, net::buffer(rest, slice_bytes),
                     [self = this->shared_from_this()](ErrorCode error, std::size_t count) {
                       self->written(error, count);
                     });
  }

  void written(ErrorCode error, std::size_t count) {
    if (phase_ == Phase::closed) return;
    if (error) return close();
    sent_ += count;
    if (sent_ < out_.front().size()) return write_next();
    out_.pop_front();
    sent_ = 0;
    forget(write_deadline_);
    if (!out_.empty()) return write_next();
    if (phase_ == Phase::answered) keep_alive_ ? read_head() : leave();
  }

  void leave() {
    exchange_.reset();
    ErrorCode ignored;
    // Over TLS the sending side stays open: each answer says where it ends.
    if constexpr (!is_tls) stream_.shutdown(net::ip::tcp::socket::shutdown_send, ignored);
    expire(read_deadline_, linger, [](BasicSession& self) { self.close(); });
    drop_rest();
  }

  const SessionHost& host_;
  Stream stream_;
  net::steady_timer read_deadline_, write_deadline_, ticks_;
  boost::beast::flat_buffer buffer_{2 * most_head_bytes};
  std::array<char, 65536> chunk_{};
  std::optional<Parser> parser_;
  std::unique_ptr<Exchange> exchange_;
  std::optional<Websocket<Stream, BasicSession>> websocket_;
  std::deque<std::string> out_;  // the first is being written
  std::size_t sent_ = 0;         // bytes of the first
  std::chrono::steady_clock::time_point body_ends_;
  Phase phase_ = Phase::head;
  bool reading_ = false;  // the body, or what is dropped
  bool keep_alive_ = true;
  bool chunks_ = true;      // the client knows chunked answers
  bool in_events_ = false;  // their head was sent
  bool asks_for_head_ = false;
};

}  // namespace tilescribe::server
