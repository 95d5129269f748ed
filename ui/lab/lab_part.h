// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace tilescribe::ui {

class LabPage;
class Shell;

/// The kernel lab in the window: its page, and the action that leads to it.
class LabPart : public QObject {
  Q_OBJECT

 public:
  explicit LabPart(Shell& shell);

  LabPage& page() { return *page_; }

 signals:
  void turned(bool visible);

 private:
  LabPage* page_;
};

}  // namespace tilescribe::ui
