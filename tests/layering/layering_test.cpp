// SPDX-License-Identifier: Apache-2.0
// Reads every source of ours against the house rules, and shows on planted files that each rule can be
// broken.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>

#include "tests/layering/house_rules.h"

using namespace tilescribe::layering;

namespace {

const std::string kLicenceLine = "// SPDX-License-Identifier: Apache-2.0\n";

// All complaints about a tree, one a line.
std::string complaints_in(const std::filesystem::path& top) {
  std::string all;
  for (const std::string& path : sources_in(top)) {
    for (const Complaint& complaint : complaints_about(path, read_text(top / path))) all += complaint + "\n";
  }
  return all;
}

}  // namespace

class LayeringTest : public QObject {
  Q_OBJECT

 private slots:
  void the_tree_keeps_the_house_rules() {
    const std::string complaints = complaints_in(TILESCRIBE_SOURCE_DIR);
    QVERIFY2(complaints.empty(), complaints.c_str());
  }

  void every_room_is_read() {
    const auto sources = sources_in(TILESCRIBE_SOURCE_DIR);
    for (const char* room :
         {"kernels/", "inference/api/", "inference/audio/", "ui/", "app/cli/", "app/gui/", "tests/"}) {
      QVERIFY2(std::any_of(sources.begin(), sources.end(),
                           [&](const auto& path) { return path.starts_with(room); }),
               room);
    }
  }

  void includes_are_found_in_every_spelling() {
    const auto includes =
        includes_of("#include <vector>\n  #  include \"ui/a.h\"  // why\n#define x\n// #include <no>\n");
    QCOMPARE(includes.size(), std::size_t{2});
    QCOMPARE(includes[0].target, std::string("vector"));
    QVERIFY(!includes[0].quoted);
    QCOMPARE(includes[1].target, std::string("ui/a.h"));
    QVERIFY(includes[1].quoted);
    QCOMPARE(includes[1].line, 2);
  }

