// SPDX-License-Identifier: Apache-2.0
#include "inference/store/library_view.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <unordered_set>

#include "inference/store/library_words.h"
#include "inference/transcript/characters.h"

namespace tilescribe::store {
namespace {

namespace fs = std::filesystem;

// Texts with their recordings, then recordings without text. 1: whether they are in the bin.
// What a user wrote of a text goes before what he wrote of its recording.
constexpr std::string_view all_entries = R"(
  SELECT t.id, t.name, r.name, t.audio,
         CASE WHEN t.title <> '' THEN t.title WHEN r.title <> '' AND t.notes_ns = 0 THEN r.title ELSE t.source END,
         CASE WHEN t.notes_ns = 0 AND r.tags IS NOT NULL THEN r.tags ELSE t.tags END,
         t.created AS at, CASE WHEN t.length_s > 0 THEN t.length_s ELSE coalesce(r.length_s, 0) END,
         t.model, t.cancelled, t.damaged, 0, t.bytes + coalesce(r.bytes, 0), coalesce(r.bytes, 0),
         CASE WHEN r.name IS NULL THEN 0 ELSE (SELECT count(*) FROM texts o WHERE o.recording = r.name
                                               AND o.binned = 0 AND o.id <> t.id) END
    FROM texts t LEFT JOIN recordings r ON r.name = t.recording AND r.binned = t.binned WHERE t.binned = ?1
  UNION ALL
  SELECT -r.id, NULL, r.name, '', CASE WHEN r.title <> '' THEN r.title ELSE r.name END, r.tags,
         r.created, r.length_s, '', 0, 0, r.unfinished, r.bytes, r.bytes,
         (SELECT count(*) FROM texts o WHERE o.recording = r.name AND o.binned = 0)
    FROM recordings r WHERE r.binned = ?1
     AND NOT EXISTS (SELECT 1 FROM texts t WHERE t.recording = r.name AND t.binned = ?1)
  ORDER BY at DESC, 2 DESC LIMIT ?2)";

std::vector<LibraryEntry> entries_of(LibraryIndex& index, const LibraryFolders& folders, bool binned,
                                     int most = 0) {
  std::vector<LibraryEntry> entries;
  Statement rows(index.database(), std::string(all_entries), binned, std::int64_t{most > 0 ? most : -1});
  while (rows.next()) {
    LibraryEntry& entry = entries.emplace_back();
    entry.binned = binned;
    entry.id = rows.whole();
    const std::string text(rows.bytes()), recording(rows.bytes()), audio(rows.bytes());
    if (!text.empty()) entry.text = place_of(folders.transcripts, text, binned);
    entry.recorded = !recording.empty();
    entry.sound = entry.recorded ? place_of(folders.recordings, recording, binned) : fs::path(audio);
    entry.title = rows.bytes();
    entry.tags = split_tags(rows.bytes());
    entry.created = rows.whole();
    entry.length_s = rows.number();
    entry.model = rows.bytes();
    entry.cancelled = rows.whole() != 0;
    entry.damaged = rows.whole() != 0;
    entry.unfinished = rows.whole() != 0;
    entry.bytes = static_cast<std::uintmax_t>(rows.whole());
    entry.sound_bytes = static_cast<std::uintmax_t>(rows.whole());
    entry.shared_by = static_cast<int>(rows.whole());
    // The source may be a path, or nothing.
    if (entry.title.empty() && !text.empty()) entry.title = source_by_name(text);
  }
  return entries;
}

std::vector<std::string> all_tags(LibraryIndex& index) {
  std::set<std::string> tags;
  Statement rows(index.database(),
                 "SELECT DISTINCT tags FROM texts UNION SELECT DISTINCT tags FROM recordings");
  while (rows.next()) {
    for (std::string& tag : split_tags(rows.bytes())) tags.insert(std::move(tag));
  }
  return {tags.begin(), tags.end()};
}

// Rows of a table whose words, which are short, have all terms.
class Naming {
 public:
  explicit Naming(const std::vector<SearchTerm>& terms) {
    for (const SearchTerm& term : terms) folded_.push_back(transcript::lowered(term.text));
  }
  bool names(const LibraryEntry& entry) const {
    const std::string words = transcript::lowered(entry.title + joined_tags(entry.tags));
    return std::ranges::all_of(
        folded_, [&](const std::string& term) { return words.find(term) != std::string::npos; });
  }

