// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSocketNotifier>
#include <memory>
#include <optional>

#include "app/gui/desktop/desktop.h"
#include "app/gui/desktop/x11/x11_connection.h"

struct _XCBKeySymbols;

namespace tilescribe {

struct X11Chord {
  xcb_keysym_t key = 0;
  std::uint16_t modifiers = 0;
};
/// Empty for combinations that can't be grabbed: modifiers alone, keys without a keysym.
std::optional<X11Chord> x11_chord(const QKeySequence& keys);

/// Grabs a key combination on the root window, with and without Caps Lock and Num Lock.
class X11Shortcut : public GlobalShortcut {
 public:
  X11Shortcut();

  QString limit() const override;
  void set(const QKeySequence& keys) override;
  QString keys() const override { return grabbed_ == 0 ? QString() : shown_; }

 private:
  void read_events();
  void on_event(const xcb_generic_event_t& event);
  bool grab();
  void let_go();
  xcb_keycode_t keycode() const;

  X11Connection x_;
  std::unique_ptr<_XCBKeySymbols, void (*)(_XCBKeySymbols*)> symbols_;
  std::unique_ptr<QSocketNotifier> notifier_;
  std::optional<X11Chord> wanted_;
  QString shown_;                     // the keys that are wanted, as people read them
  xcb_keycode_t grabbed_ = 0;         // 0: none
  xcb_timestamp_t last_release_ = 0;  // milliseconds of the server's clock
};

}  // namespace tilescribe
