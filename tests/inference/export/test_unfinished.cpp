// SPDX-License-Identifier: Apache-2.0
// The text of a running transcription on disk: all of it that was whole when its program died, and nothing of
// a program that lives.
#include <QtTest>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <set>

#include <sys/stat.h>

#include "inference/api/export.h"
#include "inference/api/private_files.h"
#include "inference/api/unfinished.h"
#include "kernels/core/error.h"
#include "tests/support/full_disk.h"
#include "tests/support/short_memory.h"

using namespace tilescribe;
namespace fs = std::filesystem;

namespace {

Segment segment_of(int window, const std::string& text) {
  Segment segment;
  segment.start_s = window * 25.0;
  segment.end_s = window * 25.0 + 7.125;
  segment.text = text;
  segment.window = window;
  segment.tokens = {{17, text, 0.9F}, {18, "\xC3", 0.25F}};
  return segment;
}

/// Two segments of a window.
Transcript stretch(int window) {
  Transcript next;
  next.segments = {segment_of(window, "First of " + std::to_string(window)), segment_of(window, "Second")};
  next.duration_s = 3480.0;
  next.elapsed_s = 2.5 * (window + 1);
  return next;
}

UnfinishedText interview() {
  UnfinishedText text;
  text.file = "/home/me/\xE9t\xE9 interview.mp3";  // Latin-1, as old disks have it
  text.engine = "CPU, bf16, 2 threads";
  text.options.prompt = "Transcribe \"this\"";
  text.options.audio_stream = 2;
  text.options.speakers = Speakers::channels;
  text.options.speaker_names = {"Anna", "贝恩"};
  text.options.max_new_tokens = 99;
  text.options.word_times = true;
  text.options.word_ngram = true;
  text.options.seed = 0xFFFF'FFFF'FFFF'FFFFULL;
  text.options.from.origin = {"Nano", "/models/Nano", "bf16"};
  text.options.from.audio = {4'000'000'000, 1'760'000'000'123'456'789};
  return text;
}

unsigned mode_of(const fs::path& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 ? about.st_mode & 0777U : 0U;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Copies that were kept of damaged files.
std::vector<fs::path> copies_in(const fs::path& folder) {
  std::vector<fs::path> copies;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".damaged-1") copies.push_back(entry.path());
  return copies;
}

/// A file whose program is gone, with so many stretches.
struct Left {
  fs::path path;
  std::size_t first = 0;  // bytes up to the end of the first stretch
};
Left leave(const fs::path& folder, int stretches) {
  const auto file = begin_unfinished(folder, interview());
  Left left{file->text().kept_in};
  for (int i = 0; i < stretches; ++i) {
    file->append(stretch(i), {400'000 * (i + 1), i + 1});
    if (i == 0) left.first = fs::file_size(left.path);
  }
  return left;
}

/// Replaces what comes first behind the first stretch. Returns all bytes.
std::string spoil(const Left& left, const std::string& from, const std::string& to) {
  std::string bytes = bytes_of(left.path);
  const std::size_t place = bytes.find(from, left.first);
  if (place == std::string::npos) return "not there: " + from;
  bytes.replace(place, from.size(), to);
  std::ofstream(left.path, std::ios::binary) << bytes;
  return bytes;
}

std::string said_by(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

bool same(const std::vector<Segment>& a, const std::vector<Segment>& b) {
  Transcript left, right;
  left.segments = a;
  right.segments = b;
  std::ostringstream one, other;
  write_transcript(one, left, ExportFormat::json);
  write_transcript(other, right, ExportFormat::json);
  return one.str() == other.str();
}

}  // namespace

class UnfinishedTest : public QObject {
  Q_OBJECT

  QTemporaryDir top_;
  int used_ = 0;

  fs::path folder() { return fs::path(top_.path().toStdString()) / ("folder" + std::to_string(++used_)); }

 private slots:
  void what_was_written_is_found_when_nobody_writes_it() {
    const fs::path kept = folder();
    auto file = begin_unfinished(kept, interview());
    file->append(stretch(0), {400'000, 1});
    file->append(stretch(1), {800'000, 2});
    QVERIFY(unfinished_texts(kept).empty());  // its program lives
    const fs::path path = file->text().kept_in;
    file.reset();  // and now is gone

    const std::vector<UnfinishedText> found = unfinished_texts(kept);
    QCOMPARE(found.size(), std::size_t{1});
    const UnfinishedText& text = found[0];
    const UnfinishedText begun = interview();
    QVERIFY(text.file == begun.file && text.kept_in == path);
    QVERIFY(text.engine == begun.engine && text.duration_s == 3480.0);
    QVERIFY(text.options.prompt == begun.options.prompt && text.options.seed == begun.options.seed);
    QVERIFY(text.options.audio_stream == 2 && text.options.max_new_tokens == 99 && text.options.word_times);
    QVERIFY(text.options.word_ngram);
    QVERIFY(text.options.speakers == Speakers::channels);
    QCOMPARE(text.options.speaker_names, (std::vector<std::string>{"Anna", "贝恩"}));
    QVERIFY(text.options.long_audio == LongAudio::windows);
    const TranscribedPart& part = text.options.from;
    QVERIFY(part.origin == begun.options.from.origin && part.audio == begun.options.from.audio);
    QVERIFY(part.end.sample == 800'000 && part.end.window == 2 && part.elapsed_s == 5.0);
    std::vector<Segment> expected = stretch(0).segments;
    for (const Segment& segment : stretch(1).segments) expected.push_back(segment);
    QVERIFY(same(part.segments, expected));

    const Transcript so_far = transcript_so_far(text);
    QVERIFY(so_far.cancelled && so_far.segments.size() == 4 && so_far.model == "Nano");
    QVERIFY(so_far.duration_s == 32.125 && so_far.source == "\xE9t\xE9 interview.mp3");
  }

  void one_that_was_taken_over_grows_on() {
    const fs::path kept = folder();
    begin_unfinished(kept, interview())->append(stretch(0), {400'000, 1});
    auto taken = take_unfinished(unfinished_texts(kept).at(0).kept_in);
    QCOMPARE(taken->text().options.from.segments.size(), std::size_t{2});
    QVERIFY(unfinished_texts(kept).empty());
    const fs::path path = taken->text().kept_in;
    QVERIFY(said_by([&] { take_unfinished(path); }).find("another program continues it") !=
            std::string::npos);
    taken->append(stretch(1), {800'000, 2});
    taken.reset();
    QCOMPARE(unfinished_texts(kept).at(0).options.from.segments.size(), std::size_t{4});
    taken = take_unfinished(path);
    taken->remove();
    QVERIFY(fs::is_empty(kept));
  }

  /// Wherever the writing was cut off, what was whole before it is there, and the next text follows that.
  void a_cut_at_any_byte_keeps_what_is_whole() {
    const fs::path kept = folder();
    auto file = begin_unfinished(kept, interview());
    const fs::path path = file->text().kept_in;
    const std::uintmax_t header = fs::file_size(path);
    file->append(stretch(0), {400'000, 1});
    const std::uintmax_t first = fs::file_size(path);
    file->append(stretch(1), {800'000, 2});
    file.reset();
    const std::uintmax_t second = fs::file_size(path);
    const fs::path whole = kept / "whole";
    fs::copy(path, whole);
    std::set<std::uintmax_t> sizes{header - 1, header, first - 1, first, first + 1, second - 1, second};
    for (std::uintmax_t size = 0; size < second; size += 7) sizes.insert(size);
    for (const std::uintmax_t size : sizes) {
      fs::copy_file(whole, path, fs::copy_options::overwrite_existing);
      fs::resize_file(path, size);
      const auto found = unfinished_texts(kept);
      QCOMPARE(found.size(), std::size_t{size < header ? 0U : 1U});
      if (found.empty()) continue;
      const int windows = found[0].options.from.end.window;
      QCOMPARE(windows, size < first ? 0 : size < second ? 1 : 2);
      QCOMPARE(found[0].options.from.segments.size(), static_cast<std::size_t>(2 * windows));
      if (size % 49 != 0 && size != first - 1 && size != second - 1) continue;
      take_unfinished(path)->append(stretch(windows), {400'000 * (windows + 1), windows + 1});
      QCOMPARE(unfinished_texts(kept).at(0).options.from.end.window, windows + 1);
      QVERIFY(copies_in(kept).empty());
    }
  }

  /// A disk that failed, or another version, leaves whole stretches behind one that can't be read.
  void what_cannot_be_read_is_copied_before_it_is_taken_away_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    const QByteArray zeros(12, '\0');
    QTest::newRow("in a document") << QByteArray("\"duration_s\"") << zeros;
    QTest::newRow("in a line") << QByteArray("\"sample\"") << zeros;
    QTest::newRow("a line that does not end") << QByteArray("}\n") << zeros;
    QTest::newRow("too many bytes") << QByteArray("\"bytes\":") << QByteArray("\"bytes\":99");
    QTest::newRow("too few bytes") << QByteArray(",\"sample\"") << QByteArray(",\"bytes\":9,\"sample\"");
    QTest::newRow("another version") << QByteArray("\"version\": 1") << QByteArray("\"version\": 2");
    QTest::newRow("another line") << QByteArray("\"bytes\"") << QByteArray("\"octets\"");
    QTest::newRow("another order") << QByteArray("\"window\":2") << QByteArray("\"window\":0");
  }
  void what_cannot_be_read_is_copied_before_it_is_taken_away() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    for (const int stretches : {2, 3}) {
      const fs::path kept = folder();
      const Left left = leave(kept, stretches);
      const std::string damaged = spoil(left, from.toStdString(), to.toStdString());
      QCOMPARE(unfinished_texts(kept).at(0).options.from.end.window, 1);
      auto taken = take_unfinished(left.path);
      QCOMPARE(taken->text().options.from.end.window, 1);
      QCOMPARE(fs::file_size(left.path), std::uintmax_t{left.first});
      const std::vector<fs::path> copies = copies_in(kept);
      QCOMPARE(copies.size(), std::size_t{1});
      QCOMPARE(taken->text().copy, copies[0]);
      QVERIFY(bytes_of(copies[0]) == damaged);
      QCOMPARE(mode_of(copies[0]), 0600U);
      taken->append(stretch(1), {800'000, 2});
      taken.reset();
      const std::vector<UnfinishedText> found = unfinished_texts(kept);
      QVERIFY(found.size() == 1 && found[0].options.from.end.window == 2);
    }
  }

  void want_of_memory_takes_nothing_away() {
    const fs::path kept = folder();
    const Left left = leave(kept, 1);
    Transcript next = stretch(1);
    next.segments[0].text = std::string(200'000, 'a');
    take_unfinished(left.path)->append(next, {800'000, 2});
    const std::string bytes = bytes_of(left.path);
    int failures = 0;
    for (std::string said = "?"; !said.empty(); failures += said.empty() ? 0 : 1) {
      test::large_pieces = failures;
      said = said_by([&] { take_unfinished(left.path); });
      test::large_pieces = -1;
      QVERIFY(said.empty() || said.find("can't be read to its end") != std::string::npos);
      QVERIFY(bytes_of(left.path) == bytes);
    }
    QVERIFY(failures > 3);
  }

  void a_full_disk_keeps_no_copy_and_takes_nothing_away() {
    const fs::path kept = folder();
    const Left left = leave(kept, 3);
    const std::string damaged = spoil(left, "\"duration_s\"", "????????????");
    {
      const test::FullDisk full;
      QVERIFY(said_by([&] { take_unfinished(left.path); }).find("can't be kept in") != std::string::npos);
    }
    QVERIFY(bytes_of(left.path) == damaged);
    QVERIFY(copies_in(kept).empty());
  }

  void what_is_none_of_ours_is_passed_over() {
    const fs::path kept = folder();
    fs::create_directories(kept / "folder.unfinished");
    const auto plant = [&](const char* name, const std::string& content) {
      std::ofstream(kept / name) << content;
    };
    plant("empty.unfinished", "");
    plant("words.unfinished", "Dear diary,\n");
    plant("number.unfinished", "17\n");
    plant("list.unfinished", "[1, 2]\n");
    plant("other.unfinished", R"({"format":"tilescribe-unfinished","version":2})"
                              "\n");
    plant("little.unfinished", R"({"format":"tilescribe-unfinished","version":1})"
                               "\n");
    fs::create_symlink("/etc/passwd", kept / "link.unfinished");
    QVERIFY(unfinished_texts(kept).empty());
    QVERIFY(unfinished_texts(kept / "none").empty());
    // What a stretch says of itself may be wrong, too: the text then ends before it.
    for (const char* line : {R"({"sample":-1,"window":1,"bytes":2})", R"({"sample":9,"window":1,"bytes":-2})",
                             R"({"sample":9,"window":1,"bytes":99999999999})", R"({"sample":9,"window":1})",
                             R"({"sample":"9","window":1,"bytes":2})", "[[[[[[", ""}) {
      const fs::path other = folder();
      auto file = begin_unfinished(other, interview());
      file->append(stretch(0), {400'000, 1});
      const fs::path path = file->text().kept_in;
      file.reset();
      std::ofstream(path, std::ios::app) << line << "\n{}";
      const auto found = unfinished_texts(other);
      QVERIFY2(found.size() == 1 && found[0].options.from.end.window == 1, line);
    }
  }

  void files_and_folders_are_their_users_alone() {
    const fs::path above = folder();
    const mode_t before = ::umask(0);
    auto file = begin_unfinished(above / "unfinished", interview());
    ::umask(before);
    QCOMPARE(mode_of(above), 0700U);
    QCOMPARE(mode_of(above / "unfinished"), 0700U);
    QCOMPARE(mode_of(file->text().kept_in), 0600U);
  }

  void older_files_are_closed_and_links_left_alone() {
    const fs::path kept = folder();
    fs::create_directories(kept);
    fs::permissions(kept, fs::perms{0755});
    std::ofstream(kept / "open") << "text";
    fs::permissions(kept / "open", fs::perms{0644});
    std::ofstream(kept / "target") << "text";
    fs::permissions(kept / "target", fs::perms{0644});
    fs::create_symlink(kept / "target", kept / "link");
    std::ofstream(kept / "shut") << "text";
    fs::permissions(kept / "shut", fs::perms{0400});
    for (const char* name : {"open", "link", "shut", "none"}) close_to_others(kept / name);
    close_to_others(kept);
    QCOMPARE(mode_of(kept), 0700U);
    QCOMPARE(mode_of(kept / "open"), 0600U);
    QCOMPARE(mode_of(kept / "target"), 0644U);
    QCOMPARE(mode_of(kept / "shut"), 0400U);
    QVERIFY(said_by([&] {
              make_private_folder(Message("transcripts"), kept / "open" / "below");
            }).find("The folder for transcripts") == 0);
    QVERIFY(said_by([&] {
              make_private_folder(Message("transcripts"), kept / "open");
            }).find("Not a directory") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(UnfinishedTest)
#include "test_unfinished.moc"
