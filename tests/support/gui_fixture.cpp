// SPDX-License-Identifier: Apache-2.0
#include "tests/support/gui_fixture.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMessageBox>
#include <QMimeData>
#include <QtTest>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/paths.h"
#include "tests/support/dialogs.h"

namespace fs = std::filesystem;

namespace tilescribe::test {
namespace {

constexpr int most_ms = 240'000;  // that a state may take to come, under sanitizers on a busy machine

}  // namespace

Engines* real_engines() {
  static LocalEngines engines;
  return &engines;
}

GuiFixture::GuiFixture(bool start, const QSize& size, Engines* engines, Capture* capture,
                       Playback* other_playback)
    : translations(in_english ? std::make_unique<ui::Translations>() : nullptr),
      settings(folder.filePath(QStringLiteral("settings.ini"))),
      lab(world, folder.filePath(QStringLiteral("sample.wav")).toStdString()),
      theme(std::make_unique<ui::Theme>(*qApp)),
      services{engines != nullptr ? *engines : static_cast<Engines&>(world),
               capture != nullptr ? *capture : static_cast<Capture&>(sound), lab, models},
      heard(other_playback != nullptr ? *other_playback : playback) {
  make_controller();
  window().resize(size);
  if (start) controller->start({});
}

void GuiFixture::make_controller() {
  controller = nullptr;
  controller = std::make_unique<Controller>(
      Composition{
          services, heard, desktop, folder.filePath(QStringLiteral("recordings")).toStdString(),
          folder.filePath(QStringLiteral("transcripts")), folder.filePath(QStringLiteral("waveforms")),
          [this](const QList<QUrl>& urls, const std::stop_token& stop) { return collect(urls, stop); },
          [this](const QString& path) { return length(path); }},
      *theme, settings);
}

QUrl GuiFixture::file(const QString& name) {
  QFile made(folder.filePath(name));
  if (!made.open(QIODevice::WriteOnly)) qFatal("could not create %s", qPrintable(made.fileName()));
  return QUrl::fromLocalFile(made.fileName());
}

void GuiFixture::drop(const QList<QUrl>& urls) {
  QMimeData data;
  data.setUrls(urls);
  const QPoint place(50, 50);
  QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window(), &enter);
  if (!enter.isAccepted()) return;
  QDropEvent let_go(QPointF(place), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window(), &let_go);
}

const ui::QueueItem& GuiFixture::item(int row) {
  if (!QTest::qWaitFor([&] { return queue().item_at(row) != nullptr; }, most_ms))
    qFatal("no row %d in the queue", row);
  return *queue().item_at(row);
}

bool GuiFixture::wait_for_state(int row, ui::JobState state) {
  return QTest::qWaitFor(
      [&] {
        const ui::QueueItem* found = queue().item_at(row);
        return found != nullptr && found->state == state;
      },
      most_ms);
}

bool GuiFixture::wait_until_idle(int rows) {
  return QTest::qWaitFor([&] { return queue().rowCount() == rows && queue().overall().active == 0; },
                         most_ms);
}

QAction* GuiFixture::action(const char* name) {
  return window().findChild<QAction*>(QString::fromLatin1(name));
}

ui::Banner* GuiFixture::banner(const char* role) {
  for (auto* found : window().findChildren<ui::Banner*>()) {
    if (found->property("role").toString() == QLatin1String(role)) return found;
  }
  return nullptr;
}

void GuiFixture::quit() {
  window().quit();
  while (shown_dialog<QMessageBox>(QStringLiteral("closingQuestion")) != nullptr) press("stop");
}

void take_over(const GuiFixture& first, const GuiFixture& second) {
  const fs::path from = native_path(first.folder.filePath(QStringLiteral("transcripts")));
  const fs::path to = native_path(second.folder.filePath(QStringLiteral("transcripts")));
  fs::create_directories(to);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    const fs::path copy = to / entry.path().lexically_relative(from);
    // The first is at work: a temporary file may be gone by now.
    std::error_code gone;
    entry.is_directory(gone)
        ? static_cast<void>(fs::create_directories(copy))
        : static_cast<void>(fs::copy_file(entry.path(), copy, fs::copy_options::overwrite_existing, gone));
  }
}

}  // namespace tilescribe::test
