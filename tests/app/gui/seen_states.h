// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaType>
#include <QStringList>
#include <QWidget>
#include <functional>

/// States of pages and dialogs, for tests that look at each: in signs and digits that no language translates.
namespace tilescribe::test {

/// Who looks.
struct Onlooker {
  std::function<void(QWidget& window, const char* state)> look;
  /// What is shown as it is from now on, such as paths.
  std::function<void(const QStringList& names)> know = [](const QStringList&) {};
};

using See = void (*)(const Onlooker& onlooker);
/// The library, its bin, playback, the watched folder, replacing, comparing, the server and the lab as the
/// rows of a test, which fetches `see` and calls it with an onlooker.
void add_seen_states();

}  // namespace tilescribe::test

Q_DECLARE_METATYPE(tilescribe::test::See)
