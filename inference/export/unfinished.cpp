// SPDX-License-Identifier: Apache-2.0
// Texts under way, on disk. A file holds a line of JSON that says what is transcribed and how, and then, for
// every stretch that was finished, a line that says where it ends and how many bytes it has, and those: a
// transcript in the json format. Less than a stretch at the end was being written when its program was
// killed.
#include "inference/api/unfinished.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <iterator>
#include <limits>
#include <new>
#include <optional>
#include <random>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inference/api/export.h"
#include "inference/api/private_files.h"
#include "inference/api/utf8.h"
#include "inference/audio/recording/file_handle.h"
#include "inference/export/base64.h"
#include "inference/export/option_fields.h"
#include "inference/text/json_access.h"
#include "kernels/core/error.h"
#include "kernels/core/write_all.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;
using audio::FileHandle;
using exporting::whole_field;
using nlohmann::json;

constexpr const char* format_name = "tilescribe-unfinished";
constexpr int format_version = 1;
constexpr const char* ending = ".unfinished";
constexpr int most_windows = 1 << 30;  // far more than any file has

[[noreturn]] void fail(const fs::path& file, const Message& what) {
  throw Error("The text that is being written can't be kept in '{1}': {2}.", file.string(), what);
}
[[noreturn]] void fail(const fs::path& file, int error) {
  fail(file, Message::verbatim(std::generic_category().message(error)));
}

[[noreturn]] void fail_unread(const fs::path& file, const std::string& details) {
  throw Error(
      Message("The text in '{1}' can't be read to its end, so the file stays as it is.", file.string()),
      details);
}

