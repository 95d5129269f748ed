// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tilescribe {

/// Rows on their way to the window, which takes those that have come meanwhile together.
template <class Row>
struct RowsMail {
  std::mutex mutex;
  std::vector<Row> rows;

  /// Whether they are the first: then somebody has to be told.
  bool add(const Row& row) {
    const std::lock_guard lock(mutex);
    rows.push_back(row);
    return rows.size() == 1;
  }
  std::vector<Row> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(rows, {});
  }
};

/// A function for the thread that works: it hands rows to `show`, on the thread of `receiver`.
template <class Row, class Show>
auto mailed_rows(QObject* receiver, Show show) {
  return [receiver, show, mail = std::make_shared<RowsMail<Row>>()](const Row& row) {
    if (!mail->add(row)) return;
    QMetaObject::invokeMethod(
        receiver, [show, mail] { show(mail->take()); }, Qt::QueuedConnection);
  };
}

}  // namespace tilescribe
