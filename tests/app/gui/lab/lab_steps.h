// SPDX-License-Identifier: Apache-2.0
// The window on the page of its kernel lab, worked as a user does.
#pragma once

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QtTest>
#include <memory>

#include "tests/support/gui_fixture.h"
#include "tests/support/lab_results.h"
#include "tests/support/patience.h"
#include "ui/lab/lab_page.h"

namespace tilescribe::test {

class LabSteps {
 protected:
  /// On made-up results.
  void make() {
    gui_ = std::make_unique<GuiFixture>();
    fill_lab(gui_->lab);
  }
  void open() {
    gui_->action("kernelLab")->trigger();
    QVERIFY(ends());
  }
  /// Whether the work ends, so that the next can begin. A compiler may take long where much else runs.
  bool ends() {
    return QTest::qWaitFor([this] { return part<QAbstractButton>("labTime")->isEnabled(); }, 4 * patience_ms);
  }
  ui::LabPage& page() { return gui_->controller->lab().part().page(); }
  template <class Widget>
  Widget* part(const char* name) {
    auto* found = page().findChild<Widget*>(QLatin1String(name));
    if (found == nullptr) qFatal("no %s", name);
    return found;
  }
  QString text(const char* label) { return part<QLabel>(label)->text(); }
  void press(const char* button) {
    auto* found = part<QAbstractButton>(button);
    QVERIFY(found->isEnabled());
    found->setFocus();
    QTest::keyClick(found, Qt::Key_Space);
  }
  QStringList entries(const char* box) {
    QStringList all;
    for (int i = 0; i < part<QComboBox>(box)->count(); ++i) all << part<QComboBox>(box)->itemText(i);
    return all;
  }
  void tell(Event event) { emit gui_->controller->service().happened(event); }

  std::unique_ptr<GuiFixture> gui_;
};

}  // namespace tilescribe::test
