// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <optional>
#include <vector>

#include "inference/api/message.h"

namespace tilescribe {

/// How a file looked when it was seen last; where that differs, it has changed.
struct SeenFile {
  qint64 bytes = 0;
  qint64 changed_ms = 0;  // since 1970
  bool operator==(const SeenFile&) const = default;
};
using SeenFiles = QHash<QString, SeenFile>;  // by names within a folder

/// What of the queue outlasts the program.
struct QueueRecord {
  enum class State {
    waiting,
    running,
    found,  // and not looked at: it may have a text from before
  };
  struct Row {
    QString path;
    State state = State::waiting;
    int asked = -1;  // in which way, of those in `asked`; -1: as usual
    bool operator==(const Row&) const = default;
  };
  std::vector<QByteArray> asked;  // as transcribe_options_json has it; thousands of rows share few
  std::vector<Row> rows;          // that are not finished, in their order
  bool paused = false;
  QString folder;  // that is watched; empty: none
  SeenFiles seen;  // in it: they are not taken (again)
  bool operator==(const QueueRecord&) const = default;
};

/// A record that was read, and why it is empty where that is not as it should be.
struct LoadedQueue {
  QueueRecord record = {};
  QString at = {};  // when the queue was like this, as kept_stamp has it; empty: not known
  std::optional<Message> problem = {};
};
/// Reads the record in a file; empty where there is none yet.
LoadedQueue load_queue_record(const QString& path);
/// Replaces it as a whole, for the user alone. `at`: when the queue was like this, as kept_stamp has it. It
/// is on disk when this returns. Returns why it could not.
std::optional<Message> save_queue_record(const QString& path, const QueueRecord& record, const QString& at);
/// Gives a damaged one another name, and returns that; empty: it could not.
QString set_queue_record_aside(const QString& path);

}  // namespace tilescribe
