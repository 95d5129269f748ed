// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <QUrl>
#include <functional>
#include <memory>

#include "app/gui/controller.h"
#include "tests/support/fake_desktop.h"
#include "tests/support/fake_lab.h"
#include "tests/support/fake_models.h"
#include "tests/support/fake_playback.h"
#include "tests/support/fake_recorder.h"
#include "tests/support/fake_transcriber.h"
#include "ui/recording/record_page.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/translations.h"
#include "ui/widgets/banner.h"

namespace tilescribe::test {

/// What opens real models.
Engines* real_engines();

/// The whole program, on a fake transcriber and fake sound unless told otherwise, on a fake desktop, with
/// settings, transcripts and files in a folder of its own.
class GuiFixture {
 public:
  /// `start` opens the engine and shows the window.
  explicit GuiFixture(bool start = true, const QSize& size = {1100, 720}, Engines* engines = nullptr,
                      Capture* capture = nullptr, Playback* other_playback = nullptr);

  /// As a new program over the same folder, where the old one is ended first; it has not started.
  void make_controller();

  ui::MainWindow& window() { return controller->window(); }
  ui::QueueModel& queue() { return controller->queue().model(); }
  ui::TranscriptPanel& panel() { return controller->queue().transcript().panel(); }
  ui::RecordPage& record_page() { return controller->recording().part().page(); }
  TranscriptStore& store() { return controller->transcripts().store(); }
  ui::DocumentId chosen() { return controller->queue().part().chosen(); }
  void choose(ui::DocumentId id) { controller->queue().part().choose(id); }

  /// Makes an empty file in the folder.
  QUrl file(const QString& name);
  /// Drops things on the window, as a desktop does.
  void drop(const QList<QUrl>& urls);
  /// The row's item; waits until there is one.
  const ui::QueueItem& item(int row);
  bool wait_for_state(int row, ui::JobState state);
  bool wait_until_idle(int rows);

  QAction* action(const char* name);
  ui::Banner* banner(const char* role);
  /// Closes the window for good, and agrees to all that it asks.
  void quit();
  template <class Widget>
  Widget* visible(const QString& object_name = {}) {
    for (auto* widget : window().findChildren<Widget*>(object_name)) {
      if (widget->isVisible()) return widget;
    }
    return nullptr;
  }

  /// False: the test has installed a translation of its own.
  static inline bool in_english = true;
  CollectFunction collect = collect_files;  // to be set before the start, like lab.probing
  LengthFunction length = stated_length;    // the same
  std::unique_ptr<ui::Translations> translations;
  QTemporaryDir folder;
  ui::Settings settings;
  FakeWorld world;
  FakeLab lab;
  FakeModels models;
  FakeSound sound;
  FakePlayback playback;
  FakeDesktop desktop;
  std::unique_ptr<ui::Theme> theme;
  const Services services;  // what the program works with of these
  Playback& heard;
  std::unique_ptr<Controller> controller;
};

/// The second, which has not started, has the transcripts that the first has on disk now, as if that had been
/// killed.
void take_over(const GuiFixture& first, const GuiFixture& second);

}  // namespace tilescribe::test
