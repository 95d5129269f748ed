// SPDX-License-Identifier: Apache-2.0
#include "tests/app/gui/killed_corrector.h"
#include "tests/app/kills/killed_work.h"

namespace tilescribe::test {
namespace {

class KilledEditing : public KilledWork {
 public:
  void kill_once(Random& random) override {
    KilledCorrector program;
    QString fault = program.start();
    if (fault.isEmpty()) fault = program.live(between(random, 100, 3500));
    if (fault.isEmpty()) fault = program.kill();
    expect(fault.isEmpty(), fault);
    edits_ += program.edits();
    windows_ += program.windows();
  }

  void finish() override {
    expect(edits_ > 0 && windows_ > 0, "Nothing was older than two seconds at any kill.");
  }

  QString summary() const override {
    return QString("%1 edits and %2 windows older than 2 s").arg(edits_).arg(windows_);
  }

 private:
  qsizetype edits_ = 0, windows_ = 0;
};

}  // namespace

std::unique_ptr<KilledWork> killed_editing() {
  return std::make_unique<KilledEditing>();
}

}  // namespace tilescribe::test
