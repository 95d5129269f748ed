// SPDX-License-Identifier: Apache-2.0
#include "app/gui/transcript_store.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <utility>

#include <sys/stat.h>

#include "app/gui/at_once.h"
#include "app/paths.h"
#include "inference/api/library.h"
#include "inference/api/private_files.h"

namespace tilescribe {

namespace {

constexpr int most_recent = 12;   // in the menu
constexpr int stamp_length = 19;  // "20260131-142530-123", then "-" and the recording's name

const QString stamp_format = QStringLiteral("yyyyMMdd-HHmmss-zzz");

/// Writes a text under a free name, which sorts by time, and returns the name. Where another of the name was
/// kept in the same millisecond, by this program or another, it is the next free one.
QString write_new(const QDir& folder, const Transcript& text, const LibraryNotes& notes, QDateTime when) {
  const QString source = kept_source_of(QString::fromStdString(text.source).section(QLatin1Char('/'), -1));
  for (;; when = when.addMSecs(1)) {
    QString name = QStringLiteral("%1-%2.json").arg(when.toString(stamp_format), source);
    if (folder.exists(name)) continue;
    const auto path = native_path(folder.filePath(name));
    // First: a text is never without what is known of it.
    if (notes != LibraryNotes()) save_notes(path, notes);
    if (save_new_transcript(path, text, ExportFormat::json, Readers::user_alone)) return name;
  }
}

/// Of a kept file, by its name; nothing where it is not one of ours.
std::optional<RecentTranscript> recent_entry(const QDir& folder, const QString& name) {
  const auto source = kept_source(name);
  if (!source) return {};
  const QString title =
      QStringLiteral("%1 · %2").arg(*source, QLocale().toString(kept_time(name), QLocale::ShortFormat));
  return RecentTranscript{title, folder.filePath(name)};
}

/// "talk.srt", or "talk-2.srt" and so on where that exists.
QString free_path(const QDir& folder, const QString& name, const QString& ending) {
  for (int number = 1;; ++number) {
    const QString tried = number == 1 ? name : QStringLiteral("%1-%2").arg(name).arg(number);
    const QFileInfo file(folder.filePath(QStringLiteral("%1.%2").arg(tried, ending)));
    if (!file.exists() && !file.isSymLink()) return file.filePath();
  }
}

constexpr std::size_t most_named = 5;      // exports that failed, in the sentence
constexpr std::size_t most_detailed = 20;  // and behind it

/// An export that failed.
struct LostExport {
  std::string name;  // of its file
  Failure failure;
};

/// Which exports of many failed, in one sentence; one that fails alone says so itself.
Failure failure_of(const std::vector<LostExport>& lost) {
  if (lost.size() == 1) return lost.front().failure;
  std::string names;
  for (std::size_t i = 0; i < lost.size() && i < most_named; ++i)
    names += (i == 0 ? "" : ", ") + lost[i].name;
  const Message missing = lost.size() <= most_named
                              ? Message::verbatim(names)
                              : Message("{1} and {2} other(s)", names, lost.size() - most_named);
  Failure all;
  all.message =
      Message("These files are missing: {1}. The first of them: {2}", missing, lost.front().failure.message);
  for (std::size_t i = 0; i < lost.size() && i < most_detailed; ++i)
    all.details += english(lost[i].failure.message) + '\n' + lost[i].failure.details + '\n';
  return all;
}

/// Older versions left the folder open to others, and what is in it.
void close_folder(const QDir& folder) {
  close_to_others(native_path(folder.path()));
  for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files))
    close_to_others(native_path(folder.filePath(name)));
}

/// Without those that are only names so far, as on a disk without hard links.
QList<RecentTranscript> newest_in(const QDir& folder) {
  QList<RecentTranscript> found;
  for (const QString& name :
       folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name | QDir::Reversed)) {
    if (found.size() == most_recent) break;
    if (QFileInfo(folder.filePath(name)).size() == 0) continue;
    if (const auto entry = recent_entry(folder, name)) found.append(*entry);
  }
  return found;
}

}  // namespace

std::optional<QString> kept_source(const QString& name) {
  if (!kept_time(name).isValid()) return {};
  return name.mid(stamp_length + 1).chopped(5);
}

QDateTime kept_time(const QString& name) {
  return QDateTime::fromString(kept_stamp(name), stamp_format);
}

QString kept_stamp(const QString& name) {
  return name.left(stamp_length);
}

QString kept_stamp(const QDateTime& time) {
  return time.toString(stamp_format);
}

