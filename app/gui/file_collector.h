// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QUrl>
#include <functional>
#include <stop_token>
#include <vector>

namespace tilescribe {

/// A dropped or opened item: a file to transcribe, or the reason why it is none (one sentence).
struct CollectedFile {
  QString path;
  QString problem;         // empty: transcribe it
  QString done_text = {};  // the kept text that it has already; empty: none is known
};

/// Turns dropped items into files. A file stays, whatever its name. A folder becomes its audio and video
/// files (by suffix), at any depth, sorted. Reads the disk, so not for the GUI thread. A stop ends it before
/// the next file; the result is then useless.
std::vector<CollectedFile> collect_files(const QList<QUrl>& urls, const std::stop_token& stop = {});

/// collect_files, or a replacement in tests.
using CollectFunction = std::function<std::vector<CollectedFile>(const QList<QUrl>&, const std::stop_token&)>;

/// Whether a file is called as an audio or video file.
bool is_media_name(const QString& name);

/// Whether the name is that of a saved profile, for the profiler's window.
bool is_profile_name(const QString& path);

}  // namespace tilescribe
