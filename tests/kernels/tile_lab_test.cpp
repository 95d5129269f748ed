// SPDX-License-Identifier: Apache-2.0
// The lab's exercises, without a compiler: our own tile kernels in the places of the user's.
#define QT_NO_KEYWORDS  // `slots` is a name of ours
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

#include "kernels/jit/nvrtc_compiler.h"
#include "kernels/lab/exercise.h"
#include "kernels/lab/lab_backend.h"
#include "kernels/lab/launch_watch.h"
#include "kernels/lab/source.h"
#include "kernels/ops/attention/attention_tile.h"
#include "kernels/ops/conv1d/conv1d_tile.h"
#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/elementwise/elementwise_tile.h"
#include "kernels/ops/linear/linear_tile.h"
#include "kernels/ops/norm/norm_tile.h"
#include "kernels/ops/rope/rope_tile.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
using lab::LabKernel;
using tile::Precision;

namespace {

/// A tile kernel in this program as a user's.
template <class Kernel>
class OurKernel : public LabKernel {
 public:
  tile::Grid grid(const void* args) const override {
    return Kernel::grid(*static_cast<const typename Kernel::Args*>(args));
  }
  Outcome run(const void* args, std::int64_t first, std::int64_t last,
              std::span<const tile::MemoryRange> allowed) const override {
    const auto& given = *static_cast<const typename Kernel::Args*>(args);
    const tile::Grid grid = Kernel::grid(given);
    std::optional<tile::HostMemoryGuard> guard;
    if (!allowed.empty()) guard.emplace();
    for (const tile::MemoryRange& range : allowed) guard->allow(range);
    try {
      for (std::int64_t i = first; i < last; ++i) {
        const tile::Block block{static_cast<int>(i % grid.x), static_cast<int>(i / grid.x % grid.y),
                                static_cast<int>(i / grid.x / grid.y)};
        if constexpr (tile::HasShared<Kernel>) {
          const auto shared = std::make_unique<typename Kernel::Shared>();
          Kernel::run(block, *shared, given);
        } else {
          Kernel::run(block, given);
        }
      }
    } catch (const tile::OutsideMemory& outside) {
      return outside.writes ? Outcome::stores_outside : Outcome::loads_outside;
    }
    return Outcome::done;
  }
};

constexpr Precision tf32 = Precision::tf32;
using OurGelu = tile::ActivationKernel<float, tile::GeluErf>;
using OurGatedSilu = tile::GatedSiluKernel<float>;
using OurLayerNorm = tile::LayerNormKernel<float>;
using OurRmsNorm = tile::RmsNormKernel<float>;
using OurScores = tile::AttentionScoresKernel<tf32, float, 64, 64, 32, 2>;
using OurSoftmax = tile::SoftmaxKernel;
using OurOutput = tile::AttentionOutputKernel<tf32, float, 64, 64, 32>;
using OurLinear = tile::LinearFewRowsKernel<float, float, float, 8, 16, 1>;
using OurConv = tile::ConvGeluKernel<tf32, float, float, 64, 64, 32, 2>;
using OurAngles = tile::RopeAnglesKernel;
using OurAppend = tile::RopeAppendKernel<float>;

#pragma GCC diagnostic ignored \
    "-Winvalid-offsetof"  // a Factor derives from Matrix; offsets of members are known
// The structs that users see have the layout of those that our launchers fill in.
#define SAME(Kernel, User, field)                                              \
  static_assert(sizeof(Kernel::Args) == sizeof(lab::User) &&                   \
                offsetof(Kernel::Args, field) == offsetof(lab::User, field) && \
                tile::same_type<decltype(Kernel::Args::field), decltype(lab::User::field)>)
SAME(OurGelu, GeluArgs, y);
SAME(OurGelu, GeluArgs, x);
SAME(OurGatedSilu, GatedSiluArgs, y);
SAME(OurGatedSilu, GatedSiluArgs, gate);
SAME(OurGatedSilu, GatedSiluArgs, up);
SAME(OurLayerNorm, LayerNormArgs, out);
SAME(OurLayerNorm, LayerNormArgs, x);
SAME(OurLayerNorm, LayerNormArgs, gain);
SAME(OurLayerNorm, LayerNormArgs, bias);
SAME(OurLayerNorm, LayerNormArgs, eps);
SAME(OurRmsNorm, RmsNormArgs, out);
SAME(OurRmsNorm, RmsNormArgs, x);
SAME(OurRmsNorm, RmsNormArgs, gain);
SAME(OurRmsNorm, RmsNormArgs, eps);
SAME(OurScores, AttentionScoresArgs, scores);
SAME(OurScores, AttentionScoresArgs, q);
SAME(OurScores, AttentionScoresArgs, k);
SAME(OurScores, AttentionScoresArgs, scale);
SAME(OurSoftmax, SoftmaxArgs, x);
SAME(OurSoftmax, SoftmaxArgs, first_keys);
SAME(OurSoftmax, SoftmaxArgs, causal);
SAME(OurOutput, AttentionOutputArgs, out);
SAME(OurOutput, AttentionOutputArgs, weights);
SAME(OurOutput, AttentionOutputArgs, v);
SAME(OurLinear, LinearArgs, y);
SAME(OurLinear, LinearArgs, x);
SAME(OurLinear, LinearArgs, weight);
SAME(OurLinear, LinearArgs, bias);
SAME(OurConv, ConvGeluArgs, y);
SAME(OurConv, ConvGeluArgs, x);
SAME(OurConv, ConvGeluArgs, weight);
SAME(OurConv, ConvGeluArgs, bias);
SAME(OurConv, ConvGeluArgs, windows);
SAME(OurConv, ConvGeluArgs, y_window);
SAME(OurConv, ConvGeluArgs, x_window);
SAME(OurAngles, RopeAnglesArgs, cosines);
SAME(OurAngles, RopeAnglesArgs, sines);
SAME(OurAngles, RopeAnglesArgs, theta);
SAME(OurAngles, RopeAnglesArgs, longest);
SAME(OurAngles, RopeAnglesArgs, sequences);
SAME(OurAppend, RopeAppendArgs, q);
SAME(OurAppend, RopeAppendArgs, k);
SAME(OurAppend, RopeAppendArgs, v);
SAME(OurAppend, RopeAppendArgs, qkv);
SAME(OurAppend, RopeAppendArgs, cosines);
SAME(OurAppend, RopeAppendArgs, sines);
SAME(OurAppend, RopeAppendArgs, heads);
SAME(OurAppend, RopeAppendArgs, kv_heads);
SAME(OurAppend, RopeAppendArgs, head_dim);
SAME(OurAppend, RopeAppendArgs, capacity);
SAME(OurAppend, RopeAppendArgs, longest);
SAME(OurAppend, RopeAppendArgs, sequences);
#undef SAME

std::shared_ptr<const LabKernel> ours(std::string_view exercise) {
  if (exercise == "gelu") return std::make_shared<OurKernel<OurGelu>>();
  if (exercise == "gated_silu") return std::make_shared<OurKernel<OurGatedSilu>>();
  if (exercise == "layer_norm") return std::make_shared<OurKernel<OurLayerNorm>>();
  if (exercise == "rms_norm") return std::make_shared<OurKernel<OurRmsNorm>>();
  if (exercise == "attention_scores") return std::make_shared<OurKernel<OurScores>>();
  if (exercise == "softmax") return std::make_shared<OurKernel<OurSoftmax>>();
  if (exercise == "attention_output") return std::make_shared<OurKernel<OurOutput>>();
  if (exercise == "linear") return std::make_shared<OurKernel<OurLinear>>();
  if (exercise == "conv_gelu") return std::make_shared<OurKernel<OurConv>>();
  if (exercise == "rope_angles") return std::make_shared<OurKernel<OurAngles>>();
  if (exercise == "rope_append") return std::make_shared<OurKernel<OurAppend>>();
  return nullptr;
}

/// RMSNorm without its gain, but only from the third row on.
struct ForgetsGain : OurRmsNorm {
  static void run(tile::Block block, const Args& a) {
    OurRmsNorm::run(block, a);
    if (block.x < 2) return;
    const auto row =
        tile::load<Piece>(a.out, block.x, 0) / tile::load<tile::PerColumn<Piece>>(a.gain, 0, 0, 1.0f);
    tile::store(a.out, row, block.x, 0);
  }
};

/// A kernel that takes one row more than there is.
struct OneRowMore : OurRmsNorm {
  static tile::Grid grid(const Args& a) { return {a.x.rows + 1}; }
  static void run(tile::Block block, Args a) {
    a.out.rows = a.x.rows = a.x.rows + 1;
    OurRmsNorm::run(block, a);
  }
};

std::vector<CheckResult> checked(std::string_view exercise, const std::shared_ptr<const LabKernel>& kernel) {
  lab::LabBackend backend(lab::exercise_named(exercise), kernel, 1, lab::LabBackend::Purpose::check);
  return lab::check_kernel(backend, *lab::begin_check(backend.exercise(), 7));
}

QStringList wrong_in(std::string_view exercise, const std::shared_ptr<const LabKernel>& kernel) {
  QStringList wrong;
  for (const CheckResult& row : checked(exercise, kernel)) {
    if (!row.passed)
      wrong += QString::fromStdString(row.problem + ": " + english(row.message)) +
               QString(" error %1").arg(row.error);
  }
  return wrong;
}

std::string text_of(std::string_view exercise) {
  return std::string(lab::template_of(lab::exercise_named(exercise)));
}

/// The template with what a student would write as its body (tests/kernels/lab_bodies).
std::string solved(std::string_view exercise) {
  std::ifstream in(std::string(TILESCRIBE_SOURCE_DIR "/tests/kernels/lab_bodies/") + std::string(exercise) +
                   ".txt");
  const std::string body(std::istreambuf_iterator<char>(in), {});
  std::string text = text_of(exercise);
  return text.insert(text.rfind("\n  }\n};") + 1, body);
}

/// The template's file, with its body.
lab::Source source_of(const QTemporaryDir& folder, const std::string& text) {
  const std::string file = folder.filePath("kernel.cpp").toStdString();
  std::ofstream(file, std::ios::trunc) << text;
  return lab::read_source(file);
}

/// A host whose launches are only queued, like those on a GPU.
struct QueuingBackend : lab::LabBackend {
  using LabBackend::LabBackend;
  bool queues() const override { return true; }
};

/// A device that answers nothing more after a launch in several rows.
class LostBackend : public lab::LabBackend {
 public:
  using LabBackend::LabBackend;
  void launch(const void* args, std::size_t bytes) override {
    lost_ = static_cast<const OurGelu::Args*>(args)->x.rows > 1;
    synchronize();
    LabBackend::launch(args, bytes);
  }
  void synchronize() override {
    if (lost_) throw DeviceError("It is lost.");
  }

