// SPDX-License-Identifier: Apache-2.0
#include "app/gui/run_gui.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDir>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "app/gui/application_id.h"
#include "app/gui/command_line.h"
#include "app/gui/desktop/fallback_fonts.h"
#include "app/gui/desktop/portal_appearance.h"
#include "app/gui/single_instance.h"
#include "app/paths.h"
#include "app/printable.h"
#include "inference/api/private_files.h"
#include "inference/api/transcriber.h"
#include "ui/settings/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/translations.h"

namespace tilescribe {

namespace {

int say(const ParsedArguments& parsed) {
  std::FILE* stream = parsed.exit_code == 0 ? stdout : stderr;
  const std::string text = printable_lines(parsed.message.toLocal8Bit().toStdString());
  const bool said = std::fputs(text.c_str(), stream) >= 0;
  return said ? parsed.exit_code : 1;
}

/// Help and version must work without a display.
bool asks_for_words(int argc, char** argv) {
  const QByteArrayList words{"--help", "-h", "--version", "-v"};
  return std::any_of(argv, argv + argc, [&](const char* argument) { return words.contains(argument); });
}

/// Where settings and transcripts are kept: the user's folders, or a temporary one for this run.
struct Places {
  std::unique_ptr<QTemporaryDir> temporary;
  std::unique_ptr<ui::Settings> settings;
  QString data;
  QString transcripts;
  QString waveforms;
  QString recordings;  // only if temporary

  explicit Places(bool throw_away) {
    if (throw_away) {
      temporary = std::make_unique<QTemporaryDir>();
      settings = std::make_unique<ui::Settings>(temporary->filePath(QStringLiteral("settings.ini")));
      transcripts = temporary->filePath(QStringLiteral("transcripts"));
      recordings = temporary->filePath(QStringLiteral("recordings"));
      waveforms = temporary->filePath(QStringLiteral("waveforms"));
    } else {
      settings = std::make_unique<ui::Settings>();
      data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
      transcripts = QDir(data).filePath(QStringLiteral("transcripts"));
      const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
      waveforms = QDir(cache).filePath(QStringLiteral("waveforms"));
    }
  }
};

/// The settings name the user's folders and models; the other files are their texts and recordings.
void make_private(const Places& places) {
  const QFileInfo file(places.settings->path());
  const QFileInfo data(QFileInfo(places.transcripts).absolutePath());
  try {
    make_private_folder(Message("settings"), native_path(file.absolutePath()));
    make_private_file(native_path(file.absoluteFilePath()));
  } catch (...) {
    // Then nothing is saved, as on a full or locked disk.
  }
  for (const QFileInfo& ours : {file, QFileInfo(file.absolutePath()), data})
    close_to_others(native_path(ours.absoluteFilePath()));
}

/// Turns any other request to quit, such as the end of the session, into the window's Quit.
class QuitFilter : public QObject {
 public:
  explicit QuitFilter(ui::MainWindow& window) : window_(window) {}

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched != QCoreApplication::instance() || event->type() != QEvent::Quit) return false;
    window_.quit();
    return true;
  }

 private:
  ui::MainWindow& window_;
};

StartRequest request_of(const GuiArguments& arguments) {
  StartRequest request;
  for (const QString& file : arguments.files) request.files.append(QFileInfo(file).absoluteFilePath());
  request.sample = arguments.sample;
  request.activation_token = qgetenv("XDG_ACTIVATION_TOKEN");
  return request;
}

QList<QUrl> urls_of(const QStringList& files) {
  QList<QUrl> urls;
  for (const QString& file : files) urls.append(QUrl::fromLocalFile(file));
  return urls;
}

/// Does what another start of the program handed over.
void serve(Controller& controller, const StartRequest& request) {
  // Qt reads the token only from the environment, when the window is activated.
  if (!request.activation_token.isEmpty() && QGuiApplication::platformName() == QLatin1String("wayland"))
    qputenv("XDG_ACTIVATION_TOKEN", request.activation_token);
  controller.window().bring_up();
  if (!request.files.isEmpty()) controller.queue().open_urls(urls_of(request.files));
  if (request.sample) controller.open_sample(false);
}

