// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "inference/api/error.h"

namespace tilescribe {

/// The result of background work: a value, or why there is none.
template <class Value>
struct Outcome {
  std::optional<Value> value;
  Failure failure;
};

struct Done {};

/// Does work on its own thread, one piece after another, and delivers results on the thread that this object
/// lives on. The destructor waits for the work; afterwards nothing is delivered.
/// Not QFuture::then with a context: in Qt 6.4 it calls `then` inside run() where the work has already ended.
class Background : public QObject {
 public:
  Background() { pool_.setMaxThreadCount(1); }
  ~Background() override { wait(); }

  /// Later calls `then(Outcome)` with what `work()` returned or threw; without a result, with an
  /// Outcome<Done>.
  template <class Work, class Then>
  void run(Work work, Then then) {
    using Result = decltype(work());
    constexpr bool has_result = !std::is_void_v<Result>;
    using Value = std::conditional_t<has_result, Result, Done>;
    auto shared_work = std::make_shared<Work>(std::move(work));
    auto shared_then = std::make_shared<Then>(std::move(then));
    ++under_way_;
    pool_.start([this, shared_work, shared_then] {
      auto outcome = std::make_shared<Outcome<Value>>();
      try {
        if constexpr (has_result) {
          outcome->value.emplace((*shared_work)());
        } else {
          (*shared_work)();
          outcome->value.emplace();
        }
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

  /// Does work of which nobody needs to hear.
  template <class Work>
  void run(Work work) {
    run(std::move(work), [](const auto& /*outcome*/) {});
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
