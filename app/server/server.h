// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/machine/services.h"
#include "inference/api/error.h"

namespace tilescribe::server {

/// Where and for whom a server works, and within which limits.
struct ServerOptions {
  std::string host = "127.0.0.1";  // an address or a name of this machine
  std::uint16_t port = 8000;       // 0: one that is free
  std::string key = {};            // the bearer's; empty: none, which only a loopback address may have
  std::filesystem::path certificate = {};            // PEM, with its chain; empty: no TLS
  std::filesystem::path private_key = {};            // PEM
  std::vector<std::string> aliases = {"whisper-1"};  // other names by which clients may call the model
  std::uint64_t body_bytes = 256ULL << 20U;          // of a request
  std::size_t transcriptions = 64;                   // being read, waiting or at work; beyond: 429
  double audio_s = 14400.0;       // of one, or of what waits in a live session; beyond: 413
  int together = 16;              // whose windows share batches; others wait
  int sessions = 4;               // live ones; beyond: 429
  std::size_t connections = 256;  // open; beyond: closed at once
  double silence_s = 30.0;        // that a client may keep while it should send or take something
  double request_s = 600.0;       // that a request may take to arrive
  double idle_s = 600.0;          // for which nothing is said in a live session
  bool word_ngram = true;         // texts of files are searched, where the model has a list of words
  EngineOptions engine = {};
};

/// Why a server could not work.
class ServerError : public std::exception {
 public:
  explicit ServerError(Failure failure) : failure_(std::move(failure)), text_(english(failure_.message)) {}
  const Failure& failure() const { return failure_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  Failure failure_;
  std::string text_;
};

/// What a server is heard saying.
struct ServerEvents {
  /// Clients can connect, at this address: "http://127.0.0.1:8000".
  std::function<void(const std::string& address, const EngineInfo&, const ModelInfo&)> ready;
};

/// Transcribes for clients that speak OpenAI's API, until a stop is requested. Transcriptions that are not
/// finished by then fail with a sentence. Throws ServerError if the address, the certificate or the model
/// can't be used.
void serve(const ServerOptions& options, const Services& services, const ServerEvents& events,
           const std::stop_token& stop);

}  // namespace tilescribe::server
