// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "inference/pipeline/text_delivery.h"
#include "inference/pipeline/windows_ahead.h"

namespace tilescribe {

/// Windows for devices: each takes its next ones when it has room. Thread-safe.
class WindowSupply {
 public:
  virtual ~WindowSupply() = default;

  /// What a device asks for.
  struct Wish {
    std::size_t most = 1;
    std::size_t least = 1;  // fewer are not worth its while, except at the end of the audio
    bool waits = true;      // it has nothing else to do
  };
  /// The next windows with speech; `events` hears of those without. A device that waits and gets none has
  /// nothing more to do; another gets none if too few lie ready. Throws Cancelled.
  virtual std::vector<ReadyWindow> take(Wish wish, WindowEvents& events,
                                        const std::function<void()>& meanwhile,
                                        const std::stop_token& stop) = 0;
  /// A window that was taken is done.
  virtual void finished() = 0;
  /// Whether windows may come back, so that their samples are still needed while they are decoded.
  virtual bool keeps_samples() const = 0;
};

/// The windows of a file for one device or several. A lost device's windows come again.
class WindowFeed final : public WindowSupply {
 public:
  /// `begin_s`: where the first window begins.
  WindowFeed(WindowsAhead& ahead, std::size_t devices, double begin_s);

  /// A device that waits gets none only once all windows of all devices are finished. While it waits for the
  /// other devices it calls `meanwhile`. Throws what the audio's source throws, too.
  std::vector<ReadyWindow> take(Wish wish, WindowEvents& events, const std::function<void()>& meanwhile,
                                const std::stop_token& stop) override;
  void finished() override;
  bool keeps_samples() const override { return keeps_samples_; }

  /// A device is lost, and these windows of its are not done.
  void give_back(std::vector<ReadyWindow> windows);

 private:
  std::optional<ReadyWindow> next(bool waits, const std::function<void()>& meanwhile,
                                  const std::stop_token& stop);
  std::optional<ReadyWindow> take_returned();
  bool lie_ready(std::size_t count) const;
  std::size_t fair_share() const;

  WindowsAhead& ahead_;
  const bool keeps_samples_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t devices_;               // that are not lost
  std::deque<ReadyWindow> returned_;  // by lost devices, the earliest first
  std::size_t open_ = 0;              // windows that were taken, or are being taken, and are not done
  double position_s_;                 // the end of the last window taken
};

}  // namespace tilescribe
