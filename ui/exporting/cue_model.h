// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "inference/api/cues.h"

namespace tilescribe::ui {

/// Subtitles as they would be exported, a row each, with the rules that they break.
class CueModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using Cues = std::shared_ptr<const std::vector<Cue>>;
  enum Column { Start, Length, Speed, Text, Problem, Columns };

  using QAbstractTableModel::QAbstractTableModel;

  void set(Cues cues, const CueRules& rules);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  int broken() const { return broken_; }  // cues that break a rule
  /// The next row behind `row` that breaks a rule, from the top again behind the last; -1: none does.
  int next_broken(int row) const;

 private:
  QVariant text(const Cue& cue, int column) const;

  Cues cues_ = std::make_shared<const std::vector<Cue>>();
  CueRules rules_;
  int broken_ = 0;
};

}  // namespace tilescribe::ui
