// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace tilescribe::archive {

/// SHA-256, by libcrypto.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  std::string hex();  // once

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

/// Of a regular file's bytes. Throws Error, or Cancelled.
std::string sha256_of(const std::filesystem::path& file, const std::stop_token& stop);

}  // namespace tilescribe::archive
