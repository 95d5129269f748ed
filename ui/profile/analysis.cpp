// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/analysis.h"

#include <QThreadPool>

namespace tilescribe::ui {

QThreadPool& analysis_pool() {
  static QThreadPool pool;
  return pool;
}

}  // namespace tilescribe::ui
