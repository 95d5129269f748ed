// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <array>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "inference/api/archive.h"
#include "tests/app/cli/process.h"
#include "tests/app/kills/killed_work.h"
#include "tests/support/archive_folder.h"

namespace tilescribe::test {
namespace {

namespace fs = std::filesystem;
using archive::Archive;
using Files = std::map<std::string, std::string>;  // bytes by name

constexpr int clips = 12, shards = 2;

Files files_in(const fs::path& folder) {
  Files files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    files[entry.path().filename().string()] = bytes_of(entry.path());
  return files;
}

class KilledArchiving : public KilledWork {
 public:
  KilledArchiving() {
    const std::string sound = bytes_of(TILESCRIBE_SOURCE_DIR "/resources/audio/long.wav");
    for (std::size_t i = 0; i < clips; ++i)
      write_bytes(path() / "audio" / ("clip-" + std::to_string(10 + i) + ".wav"),
                  cut_wav(sound, 20'000 * i, 24'000));
    const fs::path calm = plan("calm");
    for (int shard = 0; shard < shards; ++shard)
      expect(run(calm, shard), "An undisturbed shard does not end.");
    expected_ = files_in(calm / "results");
    merged_ = merged(calm);
    expect(expected_.size() == clips, "An undisturbed archive lacks results.");
    begin_job();
  }

  void kill_once(Random& random) override {
    if (files_in(job_ / "results").size() == clips) {
      look_at_end();
      begin_job();
    }
    Archive(job_).retry();  // what was begun twice
    const std::size_t before = files_in(job_ / "results").size();
    std::array<QProcess, shards> workers;
    for (int shard = 0; shard < shards; ++shard)
      workers[static_cast<std::size_t>(shard)].start(TILESCRIBE_CLI, words(job_, shard));
    // The first is killed at any moment, the second once there is something new.
    for (QProcess& worker : workers) {
      expect(worker.waitForStarted(), "A worker does not start.");
      while (&worker == &workers.back() && worker.state() == QProcess::Running &&
             files_in(job_ / "results").size() == before)
        worker.waitForFinished(5);
      QThread::msleep(static_cast<unsigned long>(between(random, 0, 700)));
      worker.kill();
      worker.waitForFinished();
    }
    const Files results = look();
    texts_ += results.size() - before;
  }

  void finish() override {
    look_at_end();
    expect(texts_ > 0, "Nothing was transcribed before any kill.");
  }

  QString summary() const override {
    return QString("%1 texts by killed workers, %2 archives to their end").arg(texts_).arg(jobs_);
  }

 private:
  fs::path path() const { return folder_.path().toStdString(); }
  static QString text(const fs::path& file) { return QString::fromStdString(file.string()); }
  static QStringList words(const fs::path& job, int shard) {
    return {"archive", "run", text(job), "--shard", QString::number(shard), "--threads", "1"};
  }
  static bool run(const fs::path& job, int shard) {
    return run_program(TILESCRIBE_CLI, words(job, shard)).exit_code == 0;
  }
  fs::path plan(const std::string& name) const {
    const fs::path job = path() / name;
    const Ended ended = run_program(
        TILESCRIBE_CLI, {"archive", "plan", text(path() / "audio"), "--into", text(job), "--shards",
                         QString::number(shards), "--engine", "cpu", "--compute", "f32"});
    expect(ended.exit_code == 0, "No archive is planned: " + QString::fromUtf8(ended.errors));
    return job;
  }
  static Files merged(const fs::path& job) {
    const Ended ended = run_program(TILESCRIBE_CLI, {"archive", "merge", text(job)});
    expect(ended.exit_code == 0, "The archive is not merged: " + QString::fromUtf8(ended.errors));
    return files_in(job / "merged");
  }
  void begin_job() { job_ = plan("job-" + std::to_string(jobs_++)); }

  /// The results, of which each is whole. Those that the logs name are there.
  Files look() const {
    Files results;
    for (const auto& [name, bytes] : files_in(job_ / "results")) {
      if (name.starts_with(".tilescribe-")) continue;  // no reader takes it for a result
      const auto expected = expected_.find(name);
      expect(expected != expected_.end() && bytes == expected->second,
             QString("The result %1 is not whole.").arg(QString::fromStdString(name)));
      results[name] = bytes;
    }
    for (const auto& [name, bytes] : files_in(job_ / "logs")) {
      std::istringstream lines(bytes);
      for (std::string line; std::getline(lines, line);) {
        const auto event =
            nlohmann::json::parse(line, nullptr, false);  // a kill may have cut the last one off
        if (event.is_discarded() || event.value("event", "") != "done") continue;
        expect(results.contains(event.value("key", "") + ".json"),
               QString("%1 was done, and its result is lost.")
                   .arg(QString::fromStdString(event.value("file", ""))));
      }
    }
    return results;
  }

  void look_at_end() {
    Archive(job_).retry();
    for (int shard = 0; shard < shards; ++shard)
      expect(run(job_, shard), "A shard does not end after the kills.");
    look();
    expect(merged(job_) == merged_, "The texts are not those of an undisturbed archive.");
  }

  QTemporaryDir folder_;
  fs::path job_;
  int jobs_ = 0;
  std::size_t texts_ = 0;
  Files expected_, merged_;
};

}  // namespace

std::unique_ptr<KilledWork> killed_archiving() {
  return std::make_unique<KilledArchiving>();
}

}  // namespace tilescribe::test
