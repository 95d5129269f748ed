// SPDX-License-Identifier: Apache-2.0
// A websocket over a session's stream (RFC 6455).
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include "app/server/exchange.h"
#include "app/server/session.h"

namespace tilescribe::server {

/// Carries what is said between a client and a conversation. `Owner` is the session, which closes the stream
/// and lives as long as anything is under way. At most one read and one write are.
template <class Stream, class Owner>
class Websocket final : public Speaker {
 public:
  using ErrorCode = boost::system::error_code;
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most_message_bytes = std::size_t{16} << 20U;
  static constexpr std::size_t most_unread_bytes = std::size_t{16} << 20U;  // by the client

  Websocket(Owner& owner, Stream& stream, std::unique_ptr<Conversation> conversation)
      : owner_(owner),
        socket_(stream),
        conversation_(std::move(conversation)),
        quiet_(stream.get_executor()) {}
  ~Websocket() override { conversation_->hang_up(); }
  Websocket(const Websocket&) = delete;
  Websocket& operator=(const Websocket&) = delete;

  /// Answers the request that asked for it, and begins. A client that is silent for `silence` is asked
  /// whether it is there. Where neither says anything for `idle`, it ends.
  template <class Request>
  void start(const Request& request, std::chrono::milliseconds silence, std::chrono::milliseconds idle) {
    idle_ = idle;
    namespace websocket = boost::beast::websocket;
    websocket::stream_base::timeout patience{};
    patience.handshake_timeout = silence;
    patience.idle_timeout = 2 * silence;
    patience.keep_alive_pings = true;
    socket_.set_option(patience);
    socket_.set_option(websocket::stream_base::decorator([](websocket::response_type& answer) {
      answer.set(boost::beast::http::field::server, "tilescribe");
    }));
    socket_.read_message_max(most_message_bytes);
    socket_.text(true);
    socket_.async_accept(request, [this, self = owner_.shared_from_this()](ErrorCode error) {
      if (over_) return;
      if (error) return owner_.close();
      open_ = true;
      await_words();
      guarded([this] { conversation_->begin(*this); });
      if (!over_) read();
    });
  }

  void say(std::string text) override {
    if (over_) return;
    said_ = Clock::now();
    unread_ += text.size();
    out_.push_back(std::move(text));
    if (unread_ > most_unread_bytes) return owner_.close();
    if (out_.size() == 1) write();
  }

  /// Says goodbye after what was said, and closes.
  void leave() {
    leaving_ = true;
    if (out_.empty()) close_politely();
  }
  /// The stream is closed.
  void closed() {
    over_ = true;
    quiet_.cancel();
    conversation_->hang_up();
  }

 private:
  void read() {
    socket_.async_read(in_, [this, self = owner_.shared_from_this()](ErrorCode error, std::size_t) {
      if (over_) return;
      if (error) return owner_.close();
      said_ = Clock::now();
      guarded([this] { conversation_->hear({static_cast<const char*>(in_.data().data()), in_.size()}); });
      in_.consume(in_.size());
      if (!over_) read();
    });
  }

  // Looks up when the last words may be old enough.
  void await_words() {
    quiet_.expires_at(said_ + idle_);
    quiet_.async_wait([this, self = owner_.shared_from_this()](ErrorCode) {
      if (over_ || leaving_) return;
      if (Clock::now() < said_ + idle_) return await_words();
      guarded([this] { conversation_->tire(std::chrono::duration<double>(idle_).count()); });
      if (!over_) leave();
    });
  }

  // A client for whom memory does not suffice is left; the others stay.
  template <class Work>
  void guarded(Work work) {
    try {
      work();
    } catch (const std::exception&) {
      owner_.close();
    }
  }

  void write() {
    socket_.async_write(boost::asio::buffer(out_.front()),
                        [this, self = owner_.shared_from_this()](ErrorCode error, std::size_t) {
                          if (over_) return;
                          if (error) return owner_.close();
                          unread_ -= out_.front().size();
                          out_.pop_front();
                          if (!out_.empty()) return write();
                          if (leaving_) close_politely();
                        });
  }

  void close_politely() {
    if (!open_) return owner_.close();
    socket_.async_close(boost::beast::websocket::close_code::going_away,
                        [this, self = owner_.shared_from_this()](ErrorCode) { owner_.close(); });
  }

  Owner& owner_;
  boost::beast::websocket::stream<Stream&, false> socket_;
  std::unique_ptr<Conversation> conversation_;
  boost::asio::steady_timer quiet_;
  std::chrono::milliseconds idle_{};
  Clock::time_point said_ = Clock::now();  // by either
  boost::beast::flat_buffer in_;
  std::deque<std::string> out_;  // the first is being written
  std::size_t unread_ = 0;       // bytes of these
  bool open_ = false;            // the client's request was answered
  bool leaving_ = false, over_ = false;
};

}  // namespace tilescribe::server
