// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/lab_part.h"

#include "ui/lab/lab_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"

namespace tilescribe::ui {

namespace {

constexpr QLatin1String page_name("lab");

}  // namespace

LabPart::LabPart(Shell& shell) : page_(new LabPage) {
  QAction* show =
      make_action(&shell.widget(), "kernelLab", tr("&Kernel lab"), Qt::CTRL | Qt::SHIFT | Qt::Key_B, "chip");
  connect(show, &QAction::triggered, this, [this, &shell] {
    shell.show_page(page_name);
    page_->choice().first()->setFocus();
  });
  connect(page_, &LabPage::closeClicked, this, [&shell] { shell.show_home(); });
  Page page;
  page.id = page_name;
  page.title = tr("Kernel lab");
  page.widget = page_;
  page.actions = {{Menu::profiler, 3, {show}}};
  page.beside_list = false;
  page.turned = [this](bool visible) { emit turned(visible); };
  shell.add_page(page);
}

}  // namespace tilescribe::ui
