// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>
#include <cstdint>

class QComboBox;
class QDoubleSpinBox;
class QLayout;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace tilescribe::ui {

class WritingCosts;

/// What a model of the GPT-2 family is to write.
struct WritingRequest {
  QString model;     // as GenerateOptions names it in EngineOptions::model
  QString prompt;    // what is continued
  bool ids = false;  // the prompt is token ids with commas between them
  int max_new_tokens = 0;
  double temperature = 0.0;  // 0: greedy
  int top_k = 0;             // 0: all
  std::uint64_t seed = 0;

  bool operator==(const WritingRequest&) const = default;
};

/// A model of the GPT-2 family continues a prompt: the text appears as it is written, beside what it costs.
class TextWriter : public QWidget {
  Q_OBJECT

 public:
  explicit TextWriter(QWidget* parent = nullptr);

  /// The names of shapes that random weights can have.
  void set_random_models(const QStringList& names);
  void set_may_begin(bool may);
  WritingRequest request() const;
  void begin();
  void add_text(const QString& piece);
  /// The text has ended; what has come of it stays.
  void finish();
  WritingCosts& costs() { return *costs_; }

 signals:
  void writeClicked();

 private:
  QLayout* make_form();
  void choose_model(bool folder);
  void follow_model();
  void follow_kind();
  void flush();
  void update_buttons();

  QComboBox* model_;
  QComboBox* kind_;
  QPlainTextEdit* prompt_;
  QSpinBox* tokens_;
  QDoubleSpinBox* temperature_;
  QSpinBox* top_k_;
  QSpinBox* seed_;
  QPushButton* write_;
  QPlainTextEdit* text_;
  WritingCosts* costs_;
  QString arriving_;  // not shown yet
  QTimer flush_;      // a token takes microseconds, a line's layout milliseconds
  bool random_ = true;
  bool may_begin_ = false;
};

}  // namespace tilescribe::ui
