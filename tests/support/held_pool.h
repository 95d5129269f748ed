// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSemaphore>
#include <QThreadPool>

namespace tilescribe::test {

/// Holds up all jobs of the pool as long as it lives, and then until they are done.
class HeldPool {
 public:
  HeldPool() : threads_(pool().maxThreadCount()) {
    for (int i = 0; i < threads_; ++i) {
      pool().start([this] {
        held_.release();
        go_.acquire();
      });
    }
    held_.acquire(threads_);
  }
  ~HeldPool() {
    go_.release(threads_);
    pool().waitForDone();
  }

 private:
  static QThreadPool& pool() { return *QThreadPool::globalInstance(); }

  int threads_;
  QSemaphore held_, go_;
};

}  // namespace tilescribe::test