void take_screenshot(Controller& controller, const QString& file) {
  const bool saved = controller.window().grab().save(file);
  const std::string name = printable(native_path(file).string());
  if (!saved) std::fprintf(stderr, "tilescribe: could not write the picture %s.\n", name.c_str());
  controller.window().close_unasked();
  QCoreApplication::exit(saved ? 0 : 1);
}

void arrange_screenshot(Controller& controller, const GuiArguments& arguments) {
  const QString file = arguments.screenshot;
  if (arguments.screenshot_after_ms > 0) {
    QTimer::singleShot(arguments.screenshot_after_ms, &controller,
                       [&controller, file] { take_screenshot(controller, file); });
    return;
  }
  QObject::connect(&controller.queue(), &QueueController::jobEnded, &controller, [&controller, file] {
    if (controller.queue().model().overall().active > 0) return;
    // First lets the window lay out and paint the final changes.
    QTimer::singleShot(300, &controller, [&controller, file] { take_screenshot(controller, file); });
  });
}

}  // namespace

int run_gui(int argc, char** argv, Composition composition, std::chrono::milliseconds patience) {
  QCoreApplication::setApplicationName(QStringLiteral("tilescribe"));
  QCoreApplication::setApplicationVersion(QStringLiteral(TILESCRIBE_VERSION));
  if (asks_for_words(argc, argv)) {
    const QCoreApplication application(argc, argv);
    return say(parse_arguments(QCoreApplication::arguments(), {}));
  }
  QApplication application(argc, argv);
  QApplication::setDesktopFileName(QLatin1String(application_id));
  use_fallback_fonts(bundled_fonts());
  Places user(false);
  const ParsedArguments parsed = parse_arguments(QCoreApplication::arguments(), user.settings->engine());
  if (!parsed.arguments) return say(parsed);
  const GuiArguments& arguments = *parsed.arguments;
  const bool picture = !arguments.screenshot.isEmpty();
  const StartRequest request = request_of(arguments);
  std::unique_ptr<SingleInstance> instance;
  if (!picture) instance = std::make_unique<SingleInstance>(user.data, patience);
  if (instance && !arguments.for_this_run && instance->hand_over(request)) return 0;
  if (instance) {
    instance->listen();
    // The desktop knows the program by the name of its desktop file. Whoever has it already keeps it.
    QDBusConnection::sessionBus().registerService(QLatin1String(application_id));
  }
  std::unique_ptr<Places> throw_away = picture ? std::make_unique<Places>(true) : nullptr;
  Places& places = picture ? *throw_away : user;
  ui::Settings& settings = *places.settings;
  if (!picture) make_private(places);

  const ui::Translations translations(settings.language.get());
  ui::Theme theme(application);
  const PortalAppearance appearance(QDBusConnection::sessionBus());
  QObject::connect(&appearance, &PortalAppearance::changed, &application,
                   [&theme](std::optional<bool> dark) { theme.set_desktop_dark(dark); });
  QApplication::setWindowIcon(ui::application_icon());
  composition.transcripts = places.transcripts;
  composition.waveforms = places.waveforms;
  if (picture) composition.recordings = native_path(places.recordings);
  Controller controller(composition, theme, settings);
  // Only closing the main window for good ends the program.
  QApplication::setQuitOnLastWindowClosed(false);
  QuitFilter quit_filter(controller.window());
  application.installEventFilter(&quit_filter);
  QObject::connect(&controller.window(), &ui::MainWindow::closing, &application,
                   [] { QCoreApplication::exit(0); });
  if (instance) {
    // First, because the rest may take seconds: a program started now must not hand over to this one.
    QObject::connect(&controller.window(), &ui::MainWindow::ending, instance.get(), &SingleInstance::close);
    QObject::connect(instance.get(), &SingleInstance::requested, &controller,
                     [&controller](const StartRequest& other) { serve(controller, other); });
  }
  if (arguments.theme) theme.apply(*arguments.theme);
  if (arguments.size) controller.window().resize(*arguments.size);
  controller.start(arguments.engine);

  if (!request.files.isEmpty()) controller.queue().open_urls(urls_of(request.files));
  const bool first_start = !picture && request.files.isEmpty() && !settings.welcomed.get();
  settings.welcomed.set(true);
  if (arguments.sample || first_start) controller.open_sample(first_start);
  if (picture) arrange_screenshot(controller, arguments);
  return QApplication::exec();
}

}  // namespace tilescribe
