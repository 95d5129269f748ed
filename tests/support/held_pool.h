// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSemaphore>
#include <QThreadPool>

namespace tilescribe::test {

/// Holds up all jobs of a pool as long as it lives, and then until they are done.
class HeldPool {
 public:
  explicit HeldPool(QThreadPool& pool) : pool_(pool), threads_(pool.maxThreadCount()) {
    for (int i = 0; i < threads_; ++i) {
      pool_.start([this] {
        held_.release();
        go_.acquire();
      });
    }
    held_.acquire(threads_);
  }
  ~HeldPool() {
    go_.release(threads_);
    pool_.waitForDone();
  }

 private:
  QThreadPool& pool_;
  int threads_;
  QSemaphore held_, go_;
};

}  // namespace tilescribe::test
