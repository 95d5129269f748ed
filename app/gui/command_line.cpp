// SPDX-License-Identifier: Apache-2.0
#include "app/gui/command_line.h"

#include <QCommandLineParser>
#include <QRegularExpression>

namespace tilescribe {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("CommandLine", text);
}

/// A whole number of at least `least`, or an empty result and a sentence.
std::optional<int> number(const QCommandLineParser& parser, const QString& option, int least,
                          QString& problem) {
  bool good = false;
  const int value = parser.value(option).toInt(&good);
  if (good && value >= least) return value;
  problem = tr("Expected a whole number of at least %1 after --%2, found '%3'.")
                .arg(least)
                .arg(option, parser.value(option));
  return {};
}

QString read_engine(const QCommandLineParser& parser, EngineOptions& engine) {
  if (parser.isSet(QStringLiteral("model")))
    engine.model = parser.value(QStringLiteral("model")).toStdString();
  if (parser.isSet(QStringLiteral("engine"))) {
    const QString name = parser.value(QStringLiteral("engine"));
    if (name != QLatin1String("auto") && name != QLatin1String("cpu")) {
      return tr("Expected auto or cpu after --engine, found '%1'.").arg(name);
    }
    engine.engine = name == QLatin1String("cpu") ? Engine::cpu : Engine::automatic;
  }
  if (parser.isSet(QStringLiteral("compute"))) {
    const QString name = parser.value(QStringLiteral("compute"));
    if (name == QLatin1String("auto")) {
      engine.compute = Compute::automatic;
    } else if (name == QLatin1String("f32")) {
      engine.compute = Compute::f32;
    } else if (name == QLatin1String("bf16")) {
      engine.compute = Compute::bf16;
    } else {
      return tr("Expected auto, f32 or bf16 after --compute, found '%1'.").arg(name);
    }
  }
  QString problem;
  if (parser.isSet(QStringLiteral("threads"))) {
    if (const auto threads = number(parser, QStringLiteral("threads"), 0, problem)) engine.threads = *threads;
  }
  return problem;
}

QString read_view(const QCommandLineParser& parser, GuiArguments& result) {
  QString problem;
  if (parser.isSet(QStringLiteral("screenshot-after"))) {
    const auto after = number(parser, QStringLiteral("screenshot-after"), 1, problem);
    if (after) result.screenshot_after_ms = *after;
  }
  if (parser.isSet(QStringLiteral("size"))) {
    static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
    const auto match = form.match(parser.value(QStringLiteral("size")));
    if (!match.hasMatch()) {
      return tr("Expected WIDTHxHEIGHT after --size, found '%1'.").arg(parser.value(QStringLiteral("size")));
    }
    result.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
  }
  if (parser.isSet(QStringLiteral("theme"))) {
    const QString name = parser.value(QStringLiteral("theme"));
    result.theme = ui::theme_choice(name);
    if (ui::theme_key(*result.theme) != name) {
      return tr("Expected system, light or dark after --theme, found '%1'.").arg(name);
    }
  }
  return problem;
}

}  // namespace

ParsedArguments parse_arguments(const QStringList& arguments, const EngineOptions& saved) {
  QCommandLineParser parser;
  parser.setApplicationDescription(tr("Speech to text on your own machine."));
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version = parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("files"), tr("Audio or video files, or folders of them."),
                               QStringLiteral("[FILE…]"));
  parser.addOptions({
      {QStringLiteral("model"), tr("Checkpoint folder; without it, the bundled demo model."),
       QStringLiteral("DIR")},
      {QStringLiteral("engine"), tr("auto or cpu."), QStringLiteral("ENGINE")},
      {QStringLiteral("compute"), tr("auto, f32 or bf16."), QStringLiteral("TYPE")},
      {QStringLiteral("threads"), tr("CPU threads; 0: all cores."), QStringLiteral("N")},
      {QStringLiteral("sample"), tr("Transcribe the bundled recording.")},
      {QStringLiteral("theme"), tr("system, light or dark, for this run."), QStringLiteral("THEME")},
      {QStringLiteral("size"), tr("Size of the window, for this run."), QStringLiteral("WIDTHxHEIGHT")},
      {QStringLiteral("screenshot"),
       tr("Write a picture of the window when all files are done, and quit. Settings and kept transcripts "
          "are left alone."),
       QStringLiteral("FILE.png")},
      {QStringLiteral("screenshot-after"), tr("Take the picture after so many milliseconds instead."),
       QStringLiteral("MS")},
  });
  if (!parser.parse(arguments)) return {{}, parser.errorText() + QLatin1Char('\n'), 2};
  if (parser.isSet(help)) return {{}, parser.helpText(), 0};
  if (parser.isSet(version)) {
    return {{}, QStringLiteral("tilescribe %1\n").arg(QCoreApplication::applicationVersion()), 0};
  }
  GuiArguments result;
  result.engine = saved;
  result.files = parser.positionalArguments();
  result.sample = parser.isSet(QStringLiteral("sample"));
  result.screenshot = parser.value(QStringLiteral("screenshot"));
  QString problem = read_engine(parser, result.engine);
  if (problem.isEmpty()) problem = read_view(parser, result);
  if (!problem.isEmpty()) return {{}, problem + QLatin1Char('\n'), 2};
  return {result, {}, 0};
}

}  // namespace tilescribe
