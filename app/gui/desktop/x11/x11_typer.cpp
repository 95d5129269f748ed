// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/x11/x11_typer.h"

#include <QGuiApplication>
#include <QWindow>
#include <algorithm>
#include <utility>
#include <vector>

#include <xcb/xtest.h>

namespace tilescribe {

constexpr std::size_t most_at_once = 100;  // characters per round, so that the window stays responsive
constexpr int pause_ms = 20;
constexpr int lookup_ms = 3000;  // by then an application has looked up a key that it received
constexpr int idle_ms = 30'000;
constexpr xcb_keysym_t shift_left = 0xffe1;
constexpr unsigned held_mask = XCB_MOD_MASK_SHIFT | XCB_MOD_MASK_CONTROL | XCB_MOD_MASK_1 | XCB_MOD_MASK_4;

/// The current state of the keyboard: its keys, and the modifiers held down.
struct X11Typer::Keyboard {
  XcbPtr<xcb_get_keyboard_mapping_reply_t> mapping;
  xcb_keycode_t first = 0;
  int count = 0;
  unsigned state = 0;  // modifiers; the current layout in bits 13 and 14

  explicit Keyboard(const X11Connection& x) {
    const xcb_setup_t* setup = xcb_get_setup(x.get());
    first = setup->min_keycode;
    count = setup->max_keycode - setup->min_keycode + 1;
    const auto keys = xcb_get_keyboard_mapping(x.get(), first, static_cast<std::uint8_t>(count));
    const auto pointer = xcb_query_pointer(x.get(), x.root());
    mapping.reset(xcb_get_keyboard_mapping_reply(x.get(), keys, nullptr));
    const XcbPtr<xcb_query_pointer_reply_t> held(xcb_query_pointer_reply(x.get(), pointer, nullptr));
    state = held ? held->mask : 0;
  }
  xcb_keysym_t symbol(int key, int column) const {
    const int columns = mapping->keysyms_per_keycode;
    if (column >= columns) return 0;
    return xcb_get_keyboard_mapping_keysyms(mapping.get())[key * columns + column];
  }
  bool unused(int key) const {
    for (int column = 0; column < mapping->keysyms_per_keycode; ++column) {
      if (symbol(key, column) != 0) return false;
    }
    return true;
  }
  xcb_keycode_t code(int key) const { return static_cast<xcb_keycode_t>(first + key); }