 private:
  std::vector<std::string> folded_;
};

using Places = std::map<std::int64_t, std::size_t, std::greater<>>;  // of entries, by their texts' ids

// Finds sentences: of the newest texts first, and in each in their order.
class SentenceSearch {
 public:
  SentenceSearch(LibraryIndex& index, const LibraryQuery& query, const std::string& expression,
                 const Places& places, LibraryView& view)
      : index_(index), query_(query), expression_(expression), places_(places), view_(view) {}

  void run() {
    // Where only a few texts are asked for, each of the others' sentences would be looked at in vain.
    constexpr std::size_t few = 300;
    if (places_.size() > few) {
      find(0, std::numeric_limits<std::int64_t>::max() >> segment_bits);
    } else {
      for (const auto& [id, place] : places_) {
        if (!find(id, id)) break;
      }
    }
    std::ranges::sort(view_.hits, [](const LibraryHit& a, const LibraryHit& b) {
      return a.entry != b.entry ? a.entry < b.entry : a.segment < b.segment;
    });
  }

 private:
  /// In the texts from `first` to `last`, the newest ones first. Returns whether there is room for more.
  bool find(std::int64_t first, std::int64_t last) {
    Statement rows(
        index_.database(),
        "SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC",
        expression_, first << segment_bits, (last << segment_bits) + most_segments - 1);
    while (rows.next()) {
      const std::int64_t id = rows.whole();
      const auto place = places_.find(id >> segment_bits);
      if (place == places_.end()) continue;  // in the bin, or without the tag
      if (view_.hits.size() == static_cast<std::size_t>(query_.most_hits)) {
        view_.more_hits = true;
        return false;
      }
      add(id, place->second);
    }
    return true;
  }

  void add(std::int64_t id, std::size_t entry) {
    Statement sentence(index_.database(), "SELECT start_s, text FROM sentences WHERE id = ?", id);
    if (!sentence.next()) return;
    LibraryHit& hit = view_.hits.emplace_back();
    hit.entry = entry;
    hit.segment = static_cast<int>(id & (most_segments - 1));
    hit.start_s = sentence.number();
    hit.sentence = sentence.bytes();
  }

  LibraryIndex& index_;
  const LibraryQuery& query_;
  const std::string& expression_;
  const Places& places_;
  LibraryView& view_;
};

// Leaves the entries that are named or have hits.
void keep_found(LibraryView& view, const Naming& naming) {
  std::unordered_set<std::size_t> with_hits;
  for (const LibraryHit& hit : view.hits) with_hits.insert(hit.entry);
  std::vector<LibraryEntry> found;
  std::vector<std::size_t> moved(view.entries.size());
  for (std::size_t i = 0; i < view.entries.size(); ++i) {
    if (!with_hits.contains(i) && !naming.names(view.entries[i])) continue;
    moved[i] = found.size();
    found.push_back(std::move(view.entries[i]));
  }
  for (LibraryHit& hit : view.hits) hit.entry = moved[hit.entry];
  view.entries = std::move(found);
}

}  // namespace

LibraryView look_at(LibraryIndex& index, const LibraryFolders& folders, const LibraryQuery& query) {
  const Transaction reading(index.database(), Transaction::Kind::reading);
  LibraryView view;
  view.complete = index.complete();
  view.tags = all_tags(index);
  view.entries = entries_of(index, folders, query.binned, query.most_entries);
  view.in_bin =
      static_cast<int>(query.binned && query.most_entries == 0 ? view.entries.size()
                                                               : entries_of(index, folders, true).size());
  if (!query.tag.empty()) {
    std::erase_if(view.entries, [&](const LibraryEntry& entry) {
      return std::ranges::find(entry.tags, query.tag) == entry.tags.end();
    });
  }
  const std::vector<SearchTerm> terms = search_terms(query.text);
  for (const SearchTerm& term : terms) view.terms.push_back(term.text);
  if (terms.empty()) return view;
  Places places;
  for (std::size_t i = 0; i < view.entries.size(); ++i) {
    if (view.entries[i].id > 0) places[view.entries[i].id] = i;
  }
  const std::string expression = match_expression(terms);
  SentenceSearch(index, query, expression, places, view).run();
  keep_found(view, Naming(terms));
  return view;
}

}  // namespace tilescribe::store