// Who lists texts at this very moment holds a lock for as long as it takes to read one.
bool lock(const FileHandle& file) {
  for (int tries_left = 400; tries_left > 0; --tries_left) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

// A path need not be UTF-8, which JSON is.
void put_path(json& line, const std::string& key, const std::string& path) {
  if (is_valid_utf8(path)) {
    line[key] = path;
  } else {
    line[key + "_base64"] = exporting::base64(path);
  }
}
std::string get_path(const json& line, const std::string& key) {
  if (line.contains(key)) return line.at(key).get<std::string>();
  return exporting::from_base64(line.at(key + "_base64").get<std::string>()).value_or("");
}

std::string written(const json& line) {
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string header_of(const UnfinishedText& text) {
  const TranscribeOptions& options = text.options;
  json line{{"format", format_name},
            {"version", format_version},
            {"engine", text.engine},
            {"model", options.from.origin.model},
            {"compute", options.from.origin.compute},
            {"bytes", options.from.audio.bytes},
            {"changed_ns", options.from.audio.changed_ns}};
  exporting::put_option_fields(line, options);
  put_path(line, "file", text.file.string());
  put_path(line, "model_path", options.from.origin.model_path);
  return written(line);
}

UnfinishedText text_of_header(const json& line) {
  if (line.at("format") != format_name || line.at("version") != format_version) throw Error("another format");
  UnfinishedText text;
  text.file = get_path(line, "file");
  text.engine = line.at("engine").get<std::string>();
  text.options = exporting::get_option_fields(line);
  text.options.from.origin = {line.at("model").get<std::string>(), get_path(line, "model_path"),
                              line.at("compute").get<std::string>()};
  text.options.from.audio = {whole_field<std::uint64_t>(line, "bytes", 0),
                             whole_field(line, "changed_ns", std::numeric_limits<std::int64_t>::min())};
  return text;
}

// Adds a stretch. Throws where the line or the document is not as we write them.
void add_stretch(const json& line, std::string_view document, UnfinishedText& text) {
  const WindowBoundary end{whole_field<std::int64_t>(line, "sample", 0),
                           whole_field(line, "window", 0, most_windows)};
  TranscribedPart& part = text.options.from;
  if (end.window < part.end.window || end.sample < part.end.sample) throw Error("out of order");
  std::istringstream stretch{std::string(document)};
  Transcript next = read_transcript(stretch, ExportFormat::json);
  std::move(next.segments.begin(), next.segments.end(), std::back_inserter(part.segments));
  part.end = end;
  part.elapsed_s = next.elapsed_s;
  text.duration_s = next.duration_s;
}

// What stands behind the last stretch that can be read.
enum class Rest : std::uint8_t {
  none,
  cut_off,    // less than a stretch: its program was killed there
  unreadable  // a disk or a machine failed, or another version wrote it
};

// Adds all stretches that can be read. `rest` is what is left then.
Rest read_stretches(std::string_view& rest, UnfinishedText& text) {
  while (!rest.empty()) {
    const std::size_t begin = rest.find('\n') + 1;
    if (begin == 0) return Rest::cut_off;
    const std::string_view line = rest.substr(0, begin);
    try {
      const json about = text::parse_foreign(line);
      const auto bytes = whole_field<std::size_t>(about, "bytes", 0);
      // Where a document ends, the line is wrong, and not the end of the file.
      if (bytes > rest.size() - begin)
        return rest.find("\n}\n") == std::string_view::npos ? Rest::cut_off : Rest::unreadable;
      add_stretch(about, rest.substr(begin, bytes), text);
      rest.remove_prefix(begin + bytes);
    } catch (const std::bad_alloc&) {
      throw;  // it says nothing of the file
    } catch (const std::exception&) {
      return Rest::unreadable;
    }
  }
  return Rest::none;
}

struct Found {
  UnfinishedText text;
  std::string content;  // of the file
  std::size_t whole_bytes = 0;
  Rest rest = Rest::none;
};

// Throws where the file can't be read, and what describes why it is none of ours.
Found read_unfinished(const fs::path& kept_in) {
  std::string content = text::read_file(kept_in);
  const std::size_t header = content.find('\n') + 1;
  if (header == 0) throw Error("cut off");
  Found found{text_of_header(text::parse_foreign(std::string_view(content).substr(0, header))),
              std::move(content)};
  found.text.kept_in = kept_in;
  std::string_view rest = std::string_view(found.content).substr(header);
  found.rest = read_stretches(rest, found.text);
  found.whole_bytes = found.content.size() - rest.size();
  return found;
}

// Writes all of it to the disk or returns why not.
int keep_all(const FileHandle& file, std::string_view bytes) {
  if (const int failed = kernels::write_all(file.get(), bytes); failed != 0) return failed;
  // What can't be flushed (a network's file system) is kept safe in a way of its own.
  return ::fdatasync(file.get()) != 0 && errno != EINVAL ? errno : 0;
}

// Writes a copy beside a file of which a part will be taken away. Returns its path.
fs::path keep_copy(const fs::path& kept_in, std::string_view content) {
  fs::path copy;
  FileHandle file;
  for (int number = 1; !file; ++number) {
    copy = kept_in.string() + ".damaged-" + std::to_string(number);
    file = FileHandle(::open(copy.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file && errno != EEXIST) fail(kept_in, errno);
  }
  if (const int error = keep_all(file, content); error != 0) {
    ::unlink(copy.c_str());
    fail(kept_in, error);
  }
  audio::sync_folder(kept_in.parent_path());
  return copy;
}

class LockedFile final : public UnfinishedFile {
 public:
  LockedFile(FileHandle file, UnfinishedText text, std::int64_t bytes)
      : file_(std::move(file)), text_(std::move(text)), bytes_(bytes) {}

  const UnfinishedText& text() const override { return text_; }

  void append(const Transcript& next, const WindowBoundary& end) override {
    if (torn_) mend();
    std::ostringstream document;
    write_transcript(document, next, ExportFormat::json);
    const std::string stretch =
        written({{"sample", end.sample}, {"window", end.window}, {"bytes", document.view().size()}}) +
        document.str();
    const int error = keep_all(file_, stretch);
    if (error == 0) {
      bytes_ += static_cast<std::int64_t>(stretch.size());
      return;
    }
    torn_ = true;
    mend();
    fail(text_.kept_in, error);
  }

  void remove() override {
    if (::unlink(text_.kept_in.c_str()) != 0 && errno != ENOENT) fail(text_.kept_in, errno);
  }

 private:
  // Half a stretch would end the file for its reader, also where later ones are whole.
  void mend() {
    if (::ftruncate(file_.get(), bytes_) != 0) fail(text_.kept_in, errno);
    torn_ = false;
  }

  FileHandle file_;
  UnfinishedText text_;
  std::int64_t bytes_;
  bool torn_ = false;  // half a stretch may stand behind those bytes
};

}  // namespace

FileStamp file_stamp(const fs::path& file) {
  struct stat about {};
  if (::stat(file.c_str(), &about) != 0) return {};
  return {static_cast<std::uint64_t>(about.st_size),
          std::int64_t{about.st_mtim.tv_sec} * 1'000'000'000 + about.st_mtim.tv_nsec};
}

Transcript transcript_so_far(const UnfinishedText& text) {
  const TranscribedPart& part = text.options.from;
  Transcript transcript;
  transcript.segments = part.segments;
  transcript.duration_s = part.segments.empty() ? 0.0 : part.segments.back().end_s;
  transcript.source = text.file.filename().string();
  transcript.model = part.origin.model;
  transcript.engine = text.engine;
  transcript.elapsed_s = part.elapsed_s;
  transcript.cancelled = true;
  return transcript;
}

std::unique_ptr<UnfinishedFile> begin_unfinished(const fs::path& folder, const UnfinishedText& text) {
  make_private_folder(Message("unfinished transcripts"), folder);
  std::random_device random;
  const std::string name = std::to_string(random()) + std::to_string(random());
  UnfinishedText begun = text;
  begun.options.from.segments.clear();
  begun.options.from.end = {};
  begun.options.from.elapsed_s = 0.0;
  begun.kept_in = folder / (name + ending);
  // Locked and with its first line before it has the name by which it is found.
  const fs::path temporary = folder / temporary_name();
  FileHandle file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600));
  if (!file) fail(begun.kept_in, errno);
  const std::string header = header_of(begun);
  int error = lock(file) ? keep_all(file, header) : errno;
  if (error == 0 && ::rename(temporary.c_str(), begun.kept_in.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail(begun.kept_in, error);
  }
  return std::make_unique<LockedFile>(std::move(file), std::move(begun),
                                      static_cast<std::int64_t>(header.size()));
}

std::unique_ptr<UnfinishedFile> take_unfinished(const fs::path& kept_in) {
  FileHandle file(::open(kept_in.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW));
  if (!file) fail(kept_in, errno);
  if (!lock(file)) fail(kept_in, Message("another program continues it"));
  // It may have been continued to its end between the opening and the lock.
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) fail(kept_in, errno);
  if (about.st_nlink == 0) fail(kept_in, Message("another program has finished it"));
  Found found = [&kept_in] {
    try {
      return read_unfinished(kept_in);
    } catch (const std::exception& error) {
      fail_unread(kept_in, error.what());
    }
  }();
  // Without a copy nothing is taken away but what a kill cut off.
  if (found.rest == Rest::unreadable) found.text.copy = keep_copy(kept_in, found.content);
  const auto bytes = static_cast<std::int64_t>(found.whole_bytes);
  if (found.rest != Rest::none && ::ftruncate(file.get(), bytes) != 0) fail(kept_in, errno);
  return std::make_unique<LockedFile>(std::move(file), std::move(found.text), bytes);
}

std::vector<UnfinishedText> unfinished_texts(const fs::path& folder) {
  std::vector<std::pair<std::int64_t, UnfinishedText>> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    const fs::path& path = entry.path();
    if (path.extension() != ending || !entry.is_regular_file(none)) continue;
    const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file || ::flock(file.get(), LOCK_SH | LOCK_NB) != 0) continue;  // it is being written
    try {
      found.emplace_back(file_stamp(path).changed_ns, read_unfinished(path).text);
    } catch (const std::exception&) {  // none of ours
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<UnfinishedText> texts;
  texts.reserve(found.size());
  for (auto& [when, text] : found) texts.push_back(std::move(text));
  return texts;
}

}  // namespace tilescribe
