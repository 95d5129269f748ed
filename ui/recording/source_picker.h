// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>

#include "inference/api/capture.h"

namespace tilescribe::ui {

class SourcePopup;

/// The button with the chosen source's name; it opens the list of all sources.
class SourcePicker : public QPushButton {
  Q_OBJECT

 public:
  explicit SourcePicker(QWidget* parent = nullptr);

  void set_sources(const SourceList& sources);
  /// `name`: its last known name, shown while the source is not there.
  void choose(const QString& id, const QString& name);
  const QString& chosen() const { return chosen_; }  // its id; empty: the system's default
  /// The chosen source's name; empty for the system's default if there is none.
  QString chosen_name() const;
  /// Whether the chosen source can be recorded now.
  bool present() const;
  SourcePopup& popup() { return *popup_; }
  void open();

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void sourceChosen(const QString& id, const QString& name);
  /// The list is open and this source is highlighted in it: its level is needed.
  void listenRequested(const QString& id);
  void listenEnded();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  const AudioSource* find() const;
  void update_text();
  void place_popup();

  SourceList sources_;
  QString chosen_;  // empty: the system's default
  QString chosen_name_;
  SourcePopup* popup_;
};

}  // namespace tilescribe::ui
