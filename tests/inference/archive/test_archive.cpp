// SPDX-License-Identifier: Apache-2.0
// An archive without a model: what its files say after work, crashes, full disks, and how they are merged.
#include <QtTest>
#include <chrono>
#include <set>

#include "inference/store/database.h"
#include "kernels/core/error.h"
#include "tests/support/archive_folder.h"
#include "tests/support/failure_of.h"
#include "tests/support/full_disk.h"

using namespace tilescribe;
using namespace tilescribe::archive;
using test::ArchiveFolder;
using test::bytes_of;
using test::failure_of;
using test::write_bytes;
namespace fs = std::filesystem;

namespace {

Transcript text(const std::string& said, const std::string& engine = "CPU") {
  Transcript transcript;
  transcript.segments.push_back(Segment{.start_s = 0.25, .end_s = 0.75, .text = said});
  transcript.duration_s = 1.0;
  transcript.engine = engine;
  transcript.elapsed_s = 0.1 * static_cast<double>(engine.size());
  return transcript;
}

std::unique_ptr<Shard> taken(const Archive& archive, int number = 0) {
  return Shard::take(archive, number, nullptr);
}

void transcribe(Shard& shard, std::size_t file, const std::string& said, const std::string& engine = "CPU") {
  shard.begin(file);
  shard.finish(file, text(said, engine));
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

std::vector<std::string> column(const fs::path& file, const std::string& sql) {
  store::Database database = store::Database::open(file, Message("test"));
  store::Statement rows(database, sql);
  std::vector<std::string> all;
  while (rows.next()) all.emplace_back(rows.bytes());
  return all;
}

}  // namespace

class ArchiveTest : public QObject {
  Q_OBJECT

 private slots:
  void shards_are_balanced() {
    std::vector<File> files;
    for (int i = 0; i < 200; ++i)
      files.push_back(
          {.path = "/" + std::to_string(i), .seconds = 1.0 + (i * 37) % 101, .sha256 = std::to_string(i)});
    files.push_back({.path = "/same", .seconds = files[7].seconds, .sha256 = files[7].sha256});
    files.push_back({.path = "/gone", .problem = "It is gone."});
    deal(files, 7);
    std::vector<double> loads(7);
    double longest = 0.0;
    for (std::size_t i = 0; i < 200; ++i) {
      loads[static_cast<std::size_t>(files[i].shard)] += files[i].seconds;
      longest = std::max(longest, files[i].seconds);
    }
    const auto [least, most] = std::ranges::minmax(loads);
    QVERIFY2(most - least < 0.1 * longest, qPrintable(QString("%1 to %2 s").arg(least).arg(most)));
    QCOMPARE(files[200].shard, files[7].shard);
    QCOMPARE(files[201].shard, -1);
  }

  void folders_and_lists() {
    ArchiveFolder folder;
    folder.add("b.wav", 1);
    folder.add("a/deep.WAV", 2, 1.5);
    folder.add(".hidden.wav", 3);
    write_bytes(folder.audio() / "notes.txt", "no audio");
    write_bytes(folder.path() / "list", "audio/b.wav\r\n\nmissing.wav\naudio/a/../b.wav\n");
    Wish wish = folder.wish(2);
    wish.job = folder.audio() / "job";  // among the files that are searched
    fs::create_directories(wish.job);
    folder.add("job/inside.wav", 4);
    wish.inputs.push_back(folder.path() / "list");
    const Manifest manifest = archive::plan(wish, {}, {});
    QCOMPARE(manifest.files.size(), 3U);
    QCOMPARE(manifest.files[0].path.string(), (folder.audio() / "a/deep.WAV").string());
    QCOMPARE(manifest.files[0].seconds, 1.5);
    QCOMPARE(manifest.files[0].shard, 0);
    QCOMPARE(manifest.files[1].path.string(), (folder.audio() / "b.wav").string());
    QCOMPARE(manifest.files[1].shard, 1);
    QCOMPARE(manifest.files[2].problem, "There is no file " + (folder.path() / "missing.wav").string() + ".");
    const Archive archive(wish.job);
    QVERIFY(archive.standing(2, false).state == State::failed);
    QCOMPARE(bytes_of(wish.job / "manifest.json").empty(), false);
    QVERIFY(failure_of([&] { archive::plan(wish, {}, {}); }).toStdString().find("holds an archive already") !=
            std::string::npos);
    wish.again = true;
    archive::plan(wish, {}, {});
  }

