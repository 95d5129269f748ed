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
    row("kernels/a.cpp", "#include \"kernels/core/error.h\"", true);
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
    row("inference/api/a.h", "#include \"kernels/core/error.h\"", false);
    row("inference/api/a.h", "#include \"inference/audio/decoder.h\"", false);
    row("inference/model/a.cpp", "#include \"kernels/core/error.h\"", true);
    row("inference/model/a.cpp", "#include \"inference/api/options.h\"", true);
    row("inference/model/a.cpp", "#include \"ui/window.h\"", false);
    row("inference/model/a.cpp", "#include \"app/cli/main.h\"", false);
    row("inference/model/a.cpp", "#include <cublas_v2.h>", false);
    row("inference/model/a.cpp", "#include <QString>", false);
    row("inference/audio/a.cpp", "#include <sndfile.h>", true);
    row("inference/audio/a.cpp", "#include <thread>", true);
    row("ui/a.cpp", "#include \"inference/api/options.h\"", true);
    row("ui/a.cpp", "#include \"window.h\"", true);
    row("ui/a.cpp", "#include <QString>", true);
    row("ui/a.cpp", "#include \"inference/audio/decoder.h\"", false);
    row("ui/a.cpp", "#include \"kernels/core/error.h\"", false);
    row("ui/a.cpp", "#include \"app/gui/main.h\"", false);
    row("ui/a.cpp", "#include <thread>", false);
    row("ui/a.cpp", "#include <QThread>", false);
    row("ui/a.cpp", "#include <sqlite3.h>", false);
    row("ui/a.cpp", "#include <cuda.h>", false);
    row("app/gui/a.cpp", "#include \"ui/window.h\"", true);
    row("app/gui/a.cpp", "#include \"inference/api/options.h\"", true);
    row("app/gui/a.cpp", "#include \"inference/model/model.h\"", false);
    row("app/gui/a.cpp", "#include \"kernels/core/error.h\"", false);
    row("app/gui/a.cpp", "#include <thread>", true);
    row("app/cli/a.cpp", "#include <QString>", false);
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
    plant("ui/bare.h", "#pragma once\n");
    plant("ui/left_over.cpp", kLicenceLine +
                                  "// TO"
                                  "DO later\n");
    plant("ui/long.cpp", kLicenceLine + std::string(400, '\n'));
    plant("packaging/good.sh", "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n");
    plant("packaging/bare.sh", "#!/usr/bin/env bash\n");
    QCOMPARE(QString::fromStdString(complaints_in(top)),
             QString("kernels/asm.cu:2 holds an instruction, but kernels/device names them\n"
                     "packaging/bare.sh:1 doesn't begin with SPDX-License-Identifier: Apache-2.0\n"
                     "ui/arrow.cpp:3 includes kernels/core/error.h, but ui/ must not know kernels/\n"
                     "ui/bare.h:1 doesn't begin with SPDX-License-Identifier: Apache-2.0\n"
                     "ui/left_over.cpp:2 holds a left-over: TO"
                     "DO\n"
                     "ui/long.cpp:401 is longer than 400 lines\n"));
  }
};

QTEST_APPLESS_MAIN(LayeringTest)
#include "layering_test.moc"
