// SPDX-License-Identifier: Apache-2.0
// The text of a running transcription on disk: all of it that was whole when its program died, and nothing of
// a program that lives.
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <set>

#include <sys/stat.h>

#include "inference/api/export.h"
#include "inference/api/private_files.h"
#include "inference/api/unfinished.h"
#include "kernels/core/error.h"

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
      if (size % 49 != 0) continue;
      take_unfinished(path)->append(stretch(windows), {400'000 * (windows + 1), windows + 1});
      QCOMPARE(unfinished_texts(kept).at(0).options.from.end.window, windows + 1);
    }
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
