// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrentRun>
#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "inference/api/error.h"

namespace tilescribe::ui {

/// The threads of analyses. Not Qt's global pool: painting waits for that one.
inline QThreadPool& analysis_pool() {
  static QThreadPool pool;
  return pool;
}

/// Shares a large value. Whoever lets go of it last, a thread of the pool destroys it.
template <class Value>
std::shared_ptr<const Value> shared_large(Value value) {
  return {new Value(std::move(value)), [](const Value* last) {
            static_cast<void>(QtConcurrent::run(&analysis_pool(), [last] { delete last; }));
          }};
}

/// The job of an analysis, without its type.
class AnalysisJob {
 public:
  virtual ~AnalysisJob() = default;
  /// Its result will not arrive. A job that has not begun never does.
  virtual void cancel() = 0;
  /// Cancels, and forgets all results.
  virtual void clear() = 0;
  bool is_computing() const { return is_computing_; }

  bool asked = false;  // for its owner's use: whether anyone asked since

 protected:
  bool is_computing_ = false;
};

/// The results of one analysis by what they were computed for, and the job that computes the next on a thread
/// of the pool. Lives on the GUI thread.
template <class Key, class Value>
class Analysis : public AnalysisJob {
 public:
  using Result = std::shared_ptr<const Value>;

  /// Keeps the last `kept` results. Calls `arrived` when a result has come, with a sentence if it failed; it
  /// is then an empty one.
  Analysis(std::size_t kept, std::function<void(const Message& trouble)> arrived)
      : kept_(kept), arrived_(std::move(arrived)) {
    QObject::connect(&watcher_, &QFutureWatcherBase::finished, &watcher_, [this] { take(); });
  }
  ~Analysis() override { watcher_.cancel(); }

  /// The result for a key; null while `compute()` computes it. A job for another key is cancelled.
  template <class Compute>
  Result want(const Key& key, Compute compute) {
    asked = true;
    const auto known = std::ranges::find(results_, key, [](const auto& each) { return each.first; });
    if (is_computing_ && (known != results_.end() || key != *wanted_)) cancel();
    if (known != results_.end()) return known->second;
    if (is_computing_) return nullptr;
    wanted_ = key;
    is_computing_ = true;
    watcher_.setFuture(QtConcurrent::run(&analysis_pool(), [compute = std::move(compute)] {
      Outcome outcome;
      try {
        outcome.result = shared_large<Value>(compute());
      } catch (...) {
        outcome.trouble = describe_failure(std::current_exception()).message;
        outcome.result = std::make_shared<const Value>();
      }
      return outcome;
    }));
    return nullptr;
  }

  void cancel() override {
    watcher_.cancel();
    watcher_.setFuture(QFuture<Outcome>());
    is_computing_ = false;
  }
  void clear() override {
    cancel();
    results_.clear();
  }

 private:
  struct Outcome {
    Result result;
    Message trouble;
  };

  void take() {
    if (!is_computing_ || watcher_.isCanceled()) return;
    const Outcome outcome = watcher_.result();
    is_computing_ = false;
    watcher_.setFuture(QFuture<Outcome>());  // it would keep the result
    results_.emplace_front(*wanted_, outcome.result);
    if (results_.size() > kept_) results_.pop_back();
    arrived_(outcome.trouble);
  }

  std::size_t kept_;
  std::function<void(const Message&)> arrived_;
  std::optional<Key> wanted_;  // the last job's
  std::deque<std::pair<Key, Result>> results_;
  QFutureWatcher<Outcome> watcher_;
};

}  // namespace tilescribe::ui
