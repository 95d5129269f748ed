// SPDX-License-Identifier: Apache-2.0
// Kernels in CUDA Tile IR: where their compiler is found, what it says, and how they are started. A script
// takes the compiler's place.
#include "kernels/lab/tile_ir.h"

#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "kernels/jit/tileiras_compiler.h"
#include "kernels/lab/exercise.h"
#include "kernels/lab/source.h"
#include "tests/support/failure_of.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
namespace fs = std::filesystem;

namespace {

const std::string bytecode("\x7fTileIR\0\r\3 a kernel", 19);

// Says its version, and makes code of what it was asked: its options, and the bytecode's last word.
const std::string script =
    "#!/bin/sh\n"
    "if [ \"$1\" = --version ]; then echo 'Cuda compilation tools, release 13.5, V13.5.37'; exit 0; fi\n"
    "echo \"$1 cuda ${CUDA_HOME:-none} $(tail -c 6 \"$4\")\" > \"$3\"\n";

void write(const fs::path& file, const std::string& bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

void write_program(const fs::path& file, const std::string& text) {
  write(file, text);
  fs::permissions(file, fs::perms::owner_all);
}

const std::string linear_text =
    "# a comment\n"
    "exercise: linear\n"
    "entry: product\n"
    "aligned entry:  product_16 \n"
    "tile: 64 x 32\n";

}  // namespace

class TileIrTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    place_.emplace();
    folder_ = place_->path().toStdString();
    for (const char* name : {"PATH", "VIRTUAL_ENV", "CONDA_PREFIX", "TILESCRIBE_TILEIRAS", "CUDA_HOME"})
      before_.emplace_back(name, qgetenv(name), qEnvironmentVariableIsSet(name));
    for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX", "TILESCRIBE_TILEIRAS", "CUDA_HOME"})
      qunsetenv(name);
    qputenv("PATH", "/usr/bin:/bin");
  }
  void cleanup() {
    for (const auto& [name, value, was_set] : before_) was_set ? qputenv(name, value) : qunsetenv(name);
    before_.clear();
  }

  void it_is_found_where_it_may_be_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::newRow("named") << "here/tileiras"
                           << "TILESCRIBE_TILEIRAS"
                           << "%1/here/tileiras";
    QTest::newRow("in PATH") << "bin/tileiras"
                             << "PATH"
                             << "/usr/bin:/bin:%1/bin";
    const QString packaged = "venv/lib/python3.12/site-packages/nvidia/cu13/bin/tileiras";
    QTest::newRow("in a Python environment") << packaged << "VIRTUAL_ENV"
                                             << "%1/venv";
    QTest::newRow("in a conda environment") << packaged << "CONDA_PREFIX"
                                            << "%1/venv";
    QTest::newRow("beside a Python in PATH") << packaged << "PATH"
                                             << "%1/venv/bin:/usr/bin:/bin";
  }
  void it_is_found_where_it_may_be() {
    QFETCH(QString, file);
    QFETCH(QString, variable);
    QFETCH(QString, value);
    write_program(folder_ / file.toStdString(), script);
    write_program(folder_ / "venv/bin/python3", "#!/bin/sh\n");
    qputenv(variable.toLatin1(), value.arg(place_->path()).toUtf8());
    const TileirasCompiler compiler = TileirasCompiler::find("sm_90a");
    QCOMPARE(compiler.program(), folder_ / file.toStdString());
    QCOMPARE(compiler.version(), std::string("tileiras 13.5.37"));
  }

  void what_was_named_goes_first_and_must_be_there() {
    qputenv("TILESCRIBE_TILEIRAS", (folder_ / "gone").c_str());
    const QString text = test::failure_of([] { TileirasCompiler::find("sm_90a"); });
    QVERIFY2(text.startsWith(QLatin1String("TILESCRIBE_TILEIRAS should name the program tileiras")),
             qPrintable(text));
    QVERIFY2(text.contains(QString::fromStdString((folder_ / "gone").string())), qPrintable(text));
  }

  void without_it_a_sentence_says_how_to_get_it() {
    const QString text = test::failure_of([] { TileirasCompiler::find("sm_90a"); });
    if (fs::exists("/usr/local/cuda/bin/tileiras"))
      QCOMPARE(text, QString());
    else
      QVERIFY2(text.contains(QLatin1String("needs NVIDIA's compiler tileiras")) &&
                   text.contains(QLatin1String("pip install nvidia-cuda-tileiras")),
               qPrintable(text));
  }

  void it_gets_the_bytecode_and_the_architecture_but_no_other_toolkit() {
    qputenv("CUDA_HOME", "/usr/local/cuda");
    QCOMPARE(compiler().compile({"my.tilebc", bytecode, {}, {}, {}, {}}),
             std::string("--gpu-name=sm_90 cuda none kernel\n"));
  }

  void its_version_and_the_architecture_decide_the_key() {
    const Unit unit{"my.tilebc", bytecode, {}, {}, {}, {}};
    const std::string key = key_of(unit, compiler());
    QCOMPARE(key_of(unit, compiler()), key);
    QVERIFY(key_of(unit, compiler(script, "sm_80")) != key);
    QString newer = QString::fromStdString(script);
    QVERIFY(key_of(unit, compiler(newer.replace("V13.5.37", "V13.6.1").toStdString())) != key);
    QVERIFY(key_of({"my.tilebc", bytecode + "!", {}, {}, {}, {}}, compiler()) != key);
  }

  void what_it_says_is_shown() {
    const std::string wrong =
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo ', V1.2'; exit 0; fi\n"
        "echo 'error: not supported: tfloat32'; echo 'more'; exit 3\n";
    try {
      static_cast<void>(compiler(wrong).compile({"my.tilebc", bytecode, {}, {}, {}, {}}));
      QFAIL("It compiled.");
    } catch (const CompileError& error) {
      QCOMPARE(english(error.message()),
               std::string("The kernel does not compile: my.tilebc: not supported: tfloat32"));
      QVERIFY(error.details().find("more") != std::string::npos);
    }
  }

  void it_is_ended_after_a_while() {
    const std::string slow =
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo ', V1.2'; exit 0; fi\nsleep 600\n";
    const QString text = test::failure_of([&] {
      compiler(slow, "sm_90a", 1.0).compile({"my.tilebc", bytecode, {}, {}, {}, {}});
    });
    QCOMPARE(text, QStringLiteral("The compiler was ended after 1 s: it did not finish with my.tilebc."));
  }

  void a_program_of_that_name_that_is_something_else_is_refused() {
    QVERIFY(test::failure_of([&] {
              compiler("#!/bin/sh\necho hello\n");
            }).contains(QLatin1String("does not say its version")));
  }

  void what_stands_beside_bytecode() {
    const lab::TileIrKernel kernel = lab::read_tile_ir(linear_text, "my.txt");
    QVERIFY(kernel.exercise == &lab::exercise_named("linear"));
    QCOMPARE(kernel.entry, std::string("product"));
    QCOMPARE(kernel.aligned_entry, std::string("product_16"));
    QCOMPARE(kernel.parameters, (std::vector<std::string>{"y", "x", "weight", "bias"}));
    QCOMPARE(kernel.rows, 64);
    QCOMPARE(kernel.columns, 32);
  }

  void what_is_wrong_there_is_named_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char* name, const char* text, const char* complaint) {
      QTest::newRow(name) << QString(text) << QString(complaint);
    };
    row("no colon", "exercise gelu\n", "my.txt, line 1: Expected “NAME: VALUE”");
    row("an unknown line", "exercise: gelu\ngrid: 3\n", "my.txt, line 2: There is no entry “grid”");
    row("an unknown exercise", "exercise: sorting\n", "my.txt, line 1: There is no exercise named sorting");
    row("no exercise", "entry: e\ntile: 1\n", "my.txt: Expected a line “exercise: NAME”");
    row("no entry", "exercise: gelu\ntile: 1\n", "my.txt: Expected a line “entry: NAME”");
    row("no tile", "exercise: gelu\nentry: e\n", "my.txt: Expected a line “tile: ROWS x COLUMNS”");
    row("a tile of nothing", "tile: 0 x 4\n", "my.txt, line 1: Expected rows and columns of a tile");
    row("half a tile", "tile: 4 x\n", "found “4 x”");
    row("a third size", "tile: 4 x 4 x 4\n", "found “4 x 4 x 4”");
    row("no such parameter", "exercise: gelu\nentry: e\ntile: 1\nparameters: y z\n",
        "The exercise gelu has the parameters y, x, but z was named.");
    row("sequences", "exercise: rope_append\nentry: e\ntile: 1\n", "can't be in Tile IR");
  }
  void what_is_wrong_there_is_named() {
    QFETCH(QString, text);
    QFETCH(QString, complaint);
    const QString found = test::failure_of([&] { lab::read_tile_ir(text.toStdString(), "my.txt"); });
    QVERIFY2(found.contains(complaint), qPrintable(found));
  }

  /// Every exercise that may be in Tile IR states its parameters; our own sources name them in the same
  /// order.
  void the_parameters_of_our_own_sources_exist() {
    for (const char* name : {"gelu", "rms_norm", "linear"}) {
      std::ifstream in(fs::path(TILESCRIBE_SOURCE_DIR) / "resources/tile_ir" / (std::string(name) + ".py"));
      const QString source = QString::fromStdString({std::istreambuf_iterator<char>(in), {}});
      QRegularExpressionMatchIterator found =
          QRegularExpression("\"(\\w+)\": (?:Matrix|Vector|Float)\\(").globalMatch(source);
      std::vector<std::string> named;
      while (found.hasNext()) named.push_back(found.next().captured(1).toStdString());
      const lab::TileIrKernel all =
          lab::read_tile_ir("exercise: " + std::string(name) + "\nentry: e\ntile: 1\n", "my.txt");
      QCOMPARE(named, all.parameters);
      QVERIFY(source.contains(QString("EXERCISE = \"%1\"").arg(name)));
    }
  }

  void a_launch_has_the_arguments_of_cutiles_convention() {
    alignas(16) std::array<float, 16> memory{};
    lab::LinearArgs args{};
    args.y = {memory.data(), 100, 65, 68};
    static_cast<lab::Matrix<const float>&>(args.x) = {memory.data() + 4, 100, 40, 40};
    static_cast<lab::Matrix<const float>&>(args.weight) = {memory.data() + 8, 65, 40, 40};
    args.bias = tile::as_row<const float>(nullptr, 0);
    lab::TileIrKernel kernel = lab::read_tile_ir(linear_text, "my.txt");
    const lab::TileIrLaunch launch = lab::launch_of(kernel, &args);
    const auto at = [&](std::size_t i) { return std::bit_cast<std::uintptr_t>(memory.data() + i); };
    QCOMPARE(launch.values, (std::vector<std::uint64_t>{at(0), 100, 65, 68, 1, at(4), 100, 40, 40, 1, at(8),
                                                        65, 40, 40, 1, 0, 0, 1}));
    QCOMPARE(launch.grid.x, 2);
    QCOMPARE(launch.grid.y, 3);
    QCOMPARE(launch.entry, std::string("product_16"));

    args.y.stride = 66;
    QCOMPARE(lab::launch_of(kernel, &args).entry, std::string("product"));
    args.y = {memory.data() + 1, 100, 65, 68};
    QCOMPARE(lab::launch_of(kernel, &args).entry, std::string("product"));
    args.y.stride = std::int64_t{1} << 31;
    QVERIFY(test::failure_of([&] { lab::launch_of(kernel, &args); }).contains(QLatin1String("32 bits")));
    kernel.columns = 1;
    args.y = {memory.data(), 1, 70'000, 70'000};
    QVERIFY(test::failure_of([&] { lab::launch_of(kernel, &args); }).contains(QLatin1String("65535")));
  }

  void numbers_are_passed_by_their_bits() {
    alignas(16) std::array<float, 8> memory{};
    const lab::RmsNormArgs args{{memory.data(), 3, 4, 4},
                                {memory.data(), 3, 4, 4},
                                tile::as_row<const float>(memory.data(), 4),
                                1e-5f};
    const auto kernel =
        lab::read_tile_ir("exercise: rms_norm\nentry: e\ntile: 1\nparameters: gain eps\n", "t");
    const lab::TileIrLaunch launch = lab::launch_of(kernel, &args);
    QCOMPARE(launch.values, (std::vector<std::uint64_t>{std::bit_cast<std::uintptr_t>(memory.data()), 4, 1,
                                                        std::bit_cast<std::uint32_t>(1e-5f)}));
    QCOMPARE(launch.grid.x, 3);
    QCOMPARE(launch.grid.y, 1);
    QCOMPARE(launch.entry, std::string("e"));  // it has no other
  }

  void bytecode_and_cubins_are_known_by_their_bytes() {
    write(folder_ / "my.tilebc", bytecode);
    QVERIFY(test::failure_of([&] {
              lab::read_source(folder_ / "my.tilebc");
            }).contains(QLatin1String("my.txt is not there")));
    write(folder_ / "my.txt", linear_text);
    lab::Source source = lab::read_source(folder_ / "my.tilebc");
    QVERIFY(source.tile_ir && !source.cubin && source.exercise->name == "linear");
    QVERIFY(test::failure_of([&] { lab::compiled_kernel(source); }).contains(QLatin1String("runs on a GPU")));

    write(folder_ / "my.cubin",
          "\x7f"
          "ELF code");
    source = lab::read_source(folder_ / "my.cubin");
    QVERIFY(source.tile_ir && source.cubin);
    QCOMPARE(lab::compiled_cubin(source, "sm_90a").code.bytes, std::string("\x7f"
                                                                           "ELF code"));
  }

 private:
  TileirasCompiler compiler(const std::string& text = script, const std::string& architecture = "sm_90a",
                            double most_s = 60.0) const {
    write_program(folder_ / "made/tileiras", text);
    qputenv("TILESCRIBE_TILEIRAS", (folder_ / "made/tileiras").c_str());
    return TileirasCompiler::find(architecture, most_s);
  }

  std::optional<QTemporaryDir> place_;
  fs::path folder_;
  std::vector<std::tuple<const char*, QByteArray, bool>> before_;
};

QTEST_APPLESS_MAIN(TileIrTest)
#include "tile_ir_test.moc"
