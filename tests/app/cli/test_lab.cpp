// SPDX-License-Identifier: Apache-2.0
// The kernel lab as a student uses it: the real program, its compiler, the demo model.
#include <QtTest>

#include "app/message_text.h"
#include "inference/profile/figures.h"
#include "tests/app/cli/process.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

const QString program = TILESCRIBE_CLI;
const QString audio = TILESCRIBE_SOURCE_DIR "/resources/audio/";

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What a student writes as the body of RMSNorm.
const QByteArray body = contents(TILESCRIBE_SOURCE_DIR "/tests/kernels/lab_bodies/rms_norm.txt");

}  // namespace

class LabTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", (place_.path() + "/cache").toLocal8Bit());
    const Ended made = run_program(program, {"lab", "new", "rms_norm", place_.path() + "/course"});
    QCOMPARE(made.errors, QByteArray());
    QCOMPARE(made.exit_code, 0);
    QCOMPARE(QString(made.output).trimmed(), file_);
    template_ = contents(file_);
    const QByteArray opening = "static TILE_DEVICE void run(Block block, const Args& a) {\n";
    begin_ = template_.indexOf(opening) + opening.size();
    QVERIFY(begin_ > opening.size());
  }

  void every_exercise_is_listed() {
    const Ended listed = run_program(program, {"lab"});
    QCOMPARE(listed.exit_code, 0);
    for (const char* name : {"attention_scores ", "softmax ", "attention_output ", "rms_norm ", "layer_norm ",
                             "gelu ", "gated_silu ", "linear ", "conv_gelu ", "rope_angles ", "rope_append "})
      QVERIFY2(listed.output.contains(name), name);
  }

  void what_a_student_wrote_is_never_overwritten() {
    write(template_ + "// my work\n");
    const Ended again = run_program(program, {"lab", "new", "rms_norm", place_.path() + "/course"});
    QCOMPARE(again.exit_code, 1);
    QVERIFY2(again.errors.contains("exists already"), again.errors);
    QVERIFY(contents(file_).endsWith("// my work\n"));
    QVERIFY(
        run_program(program, {"lab", "new", "sorting", place_.path()}).errors.contains("the exercises are"));
  }

  /// new → body → check → time → model → report, in the order in which a student goes.
  void a_kernel_from_the_first_line_to_the_whole_model() {
    write(template_);
    const Ended empty = lab({"check", file_, "--seed", "5"});
    QCOMPARE(empty.exit_code, 1);
    QVERIFY2(empty.output.contains("FAIL") && empty.output.contains("at index 0 was not written"),
             empty.output);

    with_body(body);
    const Ended checked = lab({"check", file_, "--seed", "5"});
    QVERIFY2(checked.errors.contains("rms_norm was compiled by"), checked.errors);
    QVERIFY2(checked.exit_code == 0, checked.output + checked.errors);
    QVERIFY2(checked.output.contains("PASS") && checked.output.contains(", 0 failed; seed 5."),
             checked.output);

    const QString times = place_.path() + "/time.json", stages = place_.path() + "/model.json";
    const Ended timed = lab({"time", file_, "--shape", "rows=8", "--runs", "3", "--json", times});
    QVERIFY2(timed.exit_code == 0, timed.errors);
    QVERIFY2(timed.errors.contains("was compiled before"), timed.errors);
    QVERIFY2(timed.output.contains("\nlab ") && timed.output.contains("\nhighway "), timed.output);

    const Ended used = lab({"model", file_, audio + "short.wav", "--json", stages});
    QVERIFY2(used.exit_code == 0, used.errors);
    for (const char* stage : {"encoder", "prefill", "decode", "all"})
      QVERIFY2(used.output.contains(stage), used.output);
    QVERIFY2(used.output.contains("Word error rate against the text without it: 0.00 %"), used.output);
    QVERIFY2(used.output.contains("Concord returned to its place amidst the tents."), used.output);
    const QRegularExpressionMatch launches =
        QRegularExpression("The kernel ran (\\d+) times").match(QString(used.output));
    QVERIFY2(launches.captured(1).toInt() > 10, used.output);
    check_report(times, stages, launches.captured(1).toInt());
  }

  /// A kernel is one more switch of an ablation: checked first, and in a process of its own.
  void a_kernel_in_an_ablation() {
    with_body(body);
    const QString sets = place_.path() + "/sets.txt", table = place_.path() + "/ablation.json";
    const auto ablate = [&](const QByteArray& mine, const QStringList& more = {}) {
      QFile file(sets);
      if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        file.write("engine: compute=f32\nmine: " + mine + '\n');
      file.close();
      return run_program(program, QStringList{"bench", "ablate", sets, "--audio", audio + "short.wav",
                                              "--rounds", "2", "--engine", "cpu", "--json", table} +
                                      more);
    };
    const QByteArray own = "rms_norm=" + file_.toLocal8Bit();
    const Ended done = ablate(own);
    QVERIFY2(done.exit_code == 0, done.errors);
    QVERIFY2(done.errors.contains("rms_norm was compiled"), done.errors);
    const QJsonObject result = QJsonDocument::fromJson(contents(table)).object();
    const QJsonObject row = result["rows"].toArray().last().toObject();
    QCOMPARE(row["text"].toString(), QString("same"));
    QVERIFY2(row["engine"].toString().contains("with rms_norm.cpp") && row["mean_s"].toDouble() > 0.0,
             qPrintable(row["engine"].toString()));
    QVERIFY(!result["facts"].toObject()["command"].toString().contains("watched"));

    const Ended other = ablate("gelu=" + file_.toLocal8Bit());
    QVERIFY2(
        other.exit_code == 1 && other.output.contains("is a kernel for the op rms_norm, but is to run gelu."),
        other.output);
    const Ended typed = ablate(own + " compute=bf16");
    QVERIFY2(typed.exit_code == 1 && typed.output.contains("runs in float32"), typed.output);
    with_body(QByteArray(body).replace("sum / static_cast<float>(a.x.cols)", "sum / 384.0f"));
    const Ended wrong = ablate(own);
    QVERIFY2(wrong.exit_code == 1 && wrong.output.contains("The kernel is wrong and was not used: rms_norm"),
             wrong.output + wrong.errors);
    with_body(body + "    for (volatile bool on = a.x.rows > 1; on;) {\n    }\n");
    const Ended hangs = ablate(own, {"--limit", "1"});
    QVERIFY2(hangs.exit_code == 1 && hangs.errors.contains("did not finish within 1 s and was ended"),
             hangs.errors);
  }

  void figures_go_to_standard_output_instead_of_the_text() {
    with_body(body);
    const Ended timed = lab({"time", file_, "--shape", "rows=8", "--runs", "3", "--json", "-"});
    QJsonParseError wrong;
    const QJsonObject table = QJsonDocument::fromJson(timed.output, &wrong).object();
    QVERIFY2(wrong.error == QJsonParseError::NoError, timed.output + timed.errors);
    const QJsonObject facts = table["facts"].toObject();
    QCOMPARE(facts["exercise"].toString(), QString("rms_norm"));
    QCOMPARE(facts["file"].toString(), file_);
    QVERIFY2(facts["command"].toString().startsWith("tilescribe-cli 'lab' 'time' ") &&
                 !facts["command"].toString().contains("watched"),
             qPrintable(facts["command"].toString()));
    QVERIFY(!facts["device"].toString().isEmpty() && facts["read_gb_s"].toDouble() > 0.0);
    const QJsonArray rows = table["rows"].toArray();
    const QJsonObject own = rows.last().toObject(), engines = rows.first().toObject();
    QCOMPARE(own["variant"].toString(), QString("lab"));
    QVERIFY(engines["chosen"].toBool() && !own["chosen"].toBool());
    QCOMPARE(engines["ratio"].toDouble(), 1.0);
    QVERIFY(std::abs(own["ratio"].toDouble() * engines["ms"].toDouble() / own["ms"].toDouble() - 1.0) < 1e-6);
    QVERIFY(own["least_ms"].toDouble() <= own["ms"].toDouble() &&
            own["ms"].toDouble() <= own["most_ms"].toDouble());
    QVERIFY(own["bytes"].toDouble() > 0.0 && own["memory_percent"].toDouble() > 0.0);
    const Ended nowhere = lab({"model", file_, audio + "short.wav", "--json", "/no/such/folder/m.json"});
    QVERIFY2(nowhere.exit_code == 1 && nowhere.errors.contains("/no/such/folder/m.json"), nowhere.errors);
  }

  void a_planted_bug_is_refused_with_the_first_wrong_element() {
    with_body(QByteArray(body).replace("sum / static_cast<float>(a.x.cols)", "sum / 384.0f"));
    for (const char* command : {"check", "time", "model"}) {
      const Ended refused = lab({command, file_});
      QCOMPARE(refused.exit_code, 1);
      const QByteArray told = refused.output + refused.errors;
      QVERIFY2(told.contains("rows=1 width=1 ") && told.contains("at row 0, column 0 is ") &&
                   told.contains(", but must be "),
               told);
      QVERIFY2(!told.contains("Concord"), told);
    }
  }

  void an_error_is_shown_at_the_students_line() {
    with_body(QByteArray(body).replace("squares += x * x;", "squares += x * y;"));
    const Ended wrong = lab({"check", file_});
    QCOMPARE(wrong.exit_code, 1);
    const QByteArray written = contents(file_);
    const auto line = written.left(written.indexOf("x * y")).count('\n') + 1;
    const QByteArray place = file_.toLocal8Bit() + ":" + QByteArray::number(line) + ":";
    QVERIFY2(wrong.errors.contains("does not compile: " + place), wrong.errors);
    QCOMPARE(wrong.output, QByteArray());
  }

  void a_kernel_that_hangs_is_ended() {
    with_body(body + "    for (volatile bool on = a.x.rows > 1; on;) {\n    }\n");
    const Ended hangs = lab({"check", file_, "--limit", "1"});
    QCOMPARE(hangs.exit_code, 1);
    QVERIFY2(hangs.errors.contains("did not finish within 1 s and was ended, in this case: rows=2 width=16"),
             hangs.errors);
  }

  void a_kernel_that_crashes_takes_nothing_with_it() {
    with_body(body + "    if (a.x.rows > 1) __builtin_trap();\n");
    const Ended crashes = lab({"check", file_});
    QCOMPARE(crashes.exit_code, 1);
    QVERIFY2(crashes.errors.contains("in this case: rows=2 width=16"), crashes.errors);
  }

  void nothing_is_compiled_twice_and_a_damaged_entry_anew() {
    with_body(body);
    QCOMPARE(lab({"check", file_}).exit_code, 0);
    QVERIFY(lab({"check", file_}).errors.contains("was compiled before"));
    const QDir cache(place_.path() + "/cache/tilescribe/kernels");
    const QStringList entries = cache.entryList({"*.kernel"});
    QVERIFY(!entries.isEmpty());
    for (const QString& entry : entries) {
      QFile file(cache.filePath(entry));
      QVERIFY(file.resize(file.size() / 2));
    }
    const Ended anew = lab({"check", file_});
    QVERIFY2(anew.exit_code == 0 && anew.errors.contains("was compiled by"), anew.errors);
    QVERIFY(lab({"check", file_}).errors.contains("was compiled before"));
  }

  void a_compiled_kernel_never_replaces_its_source() {
    const auto before = contents(file_);
    const Ended refused = lab({"compile", file_, "--output", file_});
    QCOMPARE(refused.exit_code, 1);
    QVERIFY2(refused.errors.contains("is the kernel itself"), refused.errors);
    QCOMPARE(contents(file_), before);
  }

  /// A script in the place of NVIDIA's compiler, because a machine without a GPU may not have it.
  void bytecode_is_compiled_once_by_the_compiler_that_is_there() {
    const QString folder = place_.path() + "/tile_ir/";
    QVERIFY(QDir().mkpath(folder));
    const auto put = [&](const QString& name, const QByteArray& bytes) {
      QFile file(folder + name);
      QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
      file.write(bytes);
    };
    put("my.tilebc", QByteArray("\x7fTileIR\0 kernel", 15));
    put("my.txt", "exercise: gelu\nentry: gelu\ntile: 4 x 512\n");
    put("tileiras",
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo ', V13.5.1'; exit 0; fi\necho \"$1\" > \"$3\"\n");
    QFile::setPermissions(folder + "tileiras", QFile::ReadOwner | QFile::ExeOwner);
    qputenv("TILESCRIBE_TILEIRAS", (folder + "tileiras").toLocal8Bit());
    const QStringList words{"compile", folder + "my.tilebc", "--output", folder + "my.cubin"};
    const Ended first = lab(words), second = lab(words), on_cpu = lab({"check", folder + "my.tilebc"});
    qputenv("TILESCRIBE_TILEIRAS", (folder + "gone").toLocal8Bit());
    const Ended without = lab(words);
    qunsetenv("TILESCRIBE_TILEIRAS");
    QVERIFY2(first.exit_code == 0 && first.errors.contains("gelu was compiled by tileiras 13.5.1"),
             first.errors);
    QCOMPARE(contents(folder + "my.cubin"), QByteArray("--gpu-name=sm_90\n"));
    QVERIFY2(second.errors.contains("was compiled before by tileiras 13.5.1"), second.errors);
    QVERIFY2(on_cpu.exit_code == 1 && on_cpu.errors.contains("it needs --engine cuda-baseline"),
             on_cpu.errors);
    QVERIFY2(without.exit_code == 1 && without.errors.contains("should name the program tileiras"),
             without.errors);
  }

  void what_a_gpu_would_run_is_summed_up() {
    with_body(body);
    const Ended compiled = lab({"compile", file_, "--arch", "sm_80"});
    if (compiled.exit_code != 0) {  // without a toolkit a sentence says so
      QVERIFY2(compiled.errors.contains("libnvrtc"), compiled.errors);
      return;
    }
    QVERIFY2(compiled.output.contains(" bytes for sm_80\n"), compiled.output);
    const auto number = [&](const QByteArray& what) {
      const auto at = compiled.output.indexOf('\n' + what + ": ");
      return at < 0 ? -1 : compiled.output.mid(at + what.size() + 3, 30).simplified().split(' ')[0].toInt();
    };
    const auto count = [&](const QByteArray& what) {
      const auto at = compiled.output.indexOf("  " + what + '\n');
      return at < 0 ? -1 : compiled.output.left(at).split('\n').last().trimmed().toInt();
    };
    QVERIFY2(number("Registers of a thread") >= 10 && number("Registers of a thread") <= 255,
             compiled.output);
    QVERIFY2(number("Shared memory of a block") >= 0, compiled.output);
    QCOMPARE(number("Spilled registers of a thread"), 0);
    QVERIFY2(count("global loads") > 0 && count("global stores") > 0 && count("fma") > 0, compiled.output);
    QVERIFY2(count("all kinds") > count("global loads") + count("global stores") + count("fma"),
             compiled.output);
  }

  /// How the window reads it: what it tells can be worded in another language.
  void messages_are_written_as_data() {
    with_body(body);
    const Ended checked = lab({"check", file_, "--seed", "5", "--messages"});
    QVERIFY2(checked.exit_code == 0, checked.output + checked.errors);
    int rows = 0;
    std::string last;
    for (const QByteArray& line : (checked.errors + checked.output).trimmed().split('\n')) {
      const auto message = read_message_text(line.toStdString());
      QVERIFY2(message, line);
      last = english(*message);
      rows += last.starts_with("PASS  ") ? 1 : 0;
    }
    QCOMPARE(last, std::to_string(rows) + " checks, 0 failed; seed 5.");
    // Of times the heading; the rows are names and numbers.
    const QByteArrayList times = lab({"time", file_, "--messages"}).output.split('\n');
    QVERIFY2(times.value(0).startsWith("rows="), times.value(0));
    const auto heading = read_message_text(times.value(1).toStdString());
    QVERIFY2(heading && english(*heading).starts_with("variant    "), times.value(1));
    QVERIFY2(times.value(2).size() > 16 && times.value(2)[16] != ' ' && times.value(2)[15] == ' ',
             times.value(2));
    const Ended code = lab({"compile", file_, "--messages"});  // a sentence where there is no toolkit
    for (const QByteArray& line : (code.errors + code.output).split('\n'))
      QVERIFY2(line.isEmpty() || read_message_text(line.toStdString()), line);
    const Ended missing = lab({"check", file_ + ".none", "--messages"});
    QVERIFY2(read_message_text(missing.errors.trimmed().toStdString()), missing.errors);
  }

  void without_a_compiler_a_sentence_says_so() {
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", place_.path().toLocal8Bit());
    const Ended without = lab({"check", file_, "--seed", "1"});
    qputenv("PATH", path);
    QCOMPARE(without.exit_code, 1);
    QVERIFY2(without.errors.contains("No C++ compiler"), without.errors);
  }

 private:
  /// The report holds what the two files say of the kernel.
  void check_report(const QString& times, const QString& stages, int launches) {
    const QString before = place_.path() + "/before.cpp", report = place_.path() + "/report.md";
    QFile first(before);
    QVERIFY(first.open(QIODevice::WriteOnly) && first.write(template_) > 0);
    first.close();
    const Ended written =
        run_program(program, {"report", audio + "short.wav", "-o", report, "--engine", "cpu", "--rounds", "2",
                              "--kernel", times, "--kernel", stages, "--before", before, "--after", file_});
    QVERIFY2(written.exit_code == 0, written.errors);
    const QByteArray text = contents(report).replace("\\", "");  // Markdown escapes digits and points
    const QJsonArray rows = QJsonDocument::fromJson(contents(times)).object()["rows"].toArray();
    const QJsonObject own = rows.last().toObject();
    const auto duration = [](const QJsonValue& ms) {
      return QByteArray::fromStdString(duration_text(ms.toDouble()));
    };
    QVERIFY2(text.contains("\n| this kernel | " + duration(own["ms"]) + " | " + duration(own["least_ms"]) +
                           " to " + duration(own["most_ms"]) + " | "),
             text);
    const QJsonObject all =
        QJsonDocument::fromJson(contents(stages)).object()["rows"].toArray().last().toObject();
    QVERIFY2(text.contains("\n| all | " + duration(all["with_ms"]) + " | " + duration(all["without_ms"])),
             text);
    QVERIFY2(text.contains("The kernel ran " + QByteArray::number(launches) + " times for ") &&
                 text.contains("The text is the same as without it."),
             text);
    for (const char* named : {"time.json", "model.json", "Commit of its source", "squares += x"})
      QVERIFY2(text.contains(named), text);
  }

  void write(const QByteArray& text) {
    QFile file(file_);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(text);
  }
  void with_body(const QByteArray& lines) { write(QByteArray(template_).insert(begin_, lines)); }
  static Ended lab(const QStringList& words) { return run_program(program, QStringList{"lab"} + words); }

  QTemporaryDir place_;
  QString file_ = place_.path() + "/course/rms_norm.cpp";
  QByteArray template_;
  qsizetype begin_ = 0;
};

QTEST_GUILESS_MAIN(LabTest)
#include "test_lab.moc"
