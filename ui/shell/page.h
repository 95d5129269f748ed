// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QVariant>
#include <functional>
#include <vector>

class QAction;
class QWidget;

namespace tilescribe::ui {

/// The menus, in their order.
enum class Menu { file, recording, edit, playback, queue, library, view, profiler, help };

/// Actions that belong into a menu. A line divides its sections, which stand in the order of their numbers.
struct MenuActions {
  Menu menu = Menu::view;
  int section = 0;
  QList<QAction*> actions;
};

/// A value that is kept in the settings.
struct KeptValue {
  QString name;  // within its page
  std::function<QVariant()> value;
  std::function<void(const QVariant&)> restore;  // called once, if a value was kept
};

/// A page of the window. One is shown at a time.
struct Page {
  QString id;
  QString title;                             // its name, also for assistive technology
  QWidget* widget = nullptr;                 // becomes the window's
  std::vector<MenuActions> actions;          // what can be done on it, or leads to it
  std::vector<KeptValue> state;              // kept after each of its actions, and when the window closes
  QWidget* focus = nullptr;                  // takes the focus over if the page before it had it
  bool beside_list = true;                   // whether the list of files stands beside it
  std::function<void(bool visible)> turned;  // the page is shown from now on, or another one is
};

/// The two pages that the window shows when no other was asked for.
namespace page_id {
inline constexpr QLatin1String empty("empty");            // there are no files
inline constexpr QLatin1String transcript("transcript");  // of the chosen file
}  // namespace page_id

}  // namespace tilescribe::ui
