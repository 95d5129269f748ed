// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QTableView>
#include <QtTest>
#include <memory>

#include "tests/support/profile_sessions.h"
#include "ui/profiling/profile_tables.h"
#include "ui/profiling/profiler_window.h"

namespace tilescribe::test {

inline std::shared_ptr<const ProfileSession> made(const SyntheticProfile& options = {}) {
  return std::make_shared<const ProfileSession>(synthetic_profile(options));
}

/// Waits until nothing is computed for the views any more.
inline void settle(const ui::ProfileDocument& document) {
  QTRY_VERIFY_WITH_TIMEOUT(!document.is_computing(), 60'000);
}

template <typename Widget>
Widget* child(const ui::ProfilerWindow& window, const char* name) {
  return window.findChild<Widget*>(QLatin1String(name));
}

/// Chooses a row of the kernel table.
inline void click_row(const ui::ProfilerWindow& window, int row) {
  auto* view = child<QTableView>(window, "kernelTable");
  const QRect cell = view->visualRect(view->model()->index(row, ui::KernelTableModel::CallsColumn));
  QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, cell.center());
}

inline QString text_of(const ui::ProfilerWindow& window, const char* label) {
  return child<QLabel>(window, label)->text();
}

}  // namespace tilescribe::test
