// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/options.h"
#include "inference/pipeline/device_team.h"
#include "inference/pipeline/text_delivery.h"
#include "inference/pipeline/window_feed.h"

namespace tilescribe {

/// The windows of many files for one device, which decodes them together. Files take turns, window by window.
/// A batch has one instruction and one way of sampling, so files that ask for others wait until its windows
/// are done, and then have their turn. Thread-safe.
class SharedFeed final : public WindowSupply, public WindowEvents {
 public:
  /// What all windows of a batch have in common.
  struct Asked {
    std::string instruction;
    float temperature = 0.0F;
    int top_k = 0, max_new_tokens = 0, batch = 0;
    std::uint64_t seed = 0;
    bool word_times = false, word_ngram = false;
    bool operator==(const Asked&) const = default;
  };
  /// `instruction`: what the model is asked with these options.
  static Asked asked(const TranscribeOptions& options, std::string instruction);

  // For a file's thread.
  /// Has all windows of a file decoded, and tells `events` of them on this thread. Throws what its audio
  /// throws, what ended the device's work on it, and Cancelled. Windows that are being decoded then come to
  /// their end, and nobody hears of them.
  void decode(WindowsAhead& ahead, const TranscribeOptions& options, Asked asked, WindowEvents& events,
              const std::stop_token& stop);
  /// No file can be decoded any more.
  bool lost() const;
  /// A window may lie ready: each file's WindowsAhead calls it.
  void more();

  // For the device's thread.
  /// What the device decodes next. Nothing: no window lies ready.
  std::optional<TranscribeOptions> begin_turn();
  std::vector<ReadyWindow> take(Wish wish, WindowEvents& events, const std::function<void()>& meanwhile,
                                const std::stop_token& stop) override;
  void finished() override {}  // the text says so
  bool keeps_samples() const override { return false; }
  /// The turn failed, and with it the files whose turn it was. `device`: no file can be decoded any more.
  void fail(const std::exception_ptr& error, bool device);
  /// Waits until begin_turn() may have something, or `other` holds, which is asked with a mutex held.
  void wait(const std::function<bool()>& other, const std::stop_token& stop);

  void entered(Stage stage, const AudioWindow& window) override;
  void decoded(const AudioWindow& window, std::size_t tokens, const std::string& text) override;
  void silent(const AudioWindow& window) override;
  void finished(const AudioWindow& window, WindowText text) override;

 private:
  struct File {
    File(WindowsAhead& windows, const TranscribeOptions& wishes, Asked wants)
        : ahead(windows), options(wishes), asked(std::move(wants)) {}
    WindowsAhead& ahead;
    const TranscribeOptions& options;
    Asked asked;
    WindowMail mail;
    std::condition_variable_any changed;
    bool ended = false;    // no window follows
    std::size_t open = 0;  // windows that were taken and are not done
    std::exception_ptr error;
    bool done() const { return error != nullptr || (ended && open == 0); }
  };
  using FilePointer = std::shared_ptr<File>;
  // A window at the device has a number of its own: its index is its file's.
  struct Taken {
    FilePointer file;
    int index = 0;
  };

  // With the mutex held:
  std::list<FilePointer>::iterator next_ready(const Asked* asks = nullptr);  // asks: only of those
  std::optional<ReadyWindow> take_from(File& file);
  void end(int number);

  Taken taken(int number) const;

  mutable std::mutex mutex_;
  std::condition_variable_any ready_;
  std::list<FilePointer> files_;  // whoever has waited longest for a turn is first
  std::map<int, Taken> taken_;    // by number
  int last_number_ = -1;
  std::optional<Asked> turn_;
  bool fresh_ = false;       // nothing was taken in this turn
  std::exception_ptr lost_;  // the device
};

}  // namespace tilescribe