/// File systems take 255 bytes.
QString kept_source_of(QString source) {
  while (source.toUtf8().size() > 160) source.chop(1);
  return source;
}

Transcript kept_text(const QString& path, const std::shared_ptr<KeptText>& unsaved) {
  // Its file may be another by now.
  return unsaved && unsaved->path == path ? unsaved->text
                                          : load_transcript(native_path(path), ExportFormat::json);
}

TranscriptStore::TranscriptStore(const QString& folder, QObject* parent) : QObject(parent), folder_(folder) {
  run(tr("Kept transcripts could not be listed"), [this] {
    close_folder(folder_);
    remove_left_temporaries(native_path(folder_.path()));
    return [this, found = newest_in(folder_)] {
      recent_ = found;
      emit recentChanged();
    };
  });
}

TranscriptStore::~TranscriptStore() = default;

void TranscriptStore::flush() {
  background_.drain();
}

void TranscriptStore::run(const QString& title, const Work& work) {
  background_.run(work, [this, title](const Outcome<std::function<void()>>& report) {
    report.value ? (*report.value)() : emit failed(title, report.failure);
  });
}

std::shared_ptr<KeptText> TranscriptStore::keep(const std::shared_ptr<const Transcript>& transcript,
                                                const std::function<void()>& afterwards,
                                                const QString& audio) {
  auto kept = std::make_shared<KeptText>();
  kept->audio = audio;
  if (transcript->segments.empty() && !afterwards) return kept;
  const QDateTime now = QDateTime::currentDateTime();
  run(tr("Transcript could not be kept"), [this, kept, transcript, now, afterwards] {
    std::optional<RecentTranscript> made;
    if (!transcript->segments.empty()) made = write(*kept, *transcript, now);
    if (afterwards) afterwards();
    return [this, kept, made] {
      if (made) {
        add_recent(*kept, *made);
      } else {
        emit recentChanged();
      }
    };
  });
  return kept;
}

void TranscriptStore::rewrite(const std::shared_ptr<KeptText>& kept,
                              const std::function<void(const std::optional<Failure>&)>& then) {
  const QDateTime now = QDateTime::currentDateTime();
  background_.run(
      [this, kept, now] {
        kept->saved = false;
        auto made = write(*kept, kept->text, now);
        kept->saved = true;
        return made;
      },
      [this, kept, then](const Outcome<std::optional<RecentTranscript>>& made) {
        const QString before = kept->seen_path;
        if (made.value && *made.value) add_recent(*kept, **made.value);
        if (!before.isEmpty() && before != kept->seen_path) {
          const auto name = [](const QString& path) { return QFileInfo(path).fileName().toStdString(); };
          emit failed(
              tr("Another window has changed this transcript"),
              {Message("{1} stays as it is now. What is corrected here is kept in a transcript of its "
                       "own, {2}.",
                       name(before), name(kept->seen_path)),
               {}});
        }
        if (made.value && !*made.value) emit written(kept->seen_path);
        then(made.value ? std::optional<Failure>() : made.failure);
      });
}

void TranscriptStore::change(const QStringList& paths, const Change& work,
                             const std::function<void(const std::vector<std::optional<Message>>&)>& then) {
  using Reasons = std::vector<std::optional<Message>>;
  const auto count = static_cast<std::size_t>(paths.size());
  background_.run(
      [this, paths, work, count] {
        Reasons why(count);
        do_at_once(count, [&](std::size_t i) {
          try {
            why[i] = work(paths.at(static_cast<qsizetype>(i)));
          } catch (...) {
            why[i] = describe_failure(std::current_exception()).message;
          }
        });
        for (std::size_t i = 0; i < count; ++i) {
          if (!why[i]) stamps_.remove(paths.at(static_cast<qsizetype>(i)));
        }
        return why;
      },
      [this, paths, then, count](const Outcome<Reasons>& outcome) {
        const Reasons why = outcome.value.value_or(Reasons(count, outcome.failure.message));
        for (std::size_t i = 0; i < count; ++i) {
          if (!why[i]) emit written(paths.at(static_cast<qsizetype>(i)));
        }
        then(why);
      });
}

void TranscriptStore::add_recent(KeptText& kept, const RecentTranscript& entry) {
  kept.seen_path = entry.path;
  recent_.prepend(entry);
  if (recent_.size() > most_recent) recent_.removeLast();
  emit recentChanged();
  emit written(entry.path);
}

