// SPDX-License-Identifier: Apache-2.0
// The settings file: what was chosen comes back, older files are converted, and wrong values are replaced by
// defaults.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/settings/settings.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

/// A settings file with this content.
class File {
 public:
  explicit File(const QByteArray& content) { write(content); }

  QString path() const { return folder_.filePath(QStringLiteral("settings.ini")); }
  void write(const QByteArray& content, const QString& name = QStringLiteral("settings.ini")) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("no settings file");
  }
  QByteArray read(const QString& name = QStringLiteral("settings.ini")) const {
    QFile file(folder_.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private:
  QTemporaryDir folder_;
};

// As the version without a number wrote it.
constexpr auto before_versions = R"([General]
started=true

[engine]
compute=f32
engine=cpu
gpu=1
gpuMemoryMib=40000
model="/models/a, b"
threads=3

[notes]
dismissedLimits=true

[recording]
keepDays=30
pauseS=1.2
shortcut=Meta+D
source=pulse:source-16
sourceName=Headset
typesText=true

[smallWindow]
draggedTo=@Point(37 53)

[tray]
told=true

[view]
liveCosts=true
theme=dark
timestamps=false
zoom=130

[window]
exportFolder=/texts
folder=/audio
geometry=@ByteArray(\x1\xd9)
liveSplitter=@ByteArray(live)
splitter=@ByteArray(\0\xff)
)";

const EngineOptions chosen_engine{.model = "/models/a, b",
                                  .engine = Engine::cpu,
                                  .compute = Compute::f32,
                                  .gpu = 1,
                                  .gpu_memory_mib = 40000,
                                  .threads = 3};
const RecordingSettings chosen_recording{
    .pause_s = 1.2, .keep_days = 30, .shortcut = QKeySequence(Qt::META | Qt::Key_D), .types_text = true};

void compare_engine(const EngineOptions& found, const EngineOptions& expected) {
  QCOMPARE(found.model, expected.model);
  QCOMPARE(found.engine, expected.engine);
  QCOMPARE(found.compute, expected.compute);
  QCOMPARE(found.weights, expected.weights);
  QCOMPARE(found.gpu, expected.gpu);
  QCOMPARE(found.gpu_memory_mib, expected.gpu_memory_mib);
  QCOMPARE(found.threads, expected.threads);
}

void expect_choices(const Settings& settings) {
  compare_engine(settings.engine(), chosen_engine);
  QCOMPARE(settings.recording(), chosen_recording);
  QCOMPARE(settings.source.get(), QStringLiteral("pulse:source-16"));
  QCOMPARE(settings.source_name.get(), QStringLiteral("Headset"));
  QCOMPARE(settings.theme.get(), ThemeChoice::dark);
  QCOMPARE(settings.zoom.get(), 130);
  QVERIFY(!settings.times.get());
  QVERIFY(settings.live_costs.get());
  QCOMPARE(settings.geometry.get(), QByteArray("\x01\xd9"));
  QCOMPARE(settings.splitter.get(), QByteArray("\0\xff", 2));
  QCOMPARE(settings.live_splitter.get(), QByteArray("live"));
  QCOMPARE(settings.open_folder.get(), QStringLiteral("/audio"));
  QCOMPARE(settings.export_folder.get(), QStringLiteral("/texts"));
  QCOMPARE(settings.small_window.get(), std::optional(QPoint(37, 53)));
  QVERIFY(settings.welcomed.get() && settings.told_of_tray.get() && settings.limits_dismissed.get());
}

void expect_defaults(const Settings& settings) {
  compare_engine(settings.engine(), {});
  QCOMPARE(settings.recording(), RecordingSettings{});
  QCOMPARE(settings.source.get(), QString());
  QCOMPARE(settings.theme.get(), ThemeChoice::system);
  QCOMPARE(settings.zoom.get(), 100);
  QCOMPARE(settings.unsure_below(), 0.0);
  QVERIFY(settings.times.get());
  QVERIFY(!settings.live_costs.get());
  QCOMPARE(settings.open_folder.get(), QString());
  QCOMPARE(settings.small_window.get(), std::nullopt);
  QVERIFY(!settings.welcomed.get() && !settings.told_of_tray.get() && !settings.limits_dismissed.get());
}

}  // namespace

class TestSettings : public QObject {
  Q_OBJECT

 private slots:
  void what_was_chosen_is_there_at_the_next_start() {
    const File file("");
    {
      Settings settings(file.path());
      expect_defaults(settings);
      settings.set_engine(chosen_engine);
      settings.set_recording(chosen_recording);
      settings.source.set(QStringLiteral("pulse:source-16"));
      settings.source_name.set(QStringLiteral("Headset"));
      settings.theme.set(ThemeChoice::dark);
      settings.zoom.set(130);
      settings.set_unsure_below(0.3);
      settings.times.set(false);
      settings.live_costs.set(true);
      settings.geometry.set("\x01\xd9");
      settings.splitter.set(QByteArray("\0\xff", 2));
      settings.live_splitter.set("live");
      settings.open_folder.set(QStringLiteral("/audio"));
      settings.export_folder.set(QStringLiteral("/texts"));
      settings.small_window.set(QPoint(37, 53));
      settings.welcomed.set(true);
      settings.told_of_tray.set(true);
      settings.limits_dismissed.set(true);
      expect_choices(settings);
    }
    QVERIFY(file.read().contains("version=1\n"));
    expect_choices(Settings(file.path()));
    QCOMPARE(Settings(file.path()).unsure_below(), 0.3);
  }

  void reading_alone_writes_nothing() {
    const File file("");
    expect_defaults(Settings(file.path()));
    QCOMPARE(file.read(), QByteArray());
  }