  /// The key that produces this symbol, alone or with Shift.
  std::optional<Key> find(xcb_keysym_t keysym) const {
    const int group = static_cast<int>(state >> 13 & 3);
    for (int key = 0; key < count; ++key) {
      const int base = symbol(key, 2 * group) != 0 ? 2 * group : 0;
      for (const bool shift : {false, true}) {
        if (symbol(key, base + (shift ? 1 : 0)) != keysym) continue;
        // Caps Lock swaps upper and lower case.
        const xcb_keysym_t lower = symbol(key, base);
        const bool letter = QChar::isLetter(lower) && lower != symbol(key, base + 1);
        const bool locked = letter && (state & XCB_MOD_MASK_LOCK) != 0;
        return Key{code(key), shift != locked};
      }
    }
    return {};
  }
};

X11Typer::X11Typer() {
  again_.setSingleShot(true);
  idle_.setSingleShot(true);
  idle_.setInterval(idle_ms);
  connect(&again_, &QTimer::timeout, this, &X11Typer::pump);
  connect(&idle_, &QTimer::timeout, this, &X11Typer::take_back);
  if (!x_.good()) return;
  const xcb_query_extension_reply_t* extension = xcb_get_extension_data(x_.get(), &xcb_test_id);
  has_xtest_ = extension != nullptr && extension->present != 0;
}

QString X11Typer::limit() const {
  return has_xtest_
             ? QString()
             : DesktopTexts::tr("This X server does not let programs type: it has no XTEST extension.");
}

void X11Typer::type(const QString& text) {
  if (!has_xtest_ || !x_.good() || !foreign_window_is_active()) return;
  waiting_ += text.toStdU32String();
  if (!again_.isActive()) pump();
}

/// Also asks the X server, which knows about a change of focus before Qt does.
bool X11Typer::foreign_window_is_active() const {
  if (QGuiApplication::focusWindow() != nullptr) return false;
  const XcbPtr<xcb_get_input_focus_reply_t> focus(
      xcb_get_input_focus_reply(x_.get(), xcb_get_input_focus(x_.get()), nullptr));
  if (!focus || focus->focus == XCB_NONE || focus->focus == XCB_INPUT_FOCUS_POINTER_ROOT) return false;
  std::vector<xcb_window_t> own;
  for (const QWindow* window : QGuiApplication::allWindows()) {
    if (window->handle() != nullptr) own.push_back(static_cast<xcb_window_t>(window->winId()));
  }
  for (xcb_window_t window = focus->focus; window != XCB_NONE && window != x_.root();) {
    if (std::ranges::find(own, window) != own.end()) return false;
    const XcbPtr<xcb_query_tree_reply_t> tree(
        xcb_query_tree_reply(x_.get(), xcb_query_tree(x_.get(), window), nullptr));
    window = tree ? tree->parent : xcb_window_t{XCB_NONE};
  }
  return true;
}

void X11Typer::pump() {
  if (!x_.good() || !foreign_window_is_active()) return waiting_.clear();
  if (std::exchange(all_lent_, false)) lent_.clear();
  const Keyboard keyboard(x_);
  if (!keyboard.mapping) return waiting_.clear();
  if ((keyboard.state & held_mask) != 0) return again_.start(pause_ms);
  const auto shift = keyboard.find(shift_left);
  const std::size_t count = lend_keys(keyboard);
  for (std::size_t i = 0; i < count; ++i) {
    const xcb_keysym_t keysym = keysym_of(waiting_[i]);
    const auto lent = lent_.find(keysym);
    const auto key = lent != lent_.end() ? Key{lent->second, false} : find(keysym, keyboard);
    if (key) press(*key, shift ? shift->code : xcb_keycode_t{0});
  }
  waiting_.erase(0, count);
  xcb_flush(x_.get());
  while (const XcbPtr<xcb_generic_event_t> event{xcb_poll_for_event(x_.get())}) continue;
  if (!waiting_.empty()) again_.start(all_lent_ ? lookup_ms : pause_ms);
  idle_.start();
}

/// The keyboard's own key for a symbol. Borrowed keys do not count, because they are about to change.
std::optional<X11Typer::Key> X11Typer::find(xcb_keysym_t keysym, const Keyboard& keyboard) const {
  const auto key = keyboard.find(keysym);
  return key && borrowed_.contains(key->code) ? std::nullopt : key;
}

/// Lends unused keys to characters without a key, in order. Returns how many characters can be typed now.
/// Every change costs all keyboard readers some time, so neighbouring keys are changed together.
std::size_t X11Typer::lend_keys(const Keyboard& keyboard) {
  std::vector<xcb_keycode_t> unused;
  for (int key = keyboard.count - 1; key >= 0; --key) {
    const xcb_keycode_t code = keyboard.code(key);
    const bool lent = std::ranges::any_of(lent_, [&](const auto& one) { return one.second == code; });
    if (!lent && (keyboard.unused(key) || borrowed_.contains(code))) unused.push_back(code);
  }
  std::map<xcb_keycode_t, xcb_keysym_t> fresh;
  std::size_t count = 0;
  for (; count < std::min(waiting_.size(), most_at_once); ++count) {
    const xcb_keysym_t keysym = keysym_of(waiting_[count]);
    if (waiting_[count] < 0x20 || lent_.contains(keysym) || find(keysym, keyboard)) continue;
    if (unused.empty()) {
      all_lent_ = !lent_.empty();
      // If no key is unused and none is lent, the character is dropped.
      if (all_lent_) break;
      continue;
    }
    fresh.emplace(unused.back(), keysym);
    lent_.emplace(keysym, unused.back());
    borrowed_.insert(unused.back());
    unused.pop_back();
  }
  set_symbols(fresh);
  return count;
}

/// Assigns each key its only symbol, one run of neighbouring keys at a time.
void X11Typer::set_symbols(const std::map<xcb_keycode_t, xcb_keysym_t>& keys) {
  for (auto first = keys.begin(); first != keys.end();) {
    std::vector<xcb_keysym_t> symbols;  // two per key: without and with Shift
    auto next = first;
    for (int code = first->first; next != keys.end() && next->first == code; ++next, ++code)
      symbols.insert(symbols.end(), 2, next->second);
    xcb_change_keyboard_mapping(x_.get(), static_cast<std::uint8_t>(symbols.size() / 2), first->first, 2,
                                symbols.data());
    first = next;
  }
}

void X11Typer::take_back() {
  std::map<xcb_keycode_t, xcb_keysym_t> keys;
  for (const xcb_keycode_t code : borrowed_) keys.emplace(code, XCB_NO_SYMBOL);
  borrowed_.clear();
  lent_.clear();
  if (!x_.good()) return;
  set_symbols(keys);
  x_.finish();
}

void X11Typer::press(const Key& key, xcb_keycode_t shift) {
  const auto send = [this](std::uint8_t what, xcb_keycode_t code) {
    xcb_test_fake_input(x_.get(), what, code, XCB_CURRENT_TIME, x_.root(), 0, 0, 0);
  };
  if (key.shift) send(XCB_KEY_PRESS, shift);
  send(XCB_KEY_PRESS, key.code);
  send(XCB_KEY_RELEASE, key.code);
  if (key.shift) send(XCB_KEY_RELEASE, shift);
}

}  // namespace tilescribe
