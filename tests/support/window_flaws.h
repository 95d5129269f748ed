// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace tilescribe::test {

/// The first flaw found in the layout of a window, which may still be on its way: something is cut off, lies
/// over something else, or sticks out. Empty: none.
QString flaw_after_layout(const QWidget& window);

}  // namespace tilescribe::test
