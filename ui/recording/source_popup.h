// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include "inference/api/capture.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace tilescribe::ui {

class ElidedLabel;
class LevelMeter;

/// The list of sources, open below (or above) its button: a search, microphones, then what this computer
/// plays, and the level of the highlighted one. Arrows move, Enter chooses, Escape closes.
class SourcePopup : public QFrame {
  Q_OBJECT

 public:
  explicit SourcePopup(QWidget* parent = nullptr);

  /// `chosen`: a source's id; empty: the system's default.
  void set_sources(const SourceList& sources, const QString& chosen);
  /// The sound of the highlighted source; `problem` says why it can't be heard.
  void set_heard(const SoundLevel& level, const QString& problem);
  /// The id of the highlighted source, to listen to; empty: the default.
  QString marked() const;

 signals:
  void chosen(const QString& id);
  void markedChanged(const QString& id);
  void closed();
  void resized();  // sources appeared or disappeared

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fill();
  void fit();
  void add_heading(const QString& text);
  void add_source(const QString& id, const QString& name, const QString& note, const QString& icon);
  void accept(const QListWidgetItem* item);
  void mark(const QString& id);

  SourceList sources_;
  QString chosen_;
  QLineEdit* search_;
  QListWidget* list_;
  ElidedLabel* heard_name_;
  LevelMeter* meter_;
  QLabel* problem_;
  bool filling_ = false;
};

}  // namespace tilescribe::ui