  void keys_follow_from_what_decides_a_text() {
    ArchiveFolder folder;
    const fs::path first = folder.add("a.wav", 1);
    folder.add("b.wav", 1);
    folder.add("c.wav", 2);
    const Archive archive = folder.plan(3);
    const std::string& key = archive.key(0);
    QCOMPARE(key.size(), 64U);
    QCOMPARE(archive.key(1), key);
    QCOMPARE(archive.manifest().files[0].shard, archive.manifest().files[1].shard);
    QVERIFY(archive.key(2) != key);
    std::set<std::string> keys{key};
    const auto other = [&](const std::function<void(Wish&)>& change) {
      Wish wish = folder.wish(3);
      wish.again = true;
      change(wish);
      archive::plan(wish, {}, {});
      return keys.insert(Archive(folder.job()).key(0)).second;
    };
    QVERIFY(other([](Wish& wish) { wish.manifest.options.seed = 1; }));
    QVERIFY(other([](Wish& wish) { wish.manifest.options.prompt = "Say it."; }));
    QVERIFY(other([](Wish& wish) { wish.manifest.engine.compute = Compute::bf16; }));
    QVERIFY(other([](Wish& wish) { wish.manifest.format = ExportFormat::srt; }));
    QVERIFY(!other([](Wish& wish) { wish.manifest.shards = 1; }));
    fs::last_write_time(first, fs::file_time_type::clock::now() + std::chrono::hours(1));
    QVERIFY(!other([](Wish&) {}));
    write_bytes(folder.model() / "model.safetensors", "other weights");
    QVERIFY(other([](Wish&) {}));
  }

  void results_stand_and_one_program_has_a_shard() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    folder.add("b.wav", 2);
    folder.add("same-as-b.wav", 2);
    const Archive archive = folder.plan();
    auto shard = taken(archive);
    QVERIFY(shard != nullptr && archive.is_held(0));
    std::string holder;
    QVERIFY(Shard::take(archive, 0, &holder) == nullptr);
    QVERIFY(holder.find("process " + std::to_string(QCoreApplication::applicationPid())) !=
            std::string::npos);
    QCOMPARE(shard->waiting(), (std::vector<std::size_t>{0, 1}));
    transcribe(*shard, 0, "First.");
    QCOMPARE(shard->waiting(), std::vector<std::size_t>{1});
    shard->begin(1);
    QCOMPARE(archive.standing(1, true).attempts, 1);
    shard->abandon(1);
    QCOMPARE(archive.standing(1, true).attempts, 0);
    transcribe(*shard, 1, "Second.");
    QVERIFY(archive.standing(2, true).state == State::done);  // its bytes are the same
    QVERIFY(names_in(folder.job() / "attempts").empty());
    shard.reset();
    QVERIFY(!archive.is_held(0));
    QVERIFY(taken(archive)->waiting().empty());
    QVERIFY(bytes_of(folder.job() / "logs/shard-0.jsonl").find("\"times_real_time\":") != std::string::npos);
  }

  void two_crashes_set_a_file_aside() {
    ArchiveFolder folder;
    folder.add("a-poison.wav", 1);
    folder.add("b.wav", 2);
    const Archive archive = folder.plan();
    taken(archive)->begin(0);                                               // and no end: a crash
    QCOMPARE(taken(archive)->waiting(), (std::vector<std::size_t>{1, 0}));  // it keeps no other waiting
    taken(archive)->begin(0);
    QVERIFY(archive.standing(0, true).state == State::waiting);  // at work, perhaps
    QVERIFY(archive.standing(0, false).state == State::set_aside);
    QCOMPARE(taken(archive)->waiting(), std::vector<std::size_t>{1});
    QCOMPARE(english(why_not(archive.standing(0, false))),
             std::string("Its transcription was begun 2 times and did not end, so it is set aside."));
    QCOMPARE(archive.retry(), std::vector<std::size_t>{0});
    QCOMPARE(taken(archive)->waiting(), (std::vector<std::size_t>{0, 1}));
    transcribe(*taken(archive), 0, "After all.");
    QVERIFY(archive.standing(0, false).state == State::done);
  }

