// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tilescribe::test {

/// What was asked of the server.
struct HubRequest {
  std::string method;      // "GET", "HEAD"
  std::string path;        // "/publisher/name/resolve/revision/config.json", "/storage/model.safetensors"
  std::string file;        // its last part
  std::int64_t from = -1;  // the first byte of a range; -1: no range
  bool storage = false;    // the redirect was followed
  std::string head = {};   // all lines of its head
  std::string body = {};   // what was posted
};

/// What it answers. A test may change everything.
struct HubReply {
  int status = 200;
  std::vector<std::string> headers;  // without Content-Length
  std::string body;
  std::int64_t length = -1;         // what Content-Length says; -1: the body's; -2: no such header
  std::int64_t cut_at = -1;         // the connection ends after so many bytes of the body; -1: not
  int pause_ms = 0;                 // after each piece
  std::size_t piece = 65536;        // bytes
  std::function<bool()> once = {};  // it is held back until this is so
};

/// A hub on this machine, on a thread for each connection. Like Hugging Face it answers with a redirect to a
/// storage for large files (here: model.safetensors) and says their SHA-256 and size there; other files have
/// Git's checksum as entity tags. Ranges are served.
class HubServer {
 public:
  /// Answers for these files of any repository and revision.
  explicit HubServer(std::map<std::string, std::string> files);
  ~HubServer();
  HubServer(const HubServer&) = delete;
  HubServer& operator=(const HubServer&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_); }
  /// Changes replies, on the server's threads, one at a time. To be set between downloads.
  void set_spoiler(std::function<void(const HubRequest&, HubReply&)> spoiler);
  /// A file's content from now on.
  void set_file(const std::string& name, std::string content);
  std::vector<HubRequest> requests() const;  // so far
  int count(const std::string& method, const std::string& file) const;

 private:
  void serve(const std::stop_token& stop);
  void answer(int connection, const std::stop_token& stop);
  HubReply reply_to(const HubRequest& request) const;

  mutable std::mutex mutex_;
  std::map<std::string, std::string> files_;
  std::function<void(const HubRequest&, HubReply&)> spoiler_;
  std::vector<HubRequest> requests_;
  int listener_ = -1;
  int port_ = 0;
  std::vector<std::jthread> connections_;  // only the listening thread knows them
  std::jthread thread_;
};

/// The tags of a content.
std::string sha256_of(const std::string& content);
std::string blob_of(const std::string& content);

}  // namespace tilescribe::test
