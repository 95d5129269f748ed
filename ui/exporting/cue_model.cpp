// SPDX-License-Identifier: Apache-2.0
#include "ui/exporting/cue_model.h"

#include <QApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

QString rule_text(CueRule rule) {
  switch (rule) {
    case CueRule::line_width:
      return CueModel::tr("Line too long");
    case CueRule::lines:
      return CueModel::tr("Too many lines");
    case CueRule::speed:
      return CueModel::tr("Too fast to read");
    case CueRule::shortest:
      return CueModel::tr("Too short");
    case CueRule::longest:
      return CueModel::tr("Too long");
    case CueRule::gap:
      break;
  }
  return CueModel::tr("No gap behind it");
}

QString problem_text(const Cue& cue) {
  QStringList problems;
  for (const CueRule rule : cue.broken) problems.append(rule_text(rule));
  return problems.join(CueModel::tr(", "));
}

QString cue_text(const Cue& cue) {
  QStringList lines;
  for (const auto& line : cue.lines) lines.append(QString::fromStdString(text_of(line)));
  return lines.join(QLatin1Char('\n'));
}

/// "1:02:03.4"
QString start_text(double seconds) {
  const qint64 tenths = std::llround(seconds * 10);
  const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
  return QStringLiteral("%1:%2:%3.%4")
      .arg(tenths / 36000)
      .arg(two(tenths / 600 % 60), two(tenths / 10 % 60))
      .arg(tenths % 10);
}

/// Times on the right. The speed does not touch the text beside it.
QVariant alignment(int column) {
  const Qt::AlignmentFlag across = column < CueModel::Speed    ? Qt::AlignRight
                                   : column == CueModel::Speed ? Qt::AlignHCenter
                                                               : Qt::AlignLeft;
  return QVariant::fromValue(across | Qt::AlignVCenter);
}

}  // namespace

void CueModel::set(Cues cues, const CueRules& rules) {
  beginResetModel();
  cues_ = std::move(cues);
  rules_ = rules;
  broken_ =
      static_cast<int>(std::ranges::count_if(*cues_, [](const Cue& cue) { return !cue.broken.empty(); }));
  endResetModel();
}

int CueModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(cues_->size());
}

int CueModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : Columns;
}

int CueModel::next_broken(int row) const {
  for (int i = 1; i <= rowCount(); ++i) {
    const int next = (row + i) % rowCount();
    if (!(*cues_)[static_cast<std::size_t>(next)].broken.empty()) return next;
  }
  return -1;
}

QVariant CueModel::text(const Cue& cue, int column) const {
  const QLocale locale;
  switch (column) {
    case Start:
      return start_text(cue.start_s);
    case Length:
      return locale.toString(cue.end_s - cue.start_s, 'f', 1);
    case Speed: {
      const double load = reading_load(cue, rules_);
      return load > 0.0 ? QVariant(locale.toString(std::ceil(load * 100 - 1e-6), 'f', 0) + locale.percent())
                        : QVariant();
    }
    case Text:
      return cue_text(cue);
    default:
      return problem_text(cue);
  }
}

QVariant CueModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Cue& cue = (*cues_)[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return text(cue, index.column());
    case Qt::AccessibleTextRole: {
      const QString shown = text(cue, index.column()).toString();
      if (!shown.isEmpty()) return shown;
      return index.column() == Problem ? tr("No problem") : tr("No limit");
    }
    case Qt::TextAlignmentRole:
      return alignment(index.column());
    case Qt::ForegroundRole:
      if (index.column() == Text) return {};
      if (cue.broken.empty()) return colors_of(QApplication::palette()).secondary;
      return index.column() == Problem ? QVariant(colors_of(QApplication::palette()).error) : QVariant();
    default:
      return {};
  }
}

QVariant CueModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignment(section);
  const bool tip = role == Qt::ToolTipRole;
  if (role != Qt::DisplayRole && !tip) return {};
  switch (section) {
    case Start:
      return tr("Start");
    case Length:
      return tip ? tr("How long it is shown, in seconds") : tr("Seconds");
    case Speed:
      return tip ? tr("How much of the allowed reading speed it takes") : tr("Speed");
    case Text:
      return tr("Subtitle");
    default:
      return tr("Problem");
  }
}

}  // namespace tilescribe::ui
