// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "inference/api/transcriber.h"

namespace tilescribe::ui {

/// The program's version and licences, and what the open model is and cannot do.
class AboutDialog : public QDialog {
  Q_OBJECT

 public:
  /// `model` may be null: none is open.
  AboutDialog(const ModelInfo* model, const EngineInfo* engine, QWidget* parent = nullptr);
};

/// Only the open model: size, folder, limits.
QString model_description(const ModelInfo& model);  // rich text

}  // namespace tilescribe::ui
