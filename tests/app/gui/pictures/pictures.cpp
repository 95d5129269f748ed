// SPDX-License-Identifier: Apache-2.0
// Pictures of every page and dialog, on fakes, to be looked at: in each theme, language and size.
// usage: tilescribe_pictures FOLDER [--dark] [--chinese] [--size 900x600] [--only SCENE,SCENE]
#include <QApplication>
#include <QCommandLineParser>
#include <cstdio>

#include "tests/app/gui/pictures/studio.h"

using namespace tilescribe::test;

int main(int argc, char** argv) {
  const QApplication application(argc, argv);
  QCommandLineParser parser;
  parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("where the pictures go"));
  const QCommandLineOption dark(QStringLiteral("dark"), QStringLiteral("the dark theme"));
  const QCommandLineOption chinese(QStringLiteral("chinese"), QStringLiteral("in Chinese"));
  const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("of the window"),
                                QStringLiteral("WxH"), QStringLiteral("1280x800"));
  const QCommandLineOption only(QStringLiteral("only"), QStringLiteral("these scenes"),
                                QStringLiteral("names"));
  parser.addOptions({dark, chinese, size, only});
  parser.addHelpOption();
  parser.process(application);
  const QStringList numbers = parser.value(size).split(QLatin1Char('x'));
  if (parser.positionalArguments().size() != 1 || numbers.size() != 2) parser.showHelp(2);
  const Look look{QDir(parser.positionalArguments().first()),
                  {numbers[0].toInt(), numbers[1].toInt()},
                  parser.isSet(dark),
                  parser.isSet(chinese),
                  parser.value(only).split(QLatin1Char(','), Qt::SkipEmptyParts)};
  if (!QDir().mkpath(look.folder.path())) return 1;
  std::vector<NamedScene> scenes = window_scenes();
  for (const NamedScene& scene : dialog_scenes()) scenes.push_back(scene);
  for (const NamedScene& scene : scenes) {
    if (!look.only.isEmpty() && !look.only.contains(QLatin1String(scene.name))) continue;
    std::printf("%s\n", scene.name);
    std::fflush(stdout);
    Studio studio(look);
    scene.scene(studio);
  }
  return 0;
}