  void failures_are_kept_until_they_are_tried_again() {
    ArchiveFolder folder;
    const fs::path file = folder.add("a.wav", 1);
    const Archive archive = folder.plan();
    taken(archive)->begin(0);
    auto shard = taken(archive);
    shard->begin(0);
    shard->fail(0, {Message("It is no audio."), "details"});
    QVERIFY(shard->waiting().empty());
    QCOMPARE(archive.standing(0, false).why, std::string("It is no audio."));
    QCOMPARE(names_in(folder.job() / "attempts"), std::set<std::string>{archive.key(0) + ".failed"});
    write_bytes(folder.job() / "attempts" / (archive.key(0) + ".failed"), "{");
    QVERIFY(archive.standing(0, false).why.find("It is not known why") == 0);
    QCOMPARE(archive.retry().size(), 1U);
    QCOMPARE(shard->waiting().size(), 1U);

    QVERIFY(!shard->problem(0, {}));
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
    QVERIFY(!shard->problem(0, {}));  // touched, and the same
    folder.add("a.wav", 9);
    QVERIFY(english(shard->problem(0, {})->message).find("has changed since it was planned") !=
            std::string::npos);
    fs::remove(file);
    QVERIFY(english(shard->problem(0, {})->message).find("There is no file") == 0);
    fs::remove_all(folder.audio());  // a disk that is not mounted is no failure of the file
    QVERIFY(failure_of([&] { shard->problem(0, {}); }).toStdString().find("Expected the folder") == 0);
  }

