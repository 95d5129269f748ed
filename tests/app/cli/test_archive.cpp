// SPDX-License-Identifier: Apache-2.0
// archive on the command line: its words, what it says to schedulers, and a process that is stopped or
// killed.
#include <QProcess>
#include <QtTest>
#include <functional>
#include <map>

#include "app/cli/archive_script.h"
#include "tests/app/cli/parse_words.h"
#include "tests/app/cli/process.h"
#include "tests/app/cli/run_words.h"
#include "tests/support/archive_folder.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

/// The program on fake services, while it works on a shard.
class Worker {
 public:
  explicit Worker(const fs::path& job) {
    process_.setProcessChannelMode(QProcess::MergedChannels);
    process_.start(TILESCRIBE_CLI, {"archive", "run", text(job.string()), "--shard", "0"});
  }
  bool says(const QString& words) {
    return QTest::qWaitFor([&] { return (said_ += process_.readAll()).contains(words.toUtf8()); },
                           patience_ms);
  }
  void signal(int number) const { ::kill(static_cast<pid_t>(process_.processId()), number); }
  /// Its exit status; -1: a signal ended it.
  int end() {
    const bool ended = process_.state() == QProcess::NotRunning || process_.waitForFinished(patience_ms);
    return ended && process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
  }

 private:
  QProcess process_;
  QByteArray said_;
};

/// As long as the worker has begun a file and not ended it.
bool is_at_work(const ArchiveFolder& folder, const archive::Archive& archive, std::size_t file,
                int attempt = 1) {
  const fs::path mark = folder.job() / "attempts" / (archive.key(file) + '.' + std::to_string(attempt));
  return QTest::qWaitFor([&] { return fs::exists(mark); }, patience_ms);
}

QStringList words(const char* command, const ArchiveFolder& folder, const QStringList& more = {}) {
  return QStringList{"archive", command, text(folder.job().string())} + more;
}

}  // namespace

class ArchiveCommandTest : public QObject {
  Q_OBJECT

 private slots:
  void plan_takes_what_decides_a_text() {
    const Arguments arguments =
        parse({"archive",  "plan", "a",       "b.txt", "--into",   "job",   "--shards",  "9",
               "--format", "srt",  "--model", "m",     "--engine", "cuda",  "--compute", "bf16",
               "--seed",   "4",    "--batch", "2",     "--long",   "joint", "--again"});
    const auto* command = std::get_if<ArchivePlanCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    const archive::Manifest& manifest = command->wish.manifest;
    QCOMPARE(command->wish.inputs, (std::vector<fs::path>{"a", "b.txt"}));
    QCOMPARE(command->wish.job, fs::path("job"));
    QVERIFY(command->wish.again && manifest.shards == 9 && manifest.format == ExportFormat::srt);
    QVERIFY(manifest.engine.engine == Engine::cuda && manifest.engine.compute == Compute::bf16);
    QVERIFY(manifest.options.seed == 4 && manifest.options.batch == 2);
    QVERIFY(manifest.options.long_audio == LongAudio::joint);
    QCOMPARE(manifest.engine.model, std::string("m"));
  }

  void run_takes_what_is_a_matter_of_the_machine() {
    const Arguments arguments = parse({"archive", "run", "job", "--shard", "3", "--gpu", "1", "--no-tuned"});
    const auto* command = std::get_if<ArchiveRunCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    QVERIFY(command->engine.gpu == 1 && !command->engine.tuned);
  }

