// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <functional>
#include <vector>

#include "ui/profile/profile_document.h"

class QLabel;
class QWidget;

namespace tilescribe::ui {

/// Makes a widget a view of the open profile. `refresh` is called when there may be something else to show:
/// it asks the document for the parts that it shows. That happens only while the widget is visible, when it
/// becomes so, and when it is to look different: in another palette or font. `clear` is called first when
/// another profile is opened. While one of the parts is computed for longer than a moment, the widget says so
/// in a corner.
class DocumentView : public QObject {
  Q_OBJECT

 public:
  /// The widget owns it.
  DocumentView(ProfileDocument& document, std::vector<ProfileDocument::Part> parts, QWidget& view,
               std::function<void()> clear, std::function<void()> refresh);

  void refresh();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool is_computing() const;
  void say_so();

  ProfileDocument& document_;
  std::vector<ProfileDocument::Part> parts_;
  QWidget& view_;
  std::function<void()> refresh_;
  QLabel* note_;
  QTimer moment_;
};

}  // namespace tilescribe::ui
