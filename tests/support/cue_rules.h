// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <cmath>
#include <vector>

#include "inference/api/cues.h"
#include "inference/api/transcript.h"

namespace tilescribe::test {

/// A subtitle as it stands in a file.
struct FiledCue {
  double start_s = 0.0, end_s = 0.0;
  QStringList lines;
};

inline std::vector<FiledCue> filed_cues(const Transcript& read) {
  std::vector<FiledCue> cues;
  for (const Segment& segment : read.segments)
    cues.push_back(
        {segment.start_s, segment.end_s, QString::fromStdString(segment.text).split(QLatin1Char('\n'))});
  return cues;
}

/// What is wrong with subtitles, by counting again. Text without spaces is that from U+2E80 on.
inline QStringList wrong_with(const std::vector<FiledCue>& cues, const CueRules& rules) {
  QStringList wrong;
  const auto shares = [](const QString& text, double narrow, double wide) {
    double sum = 0.0;
    for (const uint c : text.toUcs4()) sum += c >= 0x2E80 ? 1.0 / wide : 1.0 / narrow;
    return sum;
  };
  const auto is_wide = [](QChar c) { return c.unicode() >= 0x2E80; };
  const auto is_wide_mark = [](QChar c) { return QStringLiteral("，。！？、；：").contains(c); };
  const auto apart = [&](QChar before, QChar after) {
    return !is_wide_mark(before) && !is_wide_mark(after) && !(is_wide(before) && is_wide(after));
  };
  for (std::size_t i = 0; i < cues.size(); ++i) {
    const FiledCue& cue = cues[i];
    const auto say = [&](const QString& what) {
      wrong
          << QStringLiteral("cue %1 at %2 s: %3: %4").arg(i).arg(cue.start_s).arg(what, cue.lines.join('|'));
    };
    const double lasts_s = cue.end_s - cue.start_s, small = 1e-6;
    if (lasts_s <= 0.0) say("is empty");
    QString text;
    for (const QString& line : cue.lines) {
      if (rules.line_width > 0 && shares(line, rules.line_width, rules.wide_line_width) > 1.0 + small)
        say("line");
      text += (!text.isEmpty() && apart(text.back(), line.front()) ? " " : "") + line;
    }
    if (rules.lines > 0 && cue.lines.size() > rules.lines) say("lines");
    if (rules.speed > 0.0 && shares(text, rules.speed, rules.wide_speed) > lasts_s + small) say("speed");
    if (lasts_s < rules.shortest_s - small) say("shortest");
    if (rules.longest_s > 0.0 && lasts_s > rules.longest_s + small) say("longest");
    if (i + 1 < cues.size() && cues[i + 1].start_s - cue.end_s < rules.gap_s - small) say("gap");
  }
  return wrong;
}

}  // namespace tilescribe::test
