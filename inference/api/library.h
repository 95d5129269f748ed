// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

/// Everything that was recorded and transcribed, searchable. The files are the truth: texts (JSON) and
/// recordings (WAV) lie in two folders, each with a `bin`; `notes` beside the texts holds what the user adds.
/// A database among the texts is an index of them. It can be made again from the files at any time, and is
/// when it is damaged. All functions throw Error.
namespace tilescribe {

struct LibraryFolders {
  std::filesystem::path transcripts;  // texts, and the index
  std::filesystem::path recordings;
};

/// What the library knows of a text that its file does not say.
struct LibraryNotes {
  std::string title = {};              // as the user named it; empty: the name of its source
  std::vector<std::string> tags = {};  // each once, in the user's order
  std::filesystem::path audio =
      {};  // the user's own file that was transcribed; empty: a recording, or not known

  bool operator==(const LibraryNotes&) const = default;
};

/// The notes of a text or a recording of the library; empty ones if there are none that can be read.
LibraryNotes load_notes(const std::filesystem::path& file);
/// Replaces them. `file` need not exist yet.
void save_notes(const std::filesystem::path& file, const LibraryNotes& notes);

/// A text with its sound, or a recording without text.
struct LibraryEntry {
  std::int64_t id = 0;               // as long as the index stands; a recording's is negative
  std::filesystem::path text = {};   // its file; empty: a recording without text
  std::filesystem::path sound = {};  // its file, as far as it is known; empty: it is not
  bool recorded = false;             // the sound is a recording of ours. Any other file is never touched.
  bool binned = false;
  std::string title = {};  // never empty
  std::vector<std::string> tags = {};
  std::int64_t created = 0;        // seconds since 1970, UTC
  double length_s = 0.0;           // of the sound; 0: not known
  std::string model = {};          // that wrote the text
  bool cancelled = false;          // the text ended early
  bool damaged = false;            // the text's file can't be read
  bool unfinished = false;         // a recording whose text was never finished
  int shared_by = 0;               // other texts, not in the bin, of the same recording
  std::uintmax_t bytes = 0;        // of the files that are ours
  std::uintmax_t sound_bytes = 0;  // of these, the recording's

  /// The file that names it: its text's, or else its sound's.
  const std::filesystem::path& file() const { return text.empty() ? sound : text; }
  bool operator==(const LibraryEntry&) const = default;
};

/// What is deleted of an entry.
enum class EntryPart { both, text, sound };

constexpr bool has_text(EntryPart part) {
  return part != EntryPart::sound;
}
constexpr bool has_sound(EntryPart part) {
  return part != EntryPart::text;
}

/// A sentence that was found.
struct LibraryHit {
  std::size_t entry = 0;  // index in LibraryView::entries
  int segment = 0;        // of the text, from 0
  double start_s = 0.0;
  std::string sentence = {};
  bool operator==(const LibraryHit&) const = default;
};

struct LibraryQuery {
  /// Words that a sentence has, all of them, in any order and case, with or without accents; "in quotes" one
  /// after the other. A last word of two letters or more may be a prefix. CJK characters stand one after the
  /// other. Empty: every entry is listed, without sentences.
  std::string text = {};
  std::string tag = {};  // empty: any
  bool binned = false;   // what is in the bin, and nothing else
  int most_hits = 500;
  int most_entries = 0;  // the newest alone; 0: all of them
};

struct LibraryView {
  std::vector<LibraryEntry> entries;  // newest first; where words are searched, those with hits or so called
  std::vector<LibraryHit> hits;       // in the order of the entries, and of their segments
  bool more_hits = false;             // of older entries
  std::vector<std::string> terms;     // what was searched for, for marking it
  std::vector<std::string> tags;      // all that there are, in order
  int in_bin = 0;                     // entries
  bool complete = false;              // the index has every file that was there at the last sync()
  std::filesystem::path set_aside;    // as sync() returns it
};

/// One connection to the library, for one thread at a time. Others, also of other programs, may be open.
class Library {
 public:
  using Changed = std::function<void()>;

  virtual ~Library() = default;

  /// Makes the index what the folders hold. `changed` is called after each part; it can be looked at then.
  /// Returns where a damaged index was set aside since the last sync or look; else an empty path. Throws
  /// Cancelled where it was asked to stop; what was done until then stays.
  virtual std::filesystem::path sync(const Changed& changed, const std::stop_token& stop) = 0;
  /// The same for one text of which somebody knows that it has changed.
  virtual void sync_text(const std::filesystem::path& file) = 0;
  virtual LibraryView look(const LibraryQuery& query) = 0;

  /// Keeps the title and the tags. Its audio stays as it is.
  virtual void set_title(const LibraryEntry& entry, const std::string& title) = 0;
  virtual void set_tags(const LibraryEntry& entry, const std::vector<std::string>& tags) = 0;
  /// Moves what is ours into the bin: the other part of the entry stays where it is.
  virtual void put_into_bin(const LibraryEntry& entry, EntryPart part) = 0;
  virtual void put_back(const LibraryEntry& entry) = 0;
  /// Removes files that are in the bin, and every trace of their words in the index.
  virtual void remove_for_good(const std::vector<LibraryEntry>& entries) = 0;
  /// Removes texts that are older, and not in the bin, for good. Returns how many; 0 days: none.
  virtual int remove_old_texts(int days) = 0;
};

/// Does work with every entry, also after it failed for one. Throws the first failure at the end.
void for_each_entry(const std::vector<LibraryEntry>& entries,
                    const std::function<void(const LibraryEntry&)>& work);

/// Opens the library, and makes its index if there is none. A damaged one is set aside as
/// "library-damaged-1.sqlite" and so on.
std::unique_ptr<Library> open_library(const LibraryFolders& folders);

}  // namespace tilescribe
