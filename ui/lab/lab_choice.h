// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/lab/lab_request.h"

class QCheckBox;
class QComboBox;

namespace tilescribe::ui {

class ElidedLabel;

/// The choice of an op, its variants, the engine with its arithmetic, and a shape.
class LabChoice : public QWidget {
  Q_OBJECT

 public:
  explicit LabChoice(QWidget* parent = nullptr);

  /// The devices on which an engine can run; what was chosen stays so.
  void set_devices(const std::vector<DeviceRow>& devices);
  /// What the chosen engine offers.
  void set_catalogue(const LabCatalogue& catalogue);
  /// The open model's own, which stand first; of none, if its name is empty.
  void set_model_shapes(const QString& model, const std::vector<ShapeRow>& shapes);
  LabRequest request() const;
  QWidget* first() const;  // where the focus begins

 signals:
  void engineChanged();
  void timeRequested();  // Enter in the shape

 private:
  void lay_out();
  void fill_computes();
  void fill_op();
  void fill_shapes();
  void add_shapes(const QString& head, const std::vector<ShapeRow>& shapes);
  void show_why();
  const DeviceRow* device() const;
  std::string op() const;

  std::vector<DeviceRow> devices_;  // that can be used
  LabCatalogue catalogue_;
  QString model_;  // whose shapes these are
  std::vector<ShapeRow> model_shapes_;
  QString offered_;  // the shape that was chosen for the user
  QComboBox* op_;
  QComboBox* variant_;
  QComboBox* engine_;
  QComboBox* compute_;
  QComboBox* shape_;
  QCheckBox* configs_;
  ElidedLabel* why_;
};

}  // namespace tilescribe::ui
