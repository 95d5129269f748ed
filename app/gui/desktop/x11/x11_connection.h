// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

#include <xcb/xcb.h>

namespace tilescribe {

/// What XCB hands out is freed with free().
struct FreeXcb {
  void operator()(void* memory) const { std::free(memory); }
};
template <class Reply>
using XcbPtr = std::unique_ptr<Reply, FreeXcb>;

/// A connection of our own to the X server, apart from Qt's, so that neither's errors and events are the
/// other's.
class X11Connection {
 public:
  X11Connection();
  ~X11Connection();
  X11Connection(const X11Connection&) = delete;
  X11Connection& operator=(const X11Connection&) = delete;

  bool good() const;
  xcb_connection_t* get() const { return connection_; }
  xcb_window_t root() const { return root_; }
  /// Returns when the server has done all that it was asked. A server drops what is left to do for a
  /// connection that was closed before it could answer.
  void finish() const;

 private:
  xcb_connection_t* connection_ = nullptr;
  xcb_window_t root_ = 0;
};

/// The keysym of a character: Latin-1 as it is, others by X11's rule for Unicode.
constexpr xcb_keysym_t keysym_of(char32_t character) {
  const bool latin1 = (character >= 0x20 && character <= 0x7e) || (character >= 0xa0 && character <= 0xff);
  return latin1 ? static_cast<xcb_keysym_t>(character) : 0x0100'0000U | static_cast<xcb_keysym_t>(character);
}

}  // namespace tilescribe
