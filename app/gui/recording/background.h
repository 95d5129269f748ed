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

/// What work in the background gave: a value, or why there is none.
template <class Value>
struct Outcome {
  std::optional<Value> value;
  Failure failure;
};

/// Does work on one thread of its own, a piece after the other, and brings what came of it to the thread that
/// this object lives on. Once it is gone nothing is brought any more; its destructor waits for the work.
class Background : public QObject {
 public:
  Background() { pool_.setMaxThreadCount(1); }
  ~Background() override { wait(); }

  /// Calls `then(Outcome)` later with what `work()` returned or threw.
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

  /// Waits for the work, and for work that its outcome begins, and brings what came of it before this
  /// returns.
  void drain() {
    while (under_way_ > 0) {
      wait();
      QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
  }

 private:
  int under_way_ = 0;  // pieces whose outcome has not been brought
  QThreadPool pool_;
};

}  // namespace tilescribe
