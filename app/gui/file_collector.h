// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QUrl>
#include <functional>
#include <stop_token>
#include <vector>

namespace tilescribe {

/// A thing that was dropped or opened: a file to transcribe, or why it is none (one sentence).
struct CollectedFile {
  QString path;
  QString problem;  // empty: transcribe it
};

/// Turns dropped things into files: a file is itself, whatever its name says; a folder gives the files in it,
/// at any depth, whose names end as audio or video files do, sorted. Reads the disk: not for the GUI thread.
/// A stop ends it before the next file; what it gives then is of no use.
std::vector<CollectedFile> collect_files(const QList<QUrl>& urls, const std::stop_token& stop = {});

/// collect_files, or another one in tests.
using CollectFunction = std::function<std::vector<CollectedFile>(const QList<QUrl>&, const std::stop_token&)>;

/// Whether a file's name is that of a saved profile, which is for the profiler's window.
bool is_profile_name(const QString& path);

}  // namespace tilescribe
