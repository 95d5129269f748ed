// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>
#include <vector>

#include "inference/api/side_by_side.h"
#include "ui/lab/lab_tables.h"

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace tilescribe::ui {

using SideBySideModel = ColumnsModel<SideBySideRow>;

/// What several engines are to hear.
struct ComparisonRequest {
  QString file;  // empty: the bundled sample
  std::vector<Engine> engines;
  QString python;     // a program; empty: transformers is not asked
  QString reference;  // what is said; empty: the first engine's text
};

/// A recording, the engines that are to hear it, and a table of what each wrote and how long it took.
class EngineComparison : public QWidget {
  Q_OBJECT

 public:
  explicit EngineComparison(QWidget* parent = nullptr);

  /// Those that can be used are chosen, and the others say why they can't.
  void set_devices(const std::vector<DeviceRow>& devices);
  void set_may_begin(bool may);
  void begin();
  void add_rows(std::vector<SideBySideRow> rows);
  const SideBySideModel& rows() const { return *model_; }
  ComparisonRequest request() const;

 signals:
  void compareClicked();

 private:
  void choose();
  void update_parts();
  QString details(int row) const;

  struct Choice {
    Engine engine;
    QCheckBox* box;
  };
  SideBySideModel* model_;
  QLineEdit* file_;
  std::array<Choice, 3> engines_;
  QCheckBox* transformers_;
  QLineEdit* python_;
  QLineEdit* reference_;
  QPushButton* compare_;
  ResultTable* table_;
  bool may_begin_ = false;
};

}  // namespace tilescribe::ui
