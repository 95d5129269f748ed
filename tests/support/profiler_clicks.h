// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QTableView>
#include <QtTest>
#include <memory>

#include "tests/support/patience.h"
#include "tests/support/profile_sessions.h"
#include "ui/profiling/profile_tables.h"
#include "ui/profiling/profiler_window.h"
#include "ui/profiling/timeline.h"
#include "ui/profiling/timeline_text.h"

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

/// What a timeline tells about a point of its viewport.
inline QString details_at(const ui::Timeline& timeline, const QPointF& point) {
  return ui::timeline_details(timeline.model(), timeline.hit_at(point));
}

/// Where a record is in a timeline's viewport.
inline QRectF record_rect(const ui::Timeline& timeline, std::size_t record) {
  return timeline.box_of(ui::place_of_record(timeline.model(), record));
}

inline QString text_of(const ui::ProfilerWindow& window, const char* label) {
  return child<QLabel>(window, label)->text();
}

}  // namespace tilescribe::test
