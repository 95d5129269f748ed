// SPDX-License-Identifier: Apache-2.0
#include "inference/api/library.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <exception>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "inference/api/capture.h"
#include "inference/api/export.h"
#include "inference/api/private_files.h"
#include "inference/audio/recording/file_handle.h"
#include "inference/store/library_view.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view index_name = "library.sqlite";
constexpr std::string_view lock_name = "library.lock";
constexpr std::string_view damaged_name = "library-damaged-";
constexpr std::string_view log_endings[] = {"-wal", "-shm"};  // SQLite's own files beside a database
// Others may write between two parts, and what was done is seen.
constexpr std::chrono::milliseconds longest_part{200};

// Somebody may wait for the program to quit. Others need far less, unless they are stopped.
constexpr std::chrono::seconds longest_opening{5};

/// While it lives, no other program opens the index or sets it aside.
class OpeningLock {
 public:
  explicit OpeningLock(const fs::path& file)
      : handle_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    const auto refuse = [&file](int error) {
      throw Error("The library's folder {1} can't be used: {2}.", file.parent_path().string(),
                  std::generic_category().message(error));
    };
    if (!handle_) refuse(errno);
    const auto end = std::chrono::steady_clock::now() + longest_opening;
    while (::flock(handle_.get(), LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      const bool held = error == EWOULDBLOCK || error == EINTR;
      if (!held || std::chrono::steady_clock::now() >= end) refuse(error);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

 private:
  audio::FileHandle handle_;
};

std::pair<dev_t, ino_t> identity_of(const fs::path& file) {
  struct stat found = {};
  if (::stat(file.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino};
}

/// Whether a file was written within the last minute. Also where it is gone.
bool is_new(const fs::path& file) {
  std::error_code gone;
  const auto written = fs::last_write_time(file, gone);
  return gone || std::chrono::abs(fs::file_time_type::clock::now() - written) < std::chrono::minutes(1);
}

class FolderLibrary final : public Library {
 public:
  explicit FolderLibrary(LibraryFolders folders) : folders_(std::move(folders)) {
    make_private_folder(Message("transcripts"), folders_.transcripts);
    open();
  }

  fs::path sync(const Changed& changed, const std::stop_token& stop) override {
    for (const fs::path& folder : {folders_.transcripts, folders_.recordings})
      remove_notes_of_nothing(folder);
    whole([&] {
      sync_recordings();
      sync_texts(changed, stop);
      index_->set_complete();
    });
    if (changed) changed();
    return std::exchange(set_aside_, {});
  }

  void sync_text(const fs::path& file) override {
    whole([&] {
      const TextFile found = text_on_disk(key_of(file));
      if (found.state.bytes == 0) return write([&] { index_->remove_text(found.key); });
      const auto known = index_->text(found.key);
      if (known && known->state == found.state && known->notes_ns == found.notes_ns) return;
      const auto transcript = read(found.key);
      write([&] {
        index_->put_text(found, transcript ? &*transcript : nullptr, load_notes(file), folders_.recordings);
      });
    });
  }

  LibraryView look(const LibraryQuery& query) override {
    LibraryView view;
    whole([&] { view = look_at(*index_, folders_, query); });
    view.set_aside = std::exchange(set_aside_, {});
    return view;
  }

  void set_title(const LibraryEntry& entry, const std::string& title) override {
    LibraryNotes notes = notes_to_change(entry);
    notes.title = title;
    change_notes(entry, notes);
  }

  void set_tags(const LibraryEntry& entry, const std::vector<std::string>& tags) override {
    LibraryNotes notes = notes_to_change(entry);
    notes.tags.clear();
    for (const std::string& tag : tags) {
      if (!tag.empty() && std::ranges::find(notes.tags, tag) == notes.tags.end()) notes.tags.push_back(tag);
    }
    change_notes(entry, notes);
  }

  void put_into_bin(const LibraryEntry& entry, EntryPart part) override { move(entry, part, true); }
  void put_back(const LibraryEntry& entry) override { move(entry, EntryPart::both, false); }

  void remove_for_good(const std::vector<LibraryEntry>& entries) override {
    for_each_entry(entries, [this](const LibraryEntry& entry) {
      if (!entry.text.empty() && is_in_bin(entry.text)) remove_text(entry.text);
      if (entry.recorded && is_in_bin(entry.sound)) remove_recording(entry.sound);
    });
    forget_removed();
  }

  int remove_old_texts(int days) override {
    if (days <= 0) return 0;
    const std::int64_t oldest = std::time(nullptr) - std::int64_t{days} * 24 * 3600;
    int removed = 0;
    for (const std::string& name : text_names(folders_.transcripts)) {
      if (created_by_name(name).value_or(oldest) >= oldest) continue;
      remove_text(folders_.transcripts / name);
      ++removed;
    }
    if (removed > 0) forget_removed();
    return removed;
  }

 private:
  fs::path index_file() const { return folders_.transcripts / index_name; }

  void open() {
    const OpeningLock lock(folders_.transcripts / lock_name);
    make_private_file(index_file());
    try {
      index_.emplace(index_file());
    } catch (const DamagedDatabaseError&) {
      set_index_aside();
      make_private_file(index_file());
      index_.emplace(index_file());
    }
    identity_ = identity_of(index_file());
  }

  /// The file is damaged: it gets another name. Its log belongs to it.
  void set_index_aside() {
    index_.reset();
    fs::path aside;
    for (int number = 1; aside.empty() || fs::exists(fs::symlink_status(aside)); ++number)
      aside = folders_.transcripts / (std::string(damaged_name) + std::to_string(number) + ".sqlite");
    fs::rename(index_file(), aside);
    std::error_code none_there;
    for (const std::string_view ending : log_endings)
      fs::rename(index_file() += ending, fs::path(aside) += ending, none_there);
    set_aside_ = aside;
  }

  /// Does work with the index. Where that turns out to be damaged, or another program has set it aside, it
  /// is done again with a new one.
  template <class Work>
  void whole(Work work) {
    try {
      if (!index_ || identity_of(index_file()) != identity_) {
        index_.reset();
        open();
      }
      return work();
    } catch (const DamagedDatabaseError&) {
      renew();
    }
    work();
  }

  void renew() {
    index_.reset();
    {
      const OpeningLock lock(folders_.transcripts / lock_name);
      if (identity_of(index_file()) == identity_) set_index_aside();
    }
    open();
  }

  /// Writes to the index, all or nothing.
  template <class Work>
  void write(Work work) {
    Transaction transaction(index_->database());
    work();
    transaction.commit();
  }

  TextFile text_on_disk(const FileKey& key) const {
    const fs::path file = place_of(folders_.transcripts, key.name, key.binned);
    return {key, state_of(file), state_of(notes_of(file)).changed_ns};
  }

  std::optional<Transcript> read(const FileKey& key) const {
    try {
      return load_transcript(place_of(folders_.transcripts, key.name, key.binned), ExportFormat::json);
    } catch (const Error&) {
      return {};  // it is listed as damaged: somebody may mend it
    }
  }

  void sync_recordings() {
    std::map<FileKey, IndexedFile> known = index_->recordings();
    Transaction transaction(index_->database());
    for (const bool binned : {false, true}) {
      const fs::path folder = binned ? bin_of(folders_.recordings) : folders_.recordings;
      for (const RecordingFile& recording : recordings(folder)) {
        const FileKey key{recording.file.filename().string(), binned};
        const std::int64_t notes_ns = state_of(notes_of(recording.file)).changed_ns;
        const FileState state{static_cast<std::int64_t>(recording.bytes), recording.unfinished ? 1 : 0};
        const auto before = known.find(key);
        const bool same =
            before != known.end() && before->second.state == state && before->second.notes_ns == notes_ns;
        if (!same) index_->put_recording(key, recording, notes_ns, load_notes(recording.file));
        if (before != known.end()) known.erase(before);
      }
    }
    for (const auto& [key, gone] : known) index_->remove_recording(key);
    transaction.commit();
  }

  /// The oldest first, so that ids rise with time.
  void sync_texts(const Changed& changed, const std::stop_token& stop) {
    std::map<FileKey, IndexedFile> known = index_->texts();
    std::vector<TextFile> due;
    for (const bool binned : {false, true}) {
      for (std::string& name : text_names(binned ? bin_of(folders_.transcripts) : folders_.transcripts)) {
        TextFile file = text_on_disk({std::move(name), binned});
        const auto before = known.find(file.key);
        const bool same = before != known.end() && before->second.state == file.state &&
                          before->second.notes_ns == file.notes_ns;
        if (before != known.end()) known.erase(before);
        if (!same) due.push_back(std::move(file));
      }
    }
    std::ranges::sort(due, {}, &TextFile::key);
    if (!known.empty()) {
      write([&] {
        for (const auto& [key, gone] : known) index_->remove_text(key);
      });
    }
    for (auto file = due.begin(); file != due.end();) {
      const auto end = std::chrono::steady_clock::now() + longest_part;
      Transaction transaction(index_->database());
      for (; file != due.end() && std::chrono::steady_clock::now() < end; ++file) {
        if (stop.stop_requested()) break;
        const fs::path path = place_of(folders_.transcripts, file->key.name, file->key.binned);
        const auto transcript = read(file->key);
        index_->put_text(*file, transcript ? &*transcript : nullptr, load_notes(path), folders_.recordings);
      }
      transaction.commit();
      if (stop.stop_requested()) throw Cancelled();
      if (changed) changed();
    }
  }

  /// A recording's notes are the start of those of its text.
  static LibraryNotes notes_to_change(const LibraryEntry& entry) {
    const bool own = entry.text.empty() || !entry.recorded || state_of(notes_of(entry.text)).changed_ns != 0;
    return load_notes(own ? entry.file() : entry.sound);
  }

  void change_notes(const LibraryEntry& entry, const LibraryNotes& notes) {
    save_notes(entry.file(), notes);
    if (!entry.text.empty()) return sync_text(entry.text);
    const std::int64_t notes_ns = state_of(notes_of(entry.sound)).changed_ns;
    whole([&] { write([&] { index_->put_recording_notes(key_of(entry.sound), notes_ns, notes); }); });
  }

  static FileKey key_of(const fs::path& file) { return {file.filename().string(), is_in_bin(file)}; }

  void move(const LibraryEntry& entry, EntryPart part, bool into_bin) {
    if (has_text(part) && !entry.text.empty() && is_in_bin(entry.text) != into_bin) {
      const fs::path place = move_over(entry.text);
      const FileState state = state_of(place);
      whole([&] { write([&] { index_->move_text(key_of(entry.text), key_of(place), state); }); });
    }
    if (has_sound(part) && entry.recorded && is_in_bin(entry.sound) != into_bin) {
      const fs::path place = move_over(entry.sound);
      whole([&] { write([&] { index_->move_recording(key_of(entry.sound), key_of(place)); }); });
    }
  }

  /// With its notes, unless another file has them.
  void remove(const fs::path& folder, const fs::path& file) {
    const FileKey key = key_of(file);
    remove_file(file);
    if (is_gone(place_of(folder, key.name, !key.binned))) remove_file(notes_of(file));
  }

  /// Of files that somebody else removed: by hand, or because a recording became too old. Those just written
  /// stay: a text's notes are kept before the text.
  static void remove_notes_of_nothing(const fs::path& folder) {
    std::vector<fs::path> orphaned;
    std::error_code error;
    const fs::path notes = notes_of(folder / index_name).parent_path();
    for (fs::directory_iterator entry(notes, error), end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (name.starts_with('.') || is_new(entry->path())) continue;
      // Twice, as it may just be put back.
      const bool there = std::ranges::any_of(std::array{false, true, false}, [&](bool binned) {
        return !is_gone(place_of(folder, name, binned));
      });
      if (!there) orphaned.push_back(entry->path());
    }
    for (const fs::path& file : orphaned) remove_file(file);
  }

  void remove_text(const fs::path& file) {
    remove(folders_.transcripts, file);
    remove_file(replaced_of(folders_.transcripts / file.filename()));
    whole([&] { write([&] { index_->remove_text(key_of(file)); }); });
  }

  void remove_recording(const fs::path& file) {
    remove(folders_.recordings, file);
    // No text is due any more, unless of another recording of that name.
    const fs::path marked = folders_.recordings / file.filename();
    if (is_gone(marked)) settle_recording(marked);
    whole([&] { write([&] { index_->remove_recording(key_of(file)); }); });
  }

  /// An index that was set aside has the same words.
  void forget_removed() {
    whole([&] { index_->forget_removed(); });
    std::error_code error;
    std::vector<fs::path> old;
    for (fs::directory_iterator entry(folders_.transcripts, error), end; !error && entry != end;
         entry.increment(error)) {
      if (entry->path().filename().string().starts_with(damaged_name)) old.push_back(entry->path());
    }
    for (const fs::path& file : old) remove_file(file);
  }

  LibraryFolders folders_;
  std::optional<LibraryIndex> index_;
  std::pair<dev_t, ino_t> identity_;
  fs::path set_aside_;
};

}  // namespace
}  // namespace store

void for_each_entry(const std::vector<LibraryEntry>& entries,
                    const std::function<void(const LibraryEntry&)>& work) {
  std::exception_ptr failure;
  for (const LibraryEntry& entry : entries) {
    try {
      work(entry);
    } catch (const Error&) {
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

std::unique_ptr<Library> open_library(const LibraryFolders& folders) {
  return std::make_unique<store::FolderLibrary>(folders);
}

}  // namespace tilescribe
