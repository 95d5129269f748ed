// SPDX-License-Identifier: Apache-2.0
#include "app/gui/replacing/text_finder.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <optional>
#include <utility>

#include "app/gui/at_once.h"
#include "app/gui/transcript_store.h"
#include "app/paths.h"
#include "inference/api/library.h"
#include "ui/document/text_replacing.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

constexpr std::size_t most_sentences = 20'000;      // that are shown
constexpr std::size_t most_sentences_of_one = 500;  // and of one text
constexpr qsizetype at_a_time = 32;                 // files

/// What came of looking into one text.
struct Looked {
  bool searched = false;
  std::optional<ui::FoundText> found = {};
  std::optional<ui::LeftOutText> left_out = {};
};

/// What would change in a text. `of` says whose it is.
Looked look_into(const Transcript& text, const ui::ReplaceRequest& request, ui::FoundText of,
                 const std::stop_token& stop) {
  const ui::TextSearch search(request.terms);
  const ui::ReplacedTexts replaced =
      ui::replaced_texts(text.segments, search, request.with, [&] { return stop.stop_requested(); });
  if (stop.stop_requested()) return {};
  if (replaced.rows.empty()) return {.searched = true};
  of.places = replaced.places();
  of.sentences = static_cast<int>(replaced.rows.size());
  of.before = ui::texts_fingerprint(text.segments);
  for (const ui::ReplacedTexts::Row& row : replaced.rows) {
    if (of.shown.size() == most_sentences_of_one) break;
    const Segment& segment = text.segments[static_cast<std::size_t>(row.row)];
    of.shown.push_back({segment.start_s,
                        ui::marked_replacement(QString::fromStdString(segment.text), search, request.with)});
  }
  return {.searched = true, .found = std::move(of)};
}

Looked look_into_file(const QDir& folder, const QString& name, const ui::ReplaceRequest& request,
                      const std::stop_token& stop) {
  const QString path = folder.filePath(name);
  if (stop.stop_requested() || QFileInfo(path).size() == 0) return {};  // it is just a name so far
  try {
    Looked looked =
        look_into(load_transcript(native_path(path), ExportFormat::json), request, {.path = path}, stop);
    if (looked.found) looked.found->title = title_of_kept(folder, name);
    return looked;
  } catch (...) {
    return {.left_out = ui::LeftOutText{title_of_kept(folder, name),
                                        ui::words(describe_failure(std::current_exception()).message)}};
  }
}

/// Adds it, with as many of its sentences as are still shown.
void add(Looked looked, std::size_t& shown, ui::FoundTexts& found) {
  if (looked.searched) ++found.searched;
  if (looked.left_out) found.left_out.push_back(std::move(*looked.left_out));
  if (!looked.found) return;
  looked.found->shown.resize(std::min(looked.found->shown.size(), most_sentences - shown));
  shown += looked.found->shown.size();
  found.texts.push_back(std::move(*looked.found));
}

QStringList kept_names(const QDir& folder, const std::vector<ShownTranscript>& shown) {
  QSet<QString> open;
  for (const ShownTranscript& one : shown) open.insert(QFileInfo(one.path).fileName());
  QStringList names = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name | QDir::Reversed);
  names.removeIf([&](const QString& name) { return open.contains(name) || !kept_source(name); });
  return names;
}

}  // namespace

QString title_of_kept(const QDir& folder, const QString& name) {
  const std::string title = load_notes(native_path(folder.filePath(name))).title;
  return QStringLiteral("%1 · %2").arg(
      title.empty() ? kept_source(name).value_or(name) : QString::fromStdString(title),
      QLocale().toString(kept_time(name), QLocale::ShortFormat));
}

ui::FoundTexts find_in_texts(const ui::ReplaceRequest& request, const std::vector<ShownTranscript>& shown,
                             const QDir& folder, const std::function<void(int, int)>& tell,
                             const std::stop_token& stop) {
  const QStringList names = kept_names(folder, shown);
  const int total = static_cast<int>(shown.size()) + static_cast<int>(names.size());
  ui::FoundTexts found;
  std::size_t sentences = 0;
  int done = 0;
  for (const ShownTranscript& one : shown) {
    if (stop.stop_requested()) break;
    add(look_into(*one.text, request, {.id = one.id, .path = one.path, .title = one.title}, stop), sentences,
        found);
    tell(++done, total);
  }
  for (qsizetype first = 0; first < names.size() && !stop.stop_requested(); first += at_a_time) {
    const QStringList some = names.mid(first, at_a_time);
    std::vector<Looked> looked(static_cast<std::size_t>(some.size()));
    do_at_once(looked.size(), [&](std::size_t i) {
      looked[i] = look_into_file(folder, some.at(static_cast<qsizetype>(i)), request, stop);
    });
    for (Looked& one : looked) add(std::move(one), sentences, found);
    tell(done += static_cast<int>(some.size()), total);
  }
  found.stopped = stop.stop_requested();
  return found;
}

}  // namespace tilescribe