void TranscriptStore::forget_recent(const QString& path) {
  const auto gone = recent_.removeIf([&](const RecentTranscript& entry) { return entry.path == path; });
  if (gone > 0) emit recentChanged();
}

std::optional<RecentTranscript> TranscriptStore::write(KeptText& kept, const Transcript& text,
                                                       const QDateTime& now) {
  make_private_folder(Message("transcripts"), native_path(folder_.path()));
  const auto known = stamps_.constFind(kept.path);
  const std::optional<Stamp> now_there = stamp_of(kept.path);
  const bool changed = known != stamps_.constEnd() && now_there && *now_there != *known;
  if (!kept.path.isEmpty() && !changed) {
    save_transcript(native_path(kept.path), text, ExportFormat::json, Readers::user_alone);
    note(kept.path);
    return {};
  }
  LibraryNotes notes;
  if (changed) notes = load_notes(native_path(kept.path));
  if (QFileInfo(kept.audio).isAbsolute()) notes.audio = native_path(kept.audio);
  const QString name = write_new(folder_, text, notes, now);
  kept.path = folder_.filePath(name);
  note(kept.path);
  return recent_entry(folder_, name);
}

std::optional<TranscriptStore::Stamp> TranscriptStore::stamp_of(const QString& path) {
  struct stat about {};
  if (::stat(native_path(path).c_str(), &about) != 0) return {};
  return Stamp{std::int64_t{about.st_mtim.tv_sec} * 1'000'000'000 + about.st_mtim.tv_nsec, about.st_size};
}

void TranscriptStore::note(const QString& path) {
  stamps_.remove(path);
  if (const auto stamp = stamp_of(path)) stamps_.insert(path, *stamp);
}

Transcript TranscriptStore::read(const QString& path, const std::shared_ptr<KeptText>& unsaved) {
  if (!unsaved) note(path);
  return kept_text(path, unsaved);
}

bool TranscriptStore::holds(const Transcript& text) const {
  const QString source = kept_source_of(QString::fromStdString(text.source));
  const auto same = [](const Segment& one, const Segment& other) {
    return one.text == other.text && one.window == other.window;
  };
  for (const QString& name : folder_.entryList({QStringLiteral("*.json")}, QDir::Files)) {
    if (kept_source(name) != source) continue;
    try {
      const Transcript kept = load_transcript(native_path(folder_.filePath(name)), ExportFormat::json);
      if (kept.segments.size() >= text.segments.size() &&
          std::equal(text.segments.begin(), text.segments.end(), kept.segments.begin(), same))
        return true;
    } catch (const std::exception&) {
      continue;  // then it does not hold anything
    }
  }
  return false;
}

void TranscriptStore::load(const QString& path, const std::shared_ptr<KeptText>& unsaved) {
  run(tr("Transcript could not be opened"), [this, path, unsaved] {
    const auto transcript = std::make_shared<Transcript>(read(path, unsaved));
    return [this, path, transcript] { emit loaded(path, *transcript); };
  });
}

void TranscriptStore::save(const std::shared_ptr<const Transcript>& transcript, const QString& path,
                           ExportFormat format, const ExportOptions& options) {
  run(tr("Transcript could not be exported"), [this, transcript, path, format, options] {
    save_transcript(native_path(path), *transcript, format, Readers::as_usual, options);
    return [this, path] { emit exported(path); };
  });
}

void TranscriptStore::save_all(const std::vector<Export>& exports, const QString& folder, ExportFormat format,
                               const ExportOptions& options) {
  run(tr("Not all transcripts could be exported"), [this, exports, folder, format, options] {
    const std::string_view suffix = extension(format);
    const QString ending = QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
    QDir().mkpath(folder);  // who writes a file says why it is not there
    std::vector<LostExport> lost;
    for (const Export& one : exports) {
      const QString path = free_path(QDir(folder), one.name, ending);
      try {
        const auto transcript = one.transcript != nullptr
                                    ? one.transcript
                                    : std::make_shared<const Transcript>(kept_text(one.kept, one.unsaved));
        save_transcript(native_path(path), *transcript, format, Readers::as_usual, options);
      } catch (...) {
        lost.push_back(
            {QFileInfo(path).fileName().toStdString(), describe_failure(std::current_exception())});
      }
    }
    const auto written = static_cast<int>(exports.size() - lost.size());
    return [this, written, folder, lost] {
      if (written > 0) emit exportedAll(written, folder);
      if (!lost.empty()) emit failed(tr("Not all transcripts could be exported"), failure_of(lost));
    };
  });
}

}  // namespace tilescribe
