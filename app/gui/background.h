// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <optional>
#include <utility>

#include "inference/api/error.h"

namespace tilescribe {

/// The result of background work: a value, or why there is none.
template <class Value>
struct Outcome {
  std::optional<Value> value;
  Failure failure;
};

/// Does work on its own thread, one piece after another, and delivers results on the thread that this object
/// lives on. The destructor waits for the work; afterwards nothing is delivered.
class Background : public QObject {
 public:
  Background() { pool_.setMaxThreadCount(1); }
  ~Background() override { wait(); }

  /// Later calls `then(Outcome)` with what `work()` returned or threw.
  template <class Work, class Then>
  void run(Work work, Then then) {
    using Value = decltype(work());
    auto shared_work = std::make_shared<Work>(std::move(work));
    auto shared_then = std::make_shared<Then>(std::move(then));
    ++under_way_;
    pool_.start([this, shared_work, shared_then] {
      auto outcome = std::make_shared<Outcome<Value>>();
      try {
        outcome->value.emplace((*shared_work)());
      } catch (...) {
        outcome->failure = describe_failure(std::current_exception());
      }
      QMetaObject::invokeMethod(
          this,
          [this, outcome, shared_then] {
            --under_way_;
            (*shared_then)(std::move(*outcome));
          },
          Qt::QueuedConnection);
    });
  }

  void wait() { pool_.waitForDone(); }

  /// Waits for the work, and for work that its results start, and delivers all results before it returns.
  void drain() {
    while (under_way_ > 0) {
      wait();
      QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
  }

 private:
  int under_way_ = 0;  // pieces whose result has not been delivered
  QThreadPool pool_;
};

}  // namespace tilescribe