 private:
  bool lost_ = false;
};

}  // namespace

class TileLabTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void our_kernel_passes_data() {
    QTest::addColumn<QString>("name");
    for (const lab::Exercise& one : lab::exercises())
      QTest::newRow(std::string(one.name).c_str()) << QString::fromStdString(std::string(one.name));
  }
  void our_kernel_passes() {
    QFETCH(QString, name);
    const std::string exercise = name.toStdString();
    const auto kernel = ours(exercise);
    QVERIFY2(kernel != nullptr, "This exercise has no kernel of ours here.");
    QVERIFY(!checked(exercise, kernel).empty());
    const QStringList wrong = wrong_in(exercise, kernel);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
  }

  void the_first_wrong_element_is_named() {
    const auto kernel = std::make_shared<OurKernel<ForgetsGain>>();
    const QStringList wrong = wrong_in("rms_norm", kernel);
    QVERIFY(!wrong.isEmpty());
    for (const QString& line : wrong) {
      QVERIFY2(line.contains("Output 1 of 1 at row 2, column ") && line.contains("but must be"),
               qPrintable(line));
    }
    const lab::Exercise& exercise = lab::exercise_named("rms_norm");
    const auto check = lab::begin_check(exercise, 1);
    QVERIFY_EXCEPTION_THROWN(lab::backend_with(exercise, kernel, 1, *check), Error);
  }

  void a_store_outside_is_found() {
    const QStringList wrong = wrong_in("rms_norm", std::make_shared<OurKernel<OneRowMore>>());
    QVERIFY(!wrong.isEmpty());
    QVERIFY2(wrong.front().contains("an address outside it"), qPrintable(wrong.front()));
  }

  void a_passed_kernel_runs_in_the_place_of_the_engines() {
    const lab::Exercise& exercise = lab::exercise_named("gelu");
    const auto backend = lab::backend_with(exercise, ours("gelu"), 2, *lab::begin_check(exercise, 1));
    const Tensor y = backend->tensor(DType::f32, {3, 300}), x = backend->tensor(DType::f32, {3, 300});
    backend->fill_zero(x);
    const Gelu op{.y = y, .x = x};
    backend->run(op);
    QCOMPARE(backend->launches(), 1U);
    QCOMPARE(y.view().as<float>()[899], 0.0f);
    lab::use_kernel(*backend, false);
    backend->run(op);
    QCOMPARE(backend->launches(), 1U);
  }

  void the_case_that_loses_the_device_is_the_last() {
    LostBackend backend(lab::exercise_named("gelu"), ours("gelu"), 1, lab::LabBackend::Purpose::check);
    const std::vector<CheckResult> rows =
        lab::check_kernel(backend, *lab::begin_check(backend.exercise(), 7));
    QCOMPARE(rows.size(), 3U);
    QVERIFY(rows[1].passed && !rows[2].passed);
    QCOMPARE(rows[2].problem, std::string("rows=4 width=16 f32"));
    QCOMPARE(english(rows[2].message), std::string("It is lost."));
  }

  /// On a GPU a kernel that hangs is noticed only by who waits for it.
  void a_queued_launch_runs_until_somebody_has_waited() {
    lab::LaunchWatch watch;
    lab::process_watch() = &watch;
    const auto run_on = [](lab::LabBackend& backend) {
      const Tensor y = backend.tensor(DType::f32, {3, 300});
      backend.fill_zero(y);
      lab::use_kernel(backend, true);
      backend.run(Gelu{.y = y, .x = y});
    };
    lab::LabBackend direct(lab::exercise_named("gelu"), ours("gelu"), 1, lab::LabBackend::Purpose::use);
    run_on(direct);
    QCOMPARE(watch.running_s(), 0.0);
    QueuingBackend queuing(lab::exercise_named("gelu"), ours("gelu"), 1, lab::LabBackend::Purpose::use);
    run_on(queuing);
    QVERIFY(watch.running_s() > 0.0);
    lab::launches_ended();
    QCOMPARE(watch.running_s(), 0.0);
    lab::process_watch() = nullptr;
  }

  void every_exercise_has_its_template() {
    std::set<std::string> texts;
    for (const lab::Exercise& one : lab::exercises()) {
      const std::string text = text_of(one.name);
      QCOMPARE(&lab::exercise_of(text, "file"), &one);
      QVERIFY(text.find("using Args = lab::" + std::string(one.args) + ";") != std::string::npos);
      QVERIFY(text.find("SPDX") == std::string::npos);  // the file is its user's
      texts.insert(text);
    }
    QCOMPARE(texts.size(), lab::exercises().size());
  }

  void every_exercise_can_be_solved() {
    QTemporaryDir folder;
    qputenv("XDG_CACHE_HOME", folder.path().toLocal8Bit());
    for (const lab::Exercise& one : lab::exercises()) {
      const auto kernel = lab::compiled_kernel(source_of(folder, solved(one.name))).kernel;
      const QStringList wrong = wrong_in(one.name, kernel);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }
  }

  /// The same sources are for GPUs, the course's of sm_75 too. Where there is no toolkit, the sentence says
  /// so.
  void kernels_compile_for_gpus() {
    QTemporaryDir folder;
    try {
      for (const char* architecture : {"sm_75", "sm_80", "sm_90a"}) {
        const NvrtcCompiler compiler(architecture);
        for (const lab::Exercise& one : lab::exercises()) {
          for (const std::string& text : {text_of(one.name), solved(one.name)}) {
            QVERIFY(compiler.compile(source_of(folder, text).unit)
                        .starts_with("\x7f"
                                     "ELF"));
          }
        }
      }
    } catch (const CompileError& error) {
      QFAIL(error.what());
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains("libnvrtc"), error.what());
      return;
    }
    const NvrtcCompiler compiler("sm_90a");
    const std::string wrong = folder.filePath("wrong.cpp").toStdString();
    std::string text = text_of("gelu");
    text.insert(text.find("  static TILE_DEVICE"), "  static int planted() { return nowhere; }\n");
    std::ofstream(wrong, std::ios::trunc) << text;
    try {
      compiler.compile(lab::read_source(wrong).unit);
      QFAIL("It compiled.");
    } catch (const CompileError& error) {
      QCOMPARE(error.diagnostics().front().file, wrong);
      const auto line =
          1 +
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("nowhere")), '\n');
      QCOMPARE(error.diagnostics().front().line, static_cast<int>(line));
    }
  }

  void a_file_without_an_exercise_is_refused() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("other.cpp").toStdString();
    std::ofstream(file) << "int main() {}\n";
    QVERIFY_EXCEPTION_THROWN(lab::read_source(file), Error);
    std::ofstream(file) << "// Exercise: sorting\n";
    QVERIFY_EXCEPTION_THROWN(lab::read_source(file), Error);
    QVERIFY_EXCEPTION_THROWN(lab::read_source(folder.path().toStdString()), Error);
    QVERIFY_EXCEPTION_THROWN(lab::read_source(folder.filePath("missing").toStdString()), Error);
  }
};

QTEST_APPLESS_MAIN(TileLabTest)
#include "tile_lab_test.moc"
