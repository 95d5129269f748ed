// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "app/gui/desktop/desktop.h"
#include "app/gui/desktop/x11/x11_connection.h"

namespace tilescribe {

/// Types with the XTEST extension. A character without a key borrows an unused one, and keeps it until the
/// application has certainly looked it up.
class X11Typer : public QObject, public TextTyper {
 public:
  X11Typer();
  ~X11Typer() override { take_back(); }

  QString limit() const override;
  /// Waits while the user holds Shift, Ctrl, Alt or Super.
  void type(const QString& text) override;

 private:
  struct Key {
    xcb_keycode_t code = 0;
    bool shift = false;
  };
  struct Keyboard;

  void pump();
  bool foreign_window_is_active() const;
  std::optional<Key> find(xcb_keysym_t keysym, const Keyboard& keyboard) const;
  std::size_t lend_keys(const Keyboard& keyboard);
  void set_symbols(const std::map<xcb_keycode_t, xcb_keysym_t>& keys);
  void take_back();
  void press(const Key& key, xcb_keycode_t shift);

  X11Connection x_;
  bool has_xtest_ = false;
  std::u32string waiting_;
  std::set<xcb_keycode_t> borrowed_;            // unused keys that were changed and not given back yet
  std::map<xcb_keysym_t, xcb_keycode_t> lent_;  // of these, the ones in use now
  bool all_lent_ = false;                       // and another character needs one: then all are lent anew
  QTimer again_;
  QTimer idle_;
};

}  // namespace tilescribe
