// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/x11/x11_connection.h"

namespace tilescribe {

X11Connection::X11Connection() {
  int number = 0;
  connection_ = xcb_connect(nullptr, &number);
  if (!good()) return;
  xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection_));
  for (; screens.rem > 0; xcb_screen_next(&screens)) {
    if (number-- == 0) root_ = screens.data->root;
  }
}

void X11Connection::finish() const {
  const XcbPtr<xcb_get_input_focus_reply_t> answer(
      xcb_get_input_focus_reply(connection_, xcb_get_input_focus(connection_), nullptr));
}

}  // namespace tilescribe