  void wrong_usage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QString& words, const char* sentence) {
      QTest::newRow(qPrintable(words))
          << QStringList{"archive"} + words.split(' ', Qt::SkipEmptyParts) << sentence;
    };
    row("", "archive expects plan, run, status, merge, retry or submit; found none.");
    row("plan --into job", "archive plan expects a folder or a list; found none.");
    row("plan a", "archive plan expects --into JOB, the archive's folder.");
    row("plan a --into job --format docx", "--format expects txt, srt, vtt, json or tsv; found “docx”.");
    row("plan a --into job --shards 0", "--shards expects a whole number from 1 to 100000; found “0”.");
    row("run", "Expected the archive's folder, which archive plan made; found none.");
    row("run job --shard x", "--shard expects a whole number from 0 to 99999; found “x”.");
    row("submit job", "archive submit expects --slurm, to whom it submits.");
    row("submit job --slurm --option gpu",
        "--option expects an option of sbatch, such as --partition=gpu; found “gpu”.");
  }
  void wrong_usage() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const Arguments arguments = parse(words);
    const auto* wrong = std::get_if<UsageError>(&arguments.command);
    QVERIFY(wrong != nullptr);
    QCOMPARE(text(wrong->sentence), sentence);
  }

  void the_environment_names_the_shard() {
    std::map<std::string, std::string> variables;
    const Environment environment = [&](const char* name) {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second.c_str();
    };
    const auto refusal = [&](std::optional<int> given) {
      try {
        return "shard " + std::to_string(shard_number(given, environment, 4));
      } catch (const CommandError& error) {
        return std::string(error.what());
      }
    };
    QCOMPARE(refusal({}), std::string("archive run expects --shard K, from 0 to 3; found none."));
    variables = {{"PARALLEL_SEQ", "4"}};  // GNU parallel counts from 1
    QCOMPARE(refusal({}), std::string("shard 3"));
    variables["JOB_COMPLETION_INDEX"] = "2";
    QCOMPARE(refusal({}), std::string("shard 2"));
    variables["SLURM_ARRAY_TASK_ID"] = "1";
    QCOMPARE(refusal({}), std::string("shard 1"));
    QCOMPARE(refusal(0), std::string("shard 0"));
    variables["SLURM_ARRAY_TASK_ID"] = "1x";
    QCOMPARE(refusal({}), std::string("SLURM_ARRAY_TASK_ID should hold a whole number; found 1x."));
    const std::string too_many = " expects a number from 1 to 4, for as many shards as were planned; found ";
    variables = {{"PARALLEL_SEQ", "5"}};
    QCOMPARE(refusal({}), "PARALLEL_SEQ" + too_many + "5.");
    QCOMPARE(refusal(4),
             std::string("--shard expects a number from 0 to 3, for as many shards as were planned; "
                         "found 4."));
  }

  void slurm_gets_a_script() {
    archive::Manifest manifest;
    manifest.shards = 16;
    ArchiveSubmitCommand command;
    command.at_once = 4;
    command.cpus = 8;
    command.options = {"--partition=long"};
    const std::string script = slurm_script(command, manifest, "/data/job", "/opt/it's/tilescribe-cli");
    for (const char* line :
         {"#SBATCH --array=0-15%4\n", "#SBATCH --requeue\n", "#SBATCH --signal=B:USR1@60\n",
          "#SBATCH --cpus-per-task=8\n", "#SBATCH --partition=long\n",
          "#SBATCH --output=/data/job/logs/slurm-%A_%a.txt\n",
          R"(
'/opt/it'\''s/tilescribe-cli' archive run '/data/job' --threads "${SLURM_CPUS_ON_NODE:-0}" &
)"})
      QVERIFY2(script.find(line) != std::string::npos, line);
    QVERIFY(script.find("--gres") == std::string::npos);
    const Ended checked = run_program("sh", {"-n"}, QByteArray::fromStdString(script));
    QVERIFY2(checked.exit_code == 0 && checked.errors.isEmpty(), checked.errors.constData());
    manifest.engine.engine = Engine::cuda;
    QVERIFY(slurm_script(command, manifest, "/job", "/p").find("#SBATCH --gres=gpu:1\n") !=
            std::string::npos);
    QVERIFY_EXCEPTION_THROWN(slurm_script(command, manifest, "/my job", "/p"), CommandError);
  }

  void submit_shows_what_it_would_do() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    folder.plan();
    StringConsole console;
    QCOMPARE(run_words(words("submit", folder, {"--slurm"}), console), int{exit_done});
    QCOMPARE(console.output, bytes_of(folder.job() / "submit.sbatch"));
    QVERIFY(text(console.errors).contains("Nothing was submitted"));
  }

  void from_a_folder_to_a_table() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    const fs::path bad = folder.add("bad.wav", 2);
    StringConsole console;
    const QStringList plan{"archive", "plan", text(folder.audio().string()), "--into",
                           text(folder.job().string())};
    QCOMPARE(run_words(plan, console), int{exit_done});
    QCOMPARE(console.output, std::string("2 files with 0.00 h of sound in 1 shard\n"));
    QCOMPARE(run_words(words("merge", folder), console), int{exit_failed});
    QVERIFY(text(console.errors).contains("2 files of 2 must still be transcribed"));
    QCOMPARE(run_words(words("run", folder, {"--shard", "0"}), console), int{exit_done});
    QVERIFY2(text(console.errors).contains("Shard 0 is done: 1 file transcribed, 1 failed."),
             console.errors.c_str());
    const std::string result = bytes_of(archive::Archive(folder.job()).result(0));
    QVERIFY(text(result).contains("First of a.wav."));

    console.errors.clear();
    QCOMPARE(run_words(words("run", folder, {"--shard", "0"}), console), int{exit_done});
    QVERIFY2(text(console.errors).contains("Shard 0 is done: 0 files transcribed, 0 failed."),
             console.errors.c_str());
    QVERIFY(!text(bytes_of(folder.job() / "logs/shard-0.jsonl")).section("\"ends\"", 1).contains("opened"));

    console.output.clear();
    QCOMPARE(run_words(words("status", folder), console), int{exit_failed});
    QVERIFY2(text(console.output)
                 .contains("\nall       2         1         0         1         0\nfailed: " +
                           text(bad.string()) + ": "),
             console.output.c_str());
    QCOMPARE(run_words(words("merge", folder), console), int{exit_done});
    QVERIFY(text(bytes_of(folder.job() / "merged/table.tsv")).contains("Second of a.wav."));
    console.output.clear();
    QCOMPARE(run_words(words("retry", folder), console), int{exit_done});
    QCOMPARE(console.output, std::string("1 file to be tried again, by shard 0\n"));
  }

  void a_full_disk_ends_the_run() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    const archive::Archive archive = folder.plan();
    StringConsole console;
    {
      const FullDisk full;
      QCOMPARE(run_words(words("run", folder, {"--shard", "0"}), console), int{exit_failed});
    }
    QVERIFY2(text(console.errors).contains("could not be saved"), console.errors.c_str());
    QCOMPARE(archive.standing(0, false).attempts, 0);
    QCOMPARE(run_words(words("run", folder, {"--shard", "0"}), console), int{exit_done});
    QVERIFY(archive.standing(0, false).state == archive::State::done);
  }

  // The next run does the others first, and after two attempts the file is set aside.
  void a_machine_that_fails_ends_the_run() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    folder.add("starves.wav", 2);
    folder.add("z.wav", 3);
    const archive::Archive archive = folder.plan();
    const auto state = [&](std::size_t file) { return archive.standing(file, false).state; };
    std::vector<StringConsole> runs(3);
    for (StringConsole& console : runs) {
      const bool last = &console == &runs.back();
      QCOMPARE(run_words(words("run", folder, {"--shard", "0"}), console),
               int{last ? exit_done : exit_failed});
      const std::string sentence = "starves.wav: The machine ran out of memory.";
      QVERIFY2((console.errors.find(sentence) == std::string::npos) == last, console.errors.c_str());
      QVERIFY(state(0) == archive::State::done);
      QVERIFY(state(2) == (&console == runs.data() ? archive::State::waiting : archive::State::done));
    }
    QVERIFY(state(1) == archive::State::set_aside);
  }

  // The fake model "big" runs on a GPU, which is lost in a file that "dies".
  void a_lost_gpu_is_no_failure_of_the_file() {
    for (const bool named : {false, true}) {
      ArchiveFolder folder;
      folder.add("dies.wav", 1);
      archive::Wish wish = folder.wish();
      if (named) wish.manifest.engine.engine = Engine::cuda;
      archive::plan(wish, {}, {});
      const archive::Archive archive(folder.job());
      fs::copy(folder.model(), folder.path() / "big");
      const QString before = QDir::currentPath();
      QDir::setCurrent(text(folder.path().string()));
      StringConsole console;
      const int ended = run_words(words("run", folder, {"--shard", "0", "--model", "big"}), console);
      QDir::setCurrent(before);
      QVERIFY2(ended == (named ? exit_failed : exit_done), console.errors.c_str());
      const archive::Standing standing = archive.standing(0, false);
      QVERIFY(standing.state == (named ? archive::State::waiting : archive::State::done));
      QCOMPARE(standing.attempts, 0);
    }
  }

  // A file that is "slow" waits until it is cancelled.
  void sigterm_gives_the_file_back() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    folder.add("slow.wav", 2);
    const archive::Archive archive = folder.plan();
    Worker worker(folder.job());
    QVERIFY(is_at_work(folder, archive, 1));
    Worker second(folder.job());
    QVERIFY(second.says("Shard 0 is being transcribed on "));
    worker.signal(SIGTERM);
    QCOMPARE(worker.end(), int{exit_again});
    QVERIFY(archive.standing(0, false).state == archive::State::done);
    QVERIFY(is_at_work(folder, archive, 1));  // by the second, which waited
    second.signal(SIGTERM);
    QCOMPARE(second.end(), int{exit_again});
    QVERIFY(fs::is_empty(folder.job() / "attempts"));
  }

  void killed_twice_a_file_is_set_aside() {
    ArchiveFolder folder;
    folder.add("a.wav", 1);
    folder.add("slow.wav", 2);
    const archive::Archive archive = folder.plan();
    for (const int attempt : {1, 2}) {
      Worker worker(folder.job());
      QVERIFY(is_at_work(folder, archive, 1, attempt));
      worker.signal(SIGKILL);
      QCOMPARE(worker.end(), -1);
    }
    Worker worker(folder.job());
    QVERIFY(worker.says("Shard 0 is done: 0 files transcribed, 0 failed."));
    QCOMPARE(worker.end(), int{exit_done});
    StringConsole console;
    QCOMPARE(run_words(words("status", folder), console), int{exit_failed});
    QVERIFY2(text(console.output).contains("set aside: " + text((folder.audio() / "slow.wav").string())),
             console.output.c_str());
    QCOMPARE(run_words(words("merge", folder), console), int{exit_done});
    QVERIFY(text(bytes_of(folder.job() / "merged/failures.tsv")).contains("begun 2 times and did not end"));
  }
};

QTEST_GUILESS_MAIN(ArchiveCommandTest)
#include "test_archive.moc"
