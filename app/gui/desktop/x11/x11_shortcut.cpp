// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/x11/x11_shortcut.h"

#include <array>

#include <xcb/xcb_keysyms.h>

#include "app/gui/desktop/named_keys.h"

namespace tilescribe {

namespace {

// Num Lock is Mod2 on all of today's X servers.
constexpr std::array<std::uint16_t, 4> locks{0, XCB_MOD_MASK_LOCK, XCB_MOD_MASK_2,
                                             XCB_MOD_MASK_LOCK | XCB_MOD_MASK_2};

xcb_keysym_t keysym_of_key(Qt::Key key) {
  for (const NamedKey& named : named_keys) {
    if (named.key == key) return named.keysym;
  }
  if (key >= Qt::Key_F1 && key <= Qt::Key_F35) return 0xffbeU + static_cast<xcb_keysym_t>(key - Qt::Key_F1);
  // Qt names letters by capitals, keyboards by small letters.
  if (key >= Qt::Key_A && key <= Qt::Key_Z) return static_cast<xcb_keysym_t>(key) + ('a' - 'A');
  if (key < 0x0100'0000) return keysym_of(static_cast<char32_t>(key));
  return 0;
}

}  // namespace

std::optional<X11Chord> x11_chord(const QKeySequence& keys) {
  if (keys.isEmpty()) return {};
  X11Chord chord;
  chord.key = keysym_of_key(keys[0].key());
  if (chord.key == 0) return {};
  const Qt::KeyboardModifiers modifiers = keys[0].keyboardModifiers();
  const auto add = [&](Qt::KeyboardModifier modifier, int mask) {
    if (modifiers.testFlag(modifier)) chord.modifiers = static_cast<std::uint16_t>(chord.modifiers | mask);
  };
  add(Qt::ShiftModifier, XCB_MOD_MASK_SHIFT);
  add(Qt::ControlModifier, XCB_MOD_MASK_CONTROL);
  add(Qt::AltModifier, XCB_MOD_MASK_1);
  add(Qt::MetaModifier, XCB_MOD_MASK_4);
  return chord;
}

X11Shortcut::X11Shortcut() : symbols_(nullptr, &xcb_key_symbols_free) {
  if (!x_.good()) return;
  symbols_.reset(xcb_key_symbols_alloc(x_.get()));
  notifier_ = std::make_unique<QSocketNotifier>(xcb_get_file_descriptor(x_.get()), QSocketNotifier::Read);
  connect(notifier_.get(), &QSocketNotifier::activated, this, &X11Shortcut::read_events);
}

QString X11Shortcut::limit() const {
  return x_.good() ? QString() : DesktopTexts::tr("The connection to the X server was lost.");
}

void X11Shortcut::set(const QKeySequence& keys) {
  if (!x_.good()) return;
  let_go();
  wanted_ = x11_chord(keys);
  shown_ = keys.toString(QKeySequence::NativeText);
  if (!keys.isEmpty() && !wanted_) {
    emit refused(DesktopTexts::tr("%1 can't be a shortcut in other windows.").arg(shown_));
  } else if (wanted_ && !grab()) {
    emit refused(DesktopTexts::tr("%1 already belongs to another program. Choose other keys for recording.")
                     .arg(shown_));
  }
  read_events();  // events that came with the replies
}

xcb_keycode_t X11Shortcut::keycode() const {
  const XcbPtr<xcb_keycode_t> codes(xcb_key_symbols_get_keycode(symbols_.get(), wanted_->key));
  return codes ? *codes : xcb_keycode_t{0};
}

bool X11Shortcut::grab() {
  const xcb_keycode_t code = keycode();
  if (code == 0) return false;
  bool granted = true;
  for (const std::uint16_t lock : locks) {
    const auto asked =
        xcb_grab_key_checked(x_.get(), 0, x_.root(), static_cast<std::uint16_t>(wanted_->modifiers | lock),
                             code, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
    const XcbPtr<xcb_generic_error_t> error(xcb_request_check(x_.get(), asked));
    granted = granted && !error;
  }
  grabbed_ = code;
  if (!granted) let_go();
  return granted;
}

void X11Shortcut::let_go() {
  if (grabbed_ == 0) return;
  xcb_ungrab_key(x_.get(), grabbed_, x_.root(), XCB_MOD_MASK_ANY);
  xcb_flush(x_.get());
  grabbed_ = 0;
}

void X11Shortcut::read_events() {
  while (const XcbPtr<xcb_generic_event_t> event{xcb_poll_for_event(x_.get())}) on_event(*event);
  if (!x_.good()) notifier_->setEnabled(false);
}

void X11Shortcut::on_event(const xcb_generic_event_t& event) {
  constexpr int sent = 0x80;
  switch (event.response_type & ~sent) {
    case XCB_KEY_RELEASE:
      last_release_ = reinterpret_cast<const xcb_key_release_event_t&>(event).time;
      break;
    case XCB_KEY_PRESS:
      // Auto-repeat releases and presses a key at the same time stamp.
      if (reinterpret_cast<const xcb_key_press_event_t&>(event).time != last_release_) emit activated();
      break;
    case XCB_MAPPING_NOTIFY: {
      auto mapping = reinterpret_cast<const xcb_mapping_notify_event_t&>(event);
      if (mapping.request != XCB_MAPPING_KEYBOARD) break;
      xcb_refresh_keyboard_mapping(symbols_.get(), &mapping);
      if (!wanted_ || keycode() == grabbed_) break;
      let_go();
      grab();
      break;
    }
    default:
      break;
  }
}

}  // namespace tilescribe
