// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <memory>

#include <xcb/xcb.h>

namespace tilescribe {

/// XCB's results are freed with free().
struct FreeXcb {
  void operator()(void* memory) const { std::free(memory); }
};
template <class Reply>
using XcbPtr = std::unique_ptr<Reply, FreeXcb>;

/// Our own connection to the X server, separate from Qt's, so errors and events do not mix.
class X11Connection {
 public:
  X11Connection();
  ~X11Connection() { xcb_disconnect(connection_); }
  X11Connection(const X11Connection&) = delete;
  X11Connection& operator=(const X11Connection&) = delete;

  bool good() const { return xcb_connection_has_error(connection_) == 0; }
  xcb_connection_t* get() const { return connection_; }
  xcb_window_t root() const { return root_; }
  /// Returns when the server has processed all requests. Closing a connection earlier drops the rest.
  void finish() const;

 private:
  xcb_connection_t* connection_ = nullptr;
  xcb_window_t root_ = 0;
};

/// The keysym of a character: Latin-1 characters are their own, others follow X11's rule for Unicode.
constexpr xcb_keysym_t keysym_of(char32_t character) {
  const bool latin1 = (character >= 0x20 && character <= 0x7e) || (character >= 0xa0 && character <= 0xff);
  return latin1 ? static_cast<xcb_keysym_t>(character) : 0x0100'0000U | static_cast<xcb_keysym_t>(character);
}

}  // namespace tilescribe
