// SPDX-License-Identifier: Apache-2.0
// Which engine, GPU and arithmetic: the dialog, the settings, the status bar, and what happens when a GPU
// fails.
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/settings/engine_dialog.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

class TestEngineChoice : public QObject {
  Q_OBJECT

 private slots:
  void a_file_that_the_gpu_failed_at_is_tried_again_on_the_cpu() {
    GuiFixture gui(false);
    gui.world.set_gpu(0);
    gui.world.script("dies.wav", {.fail_after = 0, .device = true});
    gui.controller->start({});
    auto* chip = gui.window().findChild<QToolButton*>(QStringLiteral("engineChip"));
    QTRY_COMPARE(chip->text(), QStringLiteral("NVIDIA H200, cuda, bf16"));
    gui.drop({gui.file(QStringLiteral("dies.wav")), gui.file(QStringLiteral("next.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::failed));
    QVERIFY(gui.wait_for_state(1, JobState::done));
    QVERIFY(gui.item(0).failure.device);
    QCOMPARE(retry_text(gui.item(0)), QStringLiteral("Try again on the CPU"));
    auto* message = gui.visible<QLabel>(QStringLiteral("message"));
    QVERIFY(message != nullptr && message->text().startsWith(QStringLiteral("The GPU reported")));
    auto* again = gui.visible<QPushButton>(QStringLiteral("messageRetry"));
    QCOMPARE(again->text(), QStringLiteral("Try again on the CPU"));
    QCOMPARE(gui.action("retry")->text().remove(QLatin1Char('&')), QStringLiteral("Try again on the CPU"));
    again->click();
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(gui.item(0).transcript().engine.starts_with("CPU"));
    QCOMPARE(gui.action("retry")->text().remove(QLatin1Char('&')), QStringLiteral("Transcribe again"));
    QCOMPARE(chip->text(), QStringLiteral("NVIDIA H200, cuda, bf16"));
  }

  void the_engine_dialog_returns_what_it_shows() {
    const EngineOptions before{.model = "/m",
                               .engine = Engine::cpu,
                               .compute = Compute::bf16,
                               .weights = Weights::int8,
                               .threads = 1,
                               .background = true};
    EngineDialog dialog(before, {});
    QCOMPARE(dialog.options().model, before.model);
    QCOMPARE(dialog.options().engine, before.engine);
    QCOMPARE(dialog.options().compute, before.compute);
    QCOMPARE(dialog.options().weights, before.weights);
    QCOMPARE(dialog.options().threads, before.threads);
    QVERIFY(dialog.options().background);
    dialog.findChild<QLineEdit*>(QStringLiteral("modelFolder"))->setText(QStringLiteral("  "));
    QVERIFY(dialog.options().model.empty());
  }

  void engines_that_cannot_run_are_there_and_say_why() {
    EngineDialog dialog({}, test::fake_devices());
    const auto* engines = dialog.findChild<QComboBox*>(QStringLiteral("engineChoice"));
    QCOMPARE(engines->count(), 5);  // and a server
    for (const Engine engine : {Engine::automatic, Engine::cpu, Engine::cuda_baseline, Engine::cuda}) {
      const int row = engines->findData(static_cast<int>(engine));
      QVERIFY(row >= 0);
      const bool possible = engine == Engine::automatic || engine == Engine::cpu;
      QCOMPARE(engines->model()->flags(engines->model()->index(row, 0)).testFlag(Qt::ItemIsEnabled),
               possible);
      QCOMPARE(engines->itemData(row, Qt::ToolTipRole).toString().contains(QStringLiteral("11.4")),
               !possible);
    }
    const auto* reason = dialog.findChild<QLabel*>(QStringLiteral("engineReason"));
    QCOMPARE(reason->text(),
             QStringLiteral("A processor with two cores. It runs on every machine. No GPU is used: "
                            "The NVIDIA driver takes CUDA up to 11.4, but this build needs 12."));
    QVERIFY(dialog.findChild<QComboBox*>(QStringLiteral("gpuChoice"))->isHidden());
  }

  void one_of_several_gpus_is_chosen_and_arithmetic_follows_the_engine() {
    std::vector<DeviceRow> devices = test::fake_devices();
    devices.resize(1);
    devices[0].chosen = false;
    for (const int gpu : {0, 1}) {
      for (const char* engine : {"cuda", "cuda-baseline"}) {
        DeviceRow& row = devices.emplace_back();
        row.engine = engine;
        row.name = Message("GPU {1}, {2}", gpu, "NVIDIA H200");
        row.gpu = gpu;
        row.usable = true;
        row.chosen = gpu == 0 && row.engine == "cuda";
        row.reason = Message("Reason of {1} {2}.", row.engine, gpu);
      }
    }
    EngineDialog dialog({.compute = Compute::f32, .gpu_memory_mib = 7000}, devices);
    auto* engines = dialog.findChild<QComboBox*>(QStringLiteral("engineChoice"));
    auto* gpus = dialog.findChild<QComboBox*>(QStringLiteral("gpuChoice"));
    const auto* compute = dialog.findChild<QComboBox*>(QStringLiteral("computeChoice"));
    const auto* reason = dialog.findChild<QLabel*>(QStringLiteral("engineReason"));
    QCOMPARE(reason->text(), QStringLiteral("GPU 0, NVIDIA H200. Reason of cuda 0."));
    QVERIFY(!gpus->isHidden());
    QCOMPARE(gpus->count(), 2);
    engines->setCurrentIndex(engines->findData(static_cast<int>(Engine::cuda_baseline)));
    gpus->setCurrentIndex(1);
    QCOMPARE(reason->text(), QStringLiteral("GPU 1, NVIDIA H200. Reason of cuda-baseline 1."));
    QCOMPARE(dialog.options().engine, Engine::cuda_baseline);
    QCOMPARE(dialog.options().gpu, 1);
    QCOMPARE(dialog.options().compute, Compute::f32);
    QCOMPARE(dialog.options().gpu_memory_mib, std::int64_t{7000});
    engines->setCurrentIndex(engines->findData(static_cast<int>(Engine::cuda)));  // which has no f32
    QCOMPARE(dialog.options().compute, Compute::automatic);
    const auto enabled = [&](Compute value) {
      const int row = compute->findData(static_cast<int>(value));
      return compute->model()->flags(compute->model()->index(row, 0)).testFlag(Qt::ItemIsEnabled);
    };
    QVERIFY(enabled(Compute::bf16) && !enabled(Compute::f32) && !enabled(Compute::tf32));
    engines->setCurrentIndex(engines->findData(static_cast<int>(Engine::cpu)));
    QVERIFY(!gpus->isEnabled());
    QVERIFY(enabled(Compute::bf16) && enabled(Compute::f32) && !enabled(Compute::tf32));
  }

  void weights_follow_the_engine_and_are_reached_by_keys() {
    EngineDialog dialog({.weights = Weights::int8}, {});
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, test::patience_ms));
    auto* engines = dialog.findChild<QComboBox*>(QStringLiteral("engineChoice"));
    auto* weights = dialog.findChild<QComboBox*>(QStringLiteral("weightsChoice"));
    QCOMPARE(dialog.options().weights, Weights::int8);
    QVERIFY(weights->currentText().startsWith(QStringLiteral("int8")));
    const auto labels = QAccessible::queryAccessibleInterface(weights)->relations(QAccessible::Label);
    QCOMPARE(labels.size(), 1);
    QCOMPARE(labels.first().first->text(QAccessible::Name), QStringLiteral("Weights"));
    const auto enabled = [&](Weights value) {
      const int row = weights->findData(static_cast<int>(value));
      return weights->model()->flags(weights->model()->index(row, 0)).testFlag(Qt::ItemIsEnabled);
    };
    const auto choose = [&](Engine engine) {
      engines->setCurrentIndex(engines->findData(static_cast<int>(engine)));
    };
    choose(Engine::cuda);
    QCOMPARE(dialog.options().weights, Weights::int8);
    for (const auto& one : weights_names) QVERIFY(enabled(one.value));
    choose(Engine::cuda_baseline);
    QCOMPARE(dialog.options().weights, Weights::automatic);
    QVERIFY(enabled(Weights::automatic) && !enabled(Weights::bf16) && !enabled(Weights::int8));
    QVERIFY(!weights->itemData(weights->findData(static_cast<int>(Weights::int8)), Qt::ToolTipRole)
                 .toString()
                 .isEmpty());
    choose(Engine::cpu);
    QVERIFY(enabled(Weights::automatic) && enabled(Weights::bf16) && enabled(Weights::int8));
    QVERIFY(!enabled(Weights::fp8));
    QTest::keyClick(&dialog, Qt::Key_W, Qt::AltModifier);
    QVERIFY(weights->hasFocus());
    QTest::keyClick(weights, Qt::Key_End);
    QCOMPARE(dialog.options().weights, Weights::int8);
  }

  void the_chosen_engine_is_remembered_by_name() {
    GuiFixture gui;
    emit gui.controller->engine().part().optionsChosen({.model = "/m",
                                                        .engine = Engine::cuda_baseline,
                                                        .compute = Compute::tf32,
                                                        .gpu = 1,
                                                        .gpu_memory_mib = 40000,
                                                        .threads = 2});
    // Once it works.
    QTRY_COMPARE(gui.settings.engine().model, std::string("/m"));
    const EngineOptions saved = gui.settings.engine();
    QCOMPARE(saved.engine, Engine::cuda_baseline);
    QCOMPARE(saved.compute, Compute::tf32);
    QCOMPARE(saved.gpu, 1);
    QCOMPARE(saved.gpu_memory_mib, std::int64_t{40000});
    emit gui.controller->engine().part().optionsChosen({.engine = Engine::cpu, .weights = Weights::int8});
    QTRY_COMPARE(gui.settings.engine().engine, Engine::cpu);
    QCOMPARE(gui.settings.engine().weights, Weights::int8);
  }

  void a_long_engine_name_fits_the_status_bar() {
    GuiFixture gui;
    auto* chip = gui.window().findChild<QToolButton*>(QStringLiteral("engineChip"));
    EngineInfo engine;
    engine.name = "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition, cuda-baseline";
    engine.compute = "tf32";
    engine.gpu = 0;
    gui.controller->engine().part().set_engine(engine, {});
    QVERIFY(chip->sizeHint().width() <= 380);
    QVERIFY(chip->text().startsWith(QStringLiteral("NVIDIA RTX")) &&
            chip->text().endsWith(QStringLiteral("tf32")));
    QVERIFY(chip->toolTip().startsWith(QString::fromStdString(engine.name)));
  }
};

QTEST_MAIN(TestEngineChoice)
#include "test_engine_choice.moc"