  void arrows_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char* path, const char* line, bool allowed) {
      QTest::addRow("%s: %s", path, line) << QString(path) << QString(line) << allowed;
    };
    row("kernels/check/a.cpp", "#include \"kernels/core/error.h\"", true);
    row("kernels/a.cpp", "#include \"inference/api/options.h\"", false);
    row("kernels/a.cpp", "#include \"../ui/window.h\"", false);
    row("kernels/a.cpp", "#include <QString>", false);
    row("kernels/a.cpp", "#include <QtCore/QString>", false);
    row("kernels/a.cpp", "#include <sndfile.h>", false);
    row("kernels/a.cpp", "#include <cuda_runtime.h>", false);
    row("kernels/device/launch.h", "#include <cuda_runtime.h>", true);
    row("kernels/backend/cuda/plugin.cpp", "#include <cuda_runtime.h>", true);
    row("kernels/backend/cuda/plugin.cpp", "#include <nvrtc.h>", true);
    row("kernels/backend/cuda/plugin.cpp", "#include <QString>", false);
    row("kernels/ops/gelu/gelu_cuda.cu", "#include <cuda_bf16.h>", true);
    row("inference/api/a.h", "#include \"inference/api/options.h\"", true);
    row("inference/api/a.h", "#include \"options.h\"", true);
    row("inference/api/a.h", "#include \"kernels/core/message.h\"", true);
    row("inference/api/a.h", "#include \"kernels/core/error.h\"", false);
    row("inference/api/a.h", "#include \"inference/audio/decoder.h\"", false);
    row("inference/model/a.cpp", "#include \"kernels/core/error.h\"", true);
    row("inference/model/a.cpp", "#include \"inference/api/options.h\"", true);
    row("inference/model/a.cpp", "#include \"ui/window.h\"", false);
    row("inference/model/a.cpp", "#include \"app/cli/main.h\"", false);
    row("inference/model/a.cpp", "#include <cublas_v2.h>", false);
    row("inference/model/a.cpp", "#include <QString>", false);
    row("inference/audio/a.cpp", "#include <samplerate.h>", true);
    row("inference/audio/a.cpp", "#include <sndfile.h>", false);
    row("inference/audio/sndfile/a.cpp", "#include <sndfile.h>", true);
    row("inference/audio/ffmpeg/a.cpp", "#include <sndfile.h>", false);
    row("inference/audio/ffmpeg/a.cpp", "#include <libavutil/log.h>", true);
    row("inference/audio/helper/a.cpp", "#include <libavutil/log.h>", false);
    row("inference/audio/a.cpp", "#include <thread>", true);
    row("ui/a.cpp", "#include \"inference/api/options.h\"", true);
    row("ui/a.cpp", "#include \"window.h\"", true);
    row("ui/a.cpp", "#include <QString>", true);
    row("ui/a.cpp", "#include \"inference/audio/decoder.h\"", false);
    row("ui/a.cpp", "#include \"kernels/core/error.h\"", false);
    row("ui/a.cpp", "#include \"app/gui/main.h\"", false);
    row("ui/a.cpp", "#include <thread>", false);
    row("ui/a.cpp", "#include <QThread>", false);
    row("ui/profiling/a.cpp", "#include <QtConcurrentRun>", false);
    row("ui/profile/a.h", "#include <QtConcurrentRun>", true);
    row("ui/a.cpp", "#include <sqlite3.h>", false);
    row("ui/a.cpp", "#include <cuda.h>", false);
    row("ui/a.cpp", "#include <QSettings>", false);
    row("app/gui/a.cpp", "#include <QSettings>", false);
    row("ui/settings/settings.cpp", "#include <QSettings>", true);
    row("app/gui/a.cpp", "#include \"ui/window.h\"", true);
    row("app/gui/a.cpp", "#include \"inference/api/options.h\"", true);
    row("app/gui/a.cpp", "#include \"inference/model/model.h\"", false);
    row("app/gui/a.cpp", "#include \"kernels/core/error.h\"", false);
    row("app/gui/a.cpp", "#include <thread>", true);
    row("app/cli/a.cpp", "#include <QString>", false);
    row("app/scheduler/a.h", "#include <QObject>", false);
    row("tests/ui/a.cpp", "#include \"kernels/core/error.h\"", true);
  }
  void arrows() {
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(bool, allowed);
    const auto includes = includes_of(line.toStdString());
    QCOMPARE(includes.size(), std::size_t{1});
    QCOMPARE(!why_forbidden(path.toStdString(), includes[0]).has_value(), allowed);
  }

  void floors_data() {
    QTest::addColumn<QStringList>("files");
    // One file on each floor, the lowest first.
    QTest::newRow("kernels") << QStringList{"kernels/core/error.h",
                                            "kernels/device/status.h",
                                            "kernels/tile/tile.h",
                                            "kernels/ops/linear/gemm.h",
                                            "kernels/profile/records.h",
                                            "kernels/backend/registry.h",
                                            "kernels/ops/linear/linear.h",
                                            "kernels/backend/cuda/cuda_backend.h",
                                            "kernels/ops/linear/linear_tile_variants.h",
                                            "kernels/check/check_ops.h"};
    QTest::newRow("an op") << QStringList{"kernels/ops/rope/rope_tile.h", "kernels/ops/rope/rope.cpp",
                                          "kernels/ops/rope/rope_cpu.cpp"};
    QTest::newRow("inference") << QStringList{"inference/weights/a.h",  "inference/model/a.h",
                                              "inference/generate/a.h", "inference/pipeline/a.h",
                                              "inference/measure/a.h",  "inference/local/a.h"};
    QTest::newRow("ui") << QStringList{"ui/format.h",     "ui/widgets/a.h", "ui/shell/a.h",
                                       "ui/settings/a.h", "ui/queue/a.h",   "ui/transcript/a.h",
                                       "ui/recording/a.h"};
    QTest::newRow("ui's window") << QStringList{"ui/widgets/a.h", "ui/shell/a.h", "ui/settings/a.h",
                                                "ui/window/a.h"};
    QTest::newRow("app") << QStringList{"app/scheduler/a.h", "app/service/a.h", "app/gui/a.h"};
  }
  void floors() {
    QFETCH(QStringList, files);
    for (qsizetype from = 0; from < files.size(); ++from) {
      for (qsizetype to = 0; to < files.size(); ++to) {
        const Include include{1, files[to].toStdString(), true};
        const bool allowed = !why_forbidden(files[from].toStdString(), include).has_value();
        QVERIFY2(allowed == (to <= from), qPrintable(files[from] + " includes " + files[to]));
      }
    }
  }

  /// Wherever an include of the top floor is planted, it is found.
  void no_file_may_look_up_to_the_top_floor() {
    const auto sources = sources_in(TILESCRIBE_SOURCE_DIR);
    const QStringList tops{"kernels/tune/a.h", "kernels/lab/a.h", "inference/lab/a.h", "ui/lab/a.h",
                           "app/gui/a.h"};
    for (const QString& top : tops) {
      const std::string room = top.section('/', 0, 0).toStdString() + "/";
      const std::string own = top.section('/', 0, 1).toStdString() + "/";
      int looked_at = 0;
      for (const std::string& path : sources) {
        if (!path.starts_with(room) || path.starts_with(own)) continue;
        ++looked_at;
        QVERIFY2(why_forbidden(path, {1, top.toStdString(), true}), path.c_str());
      }
      QVERIFY(looked_at > 50);
    }
  }

  void neighbours_do_not_know_each_other() {
    const auto why = [](const char* from, const char* to) {
      return QString::fromStdString(why_forbidden(from, {1, to, true}).value_or(""));
    };
    QCOMPARE(why("kernels/backend/cpu/a.h", "kernels/backend/cuda/b.h"),
             QString("in kernels/ engine cpu must not know engines cuda, its neighbour"));
    QCOMPARE(why("inference/audio/a.h", "../text/b.h"),
             QString("in inference/ audio must not know text, its neighbour"));
    QCOMPARE(why("ui/recording/a.h", "ui/profiling/b.h"),
             QString("in ui/ recording must not know profiling, its neighbour"));
    QCOMPARE(why("app/cli/a.h", "app/gui/b.h"), QString("in app/ cli must not know gui, its neighbour"));
    QCOMPARE(why("kernels/a.h", "kernels/core/b.h"),
             QString("kernels/a.h lies on no floor of kernels/ in tests/layering/floors.cpp"));
  }

  void planted_faults_are_found() {
    QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const std::filesystem::path top = folder.path().toStdString();
    std::filesystem::create_directories(top / "ui");
    std::filesystem::create_directories(top / "packaging");
    std::filesystem::create_directories(top / "kernels/device");
    const auto plant = [&](const char* path, const std::string& text) { std::ofstream(top / path) << text; };
    plant("kernels/asm.cu", kLicenceLine + "  asm volatile(\"exit;\");\n");
    plant("kernels/device/asm.cuh", kLicenceLine + "  asm volatile(\"exit;\");\n");
    plant("ui/good.cpp", kLicenceLine + "#include \"inference/api/options.h\"\n");
    plant("ui/arrow.cpp", kLicenceLine + "\n#include \"kernels/core/error.h\"\n");
    std::filesystem::create_directories(top / "kernels/core");
    std::filesystem::create_directories(top / "inference/model");
    std::filesystem::create_directories(top / "ui/theme");
    std::filesystem::create_directories(top / "app/service");
    plant("kernels/core/up.h", kLicenceLine + "#include \"kernels/tile/tile.h\"\n");
    plant("inference/model/up.h", kLicenceLine + "#include \"inference/pipeline/engine.h\"\n");
    plant("ui/theme/up.h", kLicenceLine + "#include \"ui/window/main_window.h\"\n");
    plant("app/service/up.h", kLicenceLine + "#include \"app/gui/controller.h\"\n");
    plant("ui/bare.h", "#pragma once\n");
    plant("ui/left_over.cpp", kLicenceLine +
                                  "// TO"
                                  "DO later\n");
    plant("ui/long.cpp", kLicenceLine + std::string(400, '\n'));
    std::filesystem::create_directories(top / "tests");
    const std::string tries =
        "QTR"
        "Y_VERIFY(done);\n";
    const std::string waits =
        "qWaitFor"
        "WindowExposed(\n";
    plant("tests/impatient.cpp", kLicenceLine + "\n" + tries);
    plant("tests/patient.cpp", kLicenceLine + "#include \"tests/support/patience.h\"\n" + tries + waits +
                                   "    &window, patience_ms);\n");
    plant("tests/window.cpp", kLicenceLine + waits + "    &window);\n");
    plant("packaging/good.sh", "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n");
    plant("packaging/bare.sh", "#!/usr/bin/env bash\n");
    QCOMPARE(
        QString::fromStdString(complaints_in(top)),
        QString("app/service/up.h:2 includes app/gui/controller.h, but in app/ service must not know gui, "
                "which lies above it\n"
                "inference/model/up.h:2 includes inference/pipeline/engine.h, but in inference/ model must "
                "not know pipeline, which lies above it\n"
                "kernels/asm.cu:2 holds an instruction, but kernels/device names them\n"
                "kernels/core/up.h:2 includes kernels/tile/tile.h, but in kernels/ core must not know tile, "
                "which lies above it\n"
                "packaging/bare.sh:1 doesn't begin with SPDX-License-Identifier: Apache-2.0\n"
                "tests/impatient.cpp:3 waits five seconds, but tests/support/patience.h says how long\n"
                "tests/window.cpp:2 waits five seconds, but tests/support/patience.h says how long\n"
                "ui/arrow.cpp:3 includes kernels/core/error.h, but ui/ must not know kernels/\n"
                "ui/bare.h:1 doesn't begin with SPDX-License-Identifier: Apache-2.0\n"
                "ui/left_over.cpp:2 holds a left-over: TO"
                "DO\n"
                "ui/long.cpp:401 is longer than 400 lines\n"
                "ui/theme/up.h:2 includes ui/window/main_window.h, but in ui/ theme must not know window, "
                "which lies above it\n"));
  }
};

QTEST_APPLESS_MAIN(LayeringTest)
#include "layering_test.moc"
