// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QSize>

#include "ui/settings/caption_settings.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;
class QTabWidget;

namespace tilescribe::ui {

class CaptionView;

/// What the dialog of captions says besides its choices.
struct CaptionFacts {
  QString chosen_source = {};  // of the record page; empty: the system's default
  QString keeping = {};        // a sentence: where the sound is kept, and how long
  QString limit = {};          // a sentence: what the desktop does not allow; empty: nothing
};

/// How captions look and where their sound comes from, with a preview that follows every choice.
class CaptionDialog : public QDialog {
  Q_OBJECT

 public:
  CaptionDialog(const CaptionSettings& now, const CaptionFacts& facts, QWidget* parent = nullptr);

  CaptionSettings chosen() const;

 private:
  /// The choices of one window.
  struct Look {
    QSpinBox* size;
    QSpinBox* lines;
    QComboBox* colors;
    QSpinBox* opacity;  // null: opaque
  };
  Look make_look(const char* name, const CaptionStyle& now, int most_size, int most_lines, bool translucent,
                 QWidget* page);
  CaptionStyle chosen_look(const Look& look) const;
  void update_preview();

  QComboBox* source_;
  QSpinBox* clear_;
  QCheckBox* click_through_;
  QTabWidget* tabs_;
  Look overlay_;
  Look audience_;
  QWidget* ground_;  // what lies below the preview
  CaptionView* preview_ = nullptr;
};

}  // namespace tilescribe::ui
