// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/download/response.h"
#include "kernels/core/message.h"
#include "kernels/core/plugin.h"

namespace tilescribe::download {

/// One HTTP request. Redirects are not followed.
struct TransferRequest {
  std::string url;
  bool head = false;                      // only the headers
  std::int64_t from = 0;                  // the byte to begin at; 0: the whole file
  double stall_s = 60.0;                  // without a byte for so long, it ends
  double most_s = 0.0;                    // it ends after so long; 0: it may take any time
  std::optional<std::string> body = {};   // sent by POST
  std::vector<std::string> headers = {};  // whole lines, besides the usual ones
  bool direct = false;                    // past any proxy
};

/// Gets what a server sends. Both may throw, which ends the transfer.
class Receiver {
 public:
  virtual ~Receiver() = default;
  /// The headers, before the first byte. Returns whether the bytes are wanted.
  virtual bool begin(const Response& response) = 0;
  /// Returns whether more is wanted.
  virtual bool take(std::span<const char> bytes) = 0;
};

struct TransferResult {
  enum class End : std::uint8_t {
    complete,     // as much as was announced
    refused,      // the receiver wanted no more
    interrupted,  // the connection failed: another attempt may succeed
    impossible,   // no attempt can succeed: a wrong certificate, an impossible address
  };
  End end = End::complete;
  Response response;  // status 0: none came
  Message reason;     // of a failure: a sentence
};

/// What a checksum is computed with.
class Digest {
 public:
  virtual ~Digest() = default;
  virtual void add(std::span<const char> bytes) = 0;
  virtual std::string hex() = 0;  // at the end, once
};

/// What libtilescribe_download.so offers: libcurl and OpenSSL. It is a plugin so that the programs start
/// without them, and have no network code in memory unless something is to be sent or downloaded.
struct TransferPlugin {
  TransferResult (*transfer)(const TransferRequest& request, Receiver& receiver, const std::stop_token& stop);
  std::unique_ptr<Digest> (*digest)(const char* algorithm);  // "sha256" or "sha1"
};

/// Opens the plugin at the first call. Throws Error if it is missing.
const TransferPlugin& transfer_plugin();

/// The number is increased whenever this file or Response changes.
inline constexpr PluginEntry<TransferPlugin> download_plugin{"libtilescribe_download.so",
                                                             "tilescribe_download_plugin", 2};

}  // namespace tilescribe::download