  void a_file_without_a_version_is_converted() {
    const File file(before_versions);
    expect_choices(Settings(file.path()));
    const QByteArray converted = file.read();
    QVERIFY(converted.contains("version=1\n"));
    QVERIFY(!converted.contains("started") && !converted.contains("draggedTo"));
    expect_choices(Settings(file.path()));
  }

  /// Somebody who goes back to this version and on again loses nothing.
  void a_newer_file_keeps_what_this_version_does_not_know() {
    const File file("[General]\nstarted=7\nversion=9\n\n[view]\ncolours=many\nzoom=120\n");
    {
      Settings settings(file.path());
      QCOMPARE(settings.zoom.get(), 120);
      QVERIFY(!settings.welcomed.get());  // `started` may mean something else by now
      settings.zoom.set(150);
    }
    const QByteArray after = file.read();
    for (const char* line : {"version=9\n", "started=7\n", "colours=many\n", "zoom=150\n"})
      QVERIFY2(after.contains(line), line);
  }

  void wrong_values_are_replaced_by_the_defaults() {
    const File file(
        "[General]\nversion=1\n[engine]\ncompute=f31\nengine=1\ngpu=first\ngpuMemoryMib=-1\nmodel=a, b\n"
        "threads=1e99\nweights=int4\n[notes]\nlimits=maybe\ntray=@Point(1 2)\nwelcomed=\n"
        "[recording]\nkeepDays=-3\npauseS=nan\nshortcut=Hyper+Klick\nsource=@Point(1 2)\ntypesText=7\n"
        "[view]\nliveCosts=perhaps\ntheme=purple\ntimestamps=1, "
        "2\nunsureBelow=nan\nzoom=large\n[window]\nfolder=a, "
        "b\nsmall=left\n");
    expect_defaults(Settings(file.path()));
  }

  void what_the_engine_lacks_is_left_to_it() {
    const File file(
        "[General]\nversion=1\n[engine]\ncompute=bf16\nengine=cuda-baseline\nweights=int8\n[recording]"
        "\npauseS=9\n"
        "[view]\nunsureBelow=9\n");
    const Settings settings(file.path());
    QCOMPARE(settings.unsure_below(), 1.0);
    QCOMPARE(settings.engine().engine, Engine::cuda_baseline);
    QCOMPARE(settings.engine().compute, Compute::automatic);
    QCOMPARE(settings.engine().weights, Weights::automatic);
    QCOMPARE(settings.recording().pause_s, 3.0);
  }

  /// Writing drops lines that can't be parsed, so the file as it was stays beside it.
  void a_damaged_file_is_copied_before_it_is_written() {
    const QByteArray damaged = "[view]\nzoom=120\nwhat the user once wrote\n";
    const File file(damaged);
    {
      Settings settings(file.path());
      QCOMPARE(settings.zoom.get(), 120);
      settings.zoom.set(150);
    }
    QCOMPARE(file.read(QStringLiteral("settings.ini.unreadable")), damaged);
    QCOMPARE(Settings(file.path()).zoom.get(), 150);
    const QByteArray again = "[view]\nzoom=90\ndamaged once more\n";
    QFile second(file.path());
    QVERIFY(second.open(QIODevice::WriteOnly) && second.write(again) == again.size());
    second.close();
    static_cast<void>(Settings(file.path()));
    QCOMPARE(file.read(QStringLiteral("settings.ini.unreadable")), damaged);
    QCOMPARE(file.read(QStringLiteral("settings.ini.unreadable-2")), again);
  }

  void a_clock_that_leaps_is_not_trusted_for_a_day() {
    constexpr std::int64_t day = 24 * 3600, start = 1'800'000'000, leap = start + 700 * day;
    const File file("");
    // Each time the program begins anew.
    const auto trusted = [&](std::int64_t now) { return Settings(file.path()).trusts_clock(now); };
    QVERIFY(trusted(start));  // for the first time there is nothing to compare with
    QVERIFY(trusted(start + 7 * day));
    QVERIFY(!trusted(leap));
    QVERIFY(!trusted(leap + day - 1));
    // It was wrong, and is right again. The next leap is doubted just as long.
    QVERIFY(trusted(start + 8 * day));
    QVERIFY(!trusted(leap + 2 * day));
    // It goes back and still shows more than a week.
    QVERIFY(!trusted(leap));
    QVERIFY(!trusted(leap + day - 1));
    QVERIFY(trusted(leap + day));
    QVERIFY(trusted(leap + 2 * day));
    // A clock that is set right again does not remove too much.
    QVERIFY(trusted(start + 9 * day));
    QVERIFY(!trusted(leap + day));
  }

  void exports() {
    const File file("");
    QVERIFY(Settings(file.path()).exporting() == ExportSettings{});
    ExportSettings chosen{.format = ExportFormat::docx, .pattern = QStringLiteral("{date} {name}")};
    chosen.options = {.cues = cue_rules(CuePreset::netflix),
                      .word_group = 3,
                      .text = TextLayout::sentences,
                      .paragraph_pause_s = 2.5};
    Settings(file.path()).set_exporting(chosen);
    QVERIFY(Settings(file.path()).exporting() == chosen);
    file.write("[General]\nversion=1\n[export]\nformat=pdf\nlineWidth=100000\nlines=-3\nspeed=nan\ntext=x\n");
    const ExportSettings mended = Settings(file.path()).exporting();
    QVERIFY(mended.format == ExportFormat::txt && mended.options.text == TextLayout::segments);
    QCOMPARE(mended.options.cues.line_width, CueLimits::line_width);
    QVERIFY(mended.options.cues.lines == 0 && mended.options.cues.speed == 0.0);
  }
};

QTEST_APPLESS_MAIN(TestSettings)
#include "test_settings.moc"
