// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/pipeline/text_delivery.h"
#include "inference/pipeline/window_feed.h"
#include "kernels/core/message.h"

namespace tilescribe {

/// A device that decodes windows.
class WindowDevice {
 public:
  virtual ~WindowDevice() = default;
  /// Decodes the windows that it is supplied with until there are none any more. Calls `meanwhile`, if there
  /// is one, between steps and while it waits. Throws DeviceError if the device is lost, and Cancelled.
  virtual void run(WindowSupply& supply, WindowEvents& events, const std::function<void()>& meanwhile,
                   const std::stop_token& stop) = 0;
  /// The windows that it took and did not finish, once run() has thrown.
  virtual std::vector<ReadyWindow> take_unfinished() = 0;
};

/// What other threads tell of windows, until the delivery's thread asks for it. Of each window only the
/// latest is kept.
class WindowMail final : public WindowEvents {
 public:
  void entered(Stage stage, const AudioWindow& window) override;
  void decoded(const AudioWindow& window, std::size_t tokens, const std::string& text) override;
  void silent(const AudioWindow& window) override;
  void finished(const AudioWindow& window, WindowText text) override;

  /// Tells `events` everything that has come.
  void deliver(WindowEvents& events);

 private:
  struct News {
    AudioWindow window;  // without samples
    Stage stage = Stage::features;
    std::size_t tokens = 0;  // 0: none yet
    std::string text;
    bool silent = false;
    std::optional<WindowText> finished;
  };
  News& news_of(const AudioWindow& window);

  std::mutex mutex_;
  std::map<int, News> news_;
};

/// Devices at work on one feed: the first on the calling thread, each other on a thread of its own. A lost
/// device's windows go to the others.
class DeviceTeam {
 public:
  /// On the calling thread: `delivery` hears of all windows; `between` is called again and again (it may be
  /// empty); `lost` hears of each lost device while another is left.
  DeviceTeam(std::span<WindowDevice* const> devices, WindowFeed& feed, WindowEvents& delivery,
             std::function<void()> between, std::function<void(std::size_t device, const Message& why)> lost);

  /// Throws what a device throws, but DeviceError only if all devices are lost. Then it throws the last
  /// one's.
  void run(std::stop_token stop);

 private:
  struct Loss {
    std::size_t device;
    Message why;
    std::exception_ptr error;
  };

  void work(std::size_t device, WindowEvents& events, const std::function<void()>& meanwhile);
  void look_after_others();
  void wait_for_others();

  std::span<WindowDevice* const> devices_;
  WindowFeed& feed_;
  WindowEvents& delivery_;
  std::function<void()> between_;
  std::function<void(std::size_t, const Message&)> lost_;
  WindowMail mail_;
  std::stop_source halt_;  // of all devices
  std::mutex mutex_;       // guards what follows
  std::condition_variable changed_;
  std::size_t working_ = 0;   // threads
  std::vector<Loss> losses_;  // the earliest first
  std::exception_ptr error_;  // the first one that ends everything
  std::size_t told_ = 0;      // losses; only the calling thread
};

}  // namespace tilescribe
