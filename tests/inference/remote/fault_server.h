// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "tests/support/hub_server.h"

namespace tilescribe::test {

/// A server that transcribes, and does wrong what a test wants. It knows the sound of each window, and writes
/// which one it heard.
class FaultServer {
 public:
  /// A request with sound: of this window, the so-manieth one of it (from 1), on the chat route or the other.
  struct Asked {
    std::size_t window;
    int time;
    bool chat;
  };
  using Fault = std::function<void(const Asked&, HubReply&)>;

  /// `wavs`: the windows as they should come.
  explicit FaultServer(std::vector<std::string> wavs);

  // What a test may change between transcriptions.
  int chat_status = 200;  // other ones: the route refuses
  int transcription_status = 200;
  std::string key;  // that it wants; empty: none
  std::string models = R"({"object":"list","data":[{"id":"glm-asr"},{"id":"other"}]})";
  int models_status = 200;
  Fault fault;  // of what would otherwise be a good answer

  std::string address() const { return hub_.address(); }
  std::string host() const { return address().substr(address().find("//") + 2); }
  std::vector<HubRequest> requests() const { return hub_.requests(); }
  int count(const std::string& path) const;  // of requests
  int chats() const { return count("/v1/chat/completions"); }
  int transcriptions() const { return count("/v1/audio/transcriptions"); }
  std::vector<int> heard() const;  // requests for each window, whatever they were answered
  int unknown_sounds() const;      // that are none of the windows

 private:
  void answer(const HubRequest& request, HubReply& reply);

  std::vector<std::string> wavs_;
  std::vector<int> heard_;
  int unknown_ = 0;
  mutable std::mutex mutex_;
  HubServer hub_;  // last: its threads use the rest
};

/// What the server writes of a window.
std::string text_of_window(std::size_t window);

}  // namespace tilescribe::test
