// SPDX-License-Identifier: Apache-2.0
// Which kernels may stand behind which when one begins before the other has ended.
#include <QTest>
#include <string>

#include "kernels/device/order.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

constexpr KernelOrder product = overlapping;  // of a decode step
constexpr KernelOrder attention{Begins::with_settled, Releases::after_its_wait};
constexpr KernelOrder eager{Begins::with_constants, Releases::at_once};

}  // namespace

class LaunchOrderTest : public QObject {
  Q_OBJECT

 private slots:
  void what_reads_early_stands_behind_what_releases_after_its_wait() {
    LaunchOrder order;
    order.launch("attention", attention);  // nothing runs yet
    order.launch("product", product);
    order.launch("attention", attention);
    order.launch("attention", attention);  // it releases after its wait too
  }

  void what_reads_early_is_refused_behind_what_releases_at_once() {
    LaunchOrder order;
    order.launch("eager", eager);
    for (int i = 0; i < 2; ++i) {  // a refused launch changes nothing
      try {
        order.launch("attention", attention);
        QFAIL("It was taken.");
      } catch (const Error& error) {
        const std::string text = error.what();
        QVERIFY2(text.find("attention") != std::string::npos, text.c_str());
        QVERIFY2(text.find("eager") != std::string::npos, text.c_str());
      }
    }
    order.launch("product",
                 product);  // reads constants alone, and waits for the eager one before it releases
    order.launch("attention", attention);
  }

  /// One eager kernel behind another begins before the wait of the first, which may still run.
  void eager_kernels_do_not_settle_each_other() {
    LaunchOrder order;
    order.launch("eager", eager);
    order.launch("eager", eager);
    QVERIFY_THROWS_EXCEPTION(Error, order.launch("attention", attention));
  }

  void what_begins_behind_its_predecessor_settles_all_before() {
    const KernelOrder silent = {};
    for (const KernelOrder& plain : {silent, KernelOrder{Begins::behind_predecessor, Releases::at_once}}) {
      LaunchOrder order;
      order.launch("eager", eager);
      order.launch("plain", plain);
      order.launch("attention", attention);
    }
    LaunchOrder order;
    order.launch("eager", eager);
    order.settle();  // a copy
    order.launch("attention", attention);
  }
};

QTEST_APPLESS_MAIN(LaunchOrderTest)
#include "launch_order_test.moc"
