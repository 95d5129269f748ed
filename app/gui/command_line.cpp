// SPDX-License-Identifier: Apache-2.0
#include "app/gui/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>

#include "inference/api/engine_names.h"

namespace tilescribe {

namespace {

struct CommandLineTexts {
  Q_DECLARE_TR_FUNCTIONS(CommandLineTexts)
};

/// Takes a whole number of at least `least`, or says what was expected.
template <class Number>
QString read_number(const QCommandLineParser& parser, const QString& option, int least, Number& target) {
  if (!parser.isSet(option)) return {};
  bool good = false;
  const int value = parser.value(option).toInt(&good);
  if (!good || value < least) {
    return CommandLineTexts::tr("Expected a whole number of at least %1 after --%2, found '%3'.")
        .arg(least)
        .arg(option, parser.value(option));
  }
  target = value;
  return {};
}

/// Takes one of the names, or says what was expected.
template <class Names, class Value>
QString read_choice(const QCommandLineParser& parser, const QString& option, const Names& names,
                    Value& target) {
  if (!parser.isSet(option)) return {};
  const auto value = value_of(names, parser.value(option).toStdString());
  if (!value) {
    return CommandLineTexts::tr("Expected %1 after --%2, found '%3'.")
        .arg(QString::fromStdString(joined_names(names, ", ", " or ")), option, parser.value(option));
  }
  target = *value;
  return {};
}

QString read_size(const QCommandLineParser& parser, std::optional<QSize>& size) {
  if (!parser.isSet(QStringLiteral("size"))) return {};
  const QString value = parser.value(QStringLiteral("size"));
  static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
  const auto match = form.match(value);
  if (!match.hasMatch())
    return CommandLineTexts::tr("Expected WIDTHxHEIGHT after --size, found '%1'.").arg(value);
  size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
  return {};
}

}  // namespace

ParsedArguments parse_arguments(const QStringList& arguments, const EngineOptions& saved) {
  QCommandLineParser parser;
  parser.setApplicationDescription(CommandLineTexts::tr("Speech to text on your own machine."));
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version = parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("files"),
                               CommandLineTexts::tr("Audio or video files, or folders of them."),
                               QStringLiteral("[FILE…]"));
  parser.addOptions({
      {QStringLiteral("model"),
       CommandLineTexts::tr("Checkpoint folder; without it, the bundled demo model."), QStringLiteral("DIR")},
      {QStringLiteral("engine"), QString::fromStdString(joined_names(engine_names, ", ", " or ") + "."),
       QStringLiteral("ENGINE")},
      {QStringLiteral("compute"), QString::fromStdString(joined_names(compute_names, ", ", " or ") + "."),
       QStringLiteral("TYPE")},
      {QStringLiteral("weights"), QString::fromStdString(joined_names(weights_names, ", ", " or ") + "."),
       QStringLiteral("TYPE")},
      {QStringLiteral("gpu"), CommandLineTexts::tr("Which NVIDIA GPU, from 0."), QStringLiteral("N")},
      {QStringLiteral("gpu-memory"), CommandLineTexts::tr("Most of its memory to take; 0: what is free."),
       QStringLiteral("MIB")},
      {QStringLiteral("threads"), CommandLineTexts::tr("CPU threads, at most one per core; 0: all cores."),
       QStringLiteral("N")},
      {QStringLiteral("sample"), CommandLineTexts::tr("Transcribe the bundled recording.")},
      {QStringLiteral("theme"), CommandLineTexts::tr("system, light or dark, for this run."),
       QStringLiteral("THEME")},
      {QStringLiteral("size"), CommandLineTexts::tr("Size of the window, for this run."),
       QStringLiteral("WIDTHxHEIGHT")},
      {QStringLiteral("screenshot"),
       CommandLineTexts::tr(
           "Write a picture of the window when all files are done, and quit. Settings and kept transcripts "
           "are left alone."),
       QStringLiteral("FILE.png")},
      {QStringLiteral("screenshot-after"),
       CommandLineTexts::tr("Take the picture after so many milliseconds instead."), QStringLiteral("MS")},
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
  const QStringList said = parser.optionNames();
  result.for_this_run =
      std::ranges::any_of(said, [](const QString& name) { return name != QLatin1String("sample"); });
  EngineOptions& engine = result.engine;
  if (parser.isSet(QStringLiteral("model")))
    engine.model = parser.value(QStringLiteral("model")).toStdString();
  for (const QString& problem :
       {read_choice(parser, QStringLiteral("engine"), engine_names, engine.engine),
        read_choice(parser, QStringLiteral("compute"), compute_names, engine.compute),
        read_choice(parser, QStringLiteral("weights"), weights_names, engine.weights),
        read_number(parser, QStringLiteral("gpu"), 0, engine.gpu),
        read_number(parser, QStringLiteral("gpu-memory"), 0, engine.gpu_memory_mib),
        read_number(parser, QStringLiteral("threads"), 0, engine.threads), read_size(parser, result.size),
        read_choice(parser, QStringLiteral("theme"), ui::theme_names, result.theme),
        read_number(parser, QStringLiteral("screenshot-after"), 1, result.screenshot_after_ms)}) {
    if (!problem.isEmpty()) return {{}, problem + QLatin1Char('\n'), 2};
  }
  // What was said about a model on this machine means one.
  const bool of_this_machine =
      std::ranges::any_of(std::array{"model", "compute", "weights", "gpu", "gpu-memory", "threads"},
                          [&parser](const char* option) { return parser.isSet(QLatin1String(option)); });
  if (engine.engine == Engine::remote && of_this_machine) engine.engine = Engine::automatic;
  return {result, {}, 0};
}

}  // namespace tilescribe