  void another_model_is_refused() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    const Archive archive = folder.plan();
    archive.check_model(folder.model(), {});
    fs::copy(folder.model(), folder.path() / "copy");
    archive.check_model(folder.path() / "copy", {});
    write_bytes(folder.path() / "copy/model.safetensors", "WEIGHTS");
    QCOMPARE(failure_of([&] { archive.check_model(folder.path() / "copy", {}); }).toStdString(),
             "Expected the model of the plan, test, found another model.safetensors in " +
                 (folder.path() / "copy").string() + ".");
  }

  void a_full_disk_loses_nothing_and_blames_no_file() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    const Archive archive = folder.plan();
    auto shard = taken(archive);
    shard->begin(0);
    {
      const test::FullDisk full;
      QVERIFY(failure_of([&] { shard->finish(0, text("Lost.")); }).toStdString().find("could not be saved") !=
              std::string::npos);
      QVERIFY(failure_of([&] {
                shard->fail(0, {Message("It is no audio."), {}});
              })
                  .toStdString()
                  .find("could not be saved") != std::string::npos);
      shard->abandon(0);
      QVERIFY(!failure_of([&] { merge(archive, true, {}); }).isEmpty());
      shard->log("stopped");
    }
    const Standing standing = archive.standing(0, false);
    QVERIFY(standing.state == State::waiting && standing.attempts == 0);
    QVERIFY(names_in(folder.job() / "results").empty());
    QVERIFY(names_in(folder.job() / "merged").empty());
    {
      const test::FullDisk nearly(static_cast<rlim_t>(bytes_of(folder.job() / "logs/shard-0.jsonl").size()) +
                                  20);
      shard->log("cut");  // a line that is cut off
    }
    transcribe(*shard, 0, "Kept.");
    std::istringstream log(bytes_of(folder.job() / "logs/shard-0.jsonl"));
    int whole = 0, cut = 0;
    for (std::string line; std::getline(log, line);) ++(line.ends_with('}') ? whole : cut);
    QVERIFY(whole >= 3);
    QCOMPARE(cut, 1);
  }

  void merged_bytes_do_not_depend_on_order_or_speed() {
    std::vector<std::array<std::string, 3>> all;
    ArchiveFolder folder;
    for (std::size_t i = 0; i < 6; ++i) folder.add(std::to_string(i) + ".wav", i);
    for (const bool disturbed : {false, true}) {
      fs::remove_all(folder.job());
      const Archive archive = folder.plan(disturbed ? 3 : 1);
      std::vector<std::size_t> order{0, 1, 2, 3, 4};
      if (disturbed) {
        std::ranges::reverse(order);
        taken(archive, archive.manifest().files[2].shard)->begin(2);
        const fs::path half = folder.job() / "results/.tilescribe-7.tmp";
        write_bytes(half, "half");
        fs::last_write_time(half, fs::file_time_type::clock::now() - std::chrono::hours(2));
      }
      for (const std::size_t i : order) {
        const auto shard = taken(archive, archive.manifest().files[i].shard);
        transcribe(*shard, i, "港 harbour " + std::to_string(i), disturbed ? "a slower engine" : "CPU");
      }
      QCOMPARE(failure_of([&] { merge(archive, false, {}); }).toStdString(),
               std::string("1 file of 6 must still be transcribed; --partial merges the others."));
      QCOMPARE(merge(archive, true, {}).waiting, 1U);
      const auto last = taken(archive, archive.manifest().files[5].shard);
      last->begin(5);
      last->fail(5, {Message("It is no\taudio."), {}});
    }
    for (int i = 0; i < 2; ++i) {
      const Merged merged = merge(Archive(folder.job()), false, {});
      QCOMPARE(merged.texts, 5U);
      QCOMPARE(merged.failed, 1U);
      all.push_back({bytes_of(merged.table), bytes_of(merged.index), bytes_of(merged.failures)});
    }
    fs::rename(folder.job(), folder.path() / "disturbed");
    const Archive calm = folder.plan(1);
    const auto shard = taken(calm);
    for (std::size_t i = 0; i < 5; ++i) transcribe(*shard, i, "港 harbour " + std::to_string(i));
    shard->begin(5);
    shard->fail(5, {Message("It is no\taudio."), {}});
    const Merged merged = merge(calm, false, {});
    for (const auto& [table, index, failures] : all) {
      QCOMPARE(table, bytes_of(merged.table));
      QVERIFY(index == bytes_of(merged.index));
      QCOMPARE(failures, bytes_of(merged.failures));
    }
    QVERIFY(!fs::exists(folder.path() / "disturbed/results/.tilescribe-7.tmp"));
    QCOMPARE(all[0][2], "file\twhy\n" + (folder.audio() / "5.wav").string() + "\tIt is no\\taudio.\n");
    QVERIFY(all[0][0].find((folder.audio() / "3.wav").string() + "\t250\t750\t港 harbour 3\n") !=
            std::string::npos);
    const std::string found =
        "SELECT path FROM words JOIN sentences ON sentences.id = words.rowid JOIN files ON files.id = file "
        "WHERE words MATCH ";
    QCOMPARE(column(merged.index, found + "'HARBOUR 4'"),
             std::vector<std::string>{(folder.audio() / "4.wav").string()});
    QCOMPARE(column(merged.index, found + "'港'").size(), 5U);
  }

  /// On a disk without locks nobody knows that a shard is at work: as here, where none holds its lock.
  void what_a_shard_writes_meanwhile_is_left_to_it() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    folder.add("b.wav", 2);
    const Archive archive = folder.plan();
    transcribe(*taken(archive), 0, "First.");
    QVERIFY(!archive.is_held(0));
    std::vector<fs::path> fresh, old;
    for (const char* name : {"results", "attempts", "merged"}) {
      fresh.push_back(folder.job() / name / ".tilescribe-1.tmp");
      old.push_back(folder.job() / name / ".tilescribe-2.tmp");
      for (const fs::path& file : {fresh.back(), old.back()}) write_bytes(file, "half");
      fs::last_write_time(old.back(), fs::file_time_type::clock::now() - std::chrono::hours(2));
    }
    QCOMPARE(merge(archive, true, {}).texts, 1U);
    for (const fs::path& file : fresh) QCOMPARE(bytes_of(file), std::string("half"));
    for (const fs::path& file : old) QVERIFY(!fs::exists(file));
  }

  void a_damaged_result_is_named() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    const Archive archive = folder.plan();
    transcribe(*taken(archive), 0, "First.");
    write_bytes(archive.result(0), "{");
    QVERIFY(failure_of([&] { merge(archive, false, {}); })
                .toStdString()
                .find(archive.result(0).string() + " is damaged") != std::string::npos);
    QVERIFY(names_in(folder.job() / "merged").empty());
  }
};

QTEST_GUILESS_MAIN(ArchiveTest)
#include "test_archive.moc"
