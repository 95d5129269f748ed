// SPDX-License-Identifier: Apache-2.0
#include "inference/archive/digest.h"

#include <array>
#include <cerrno>
#include <new>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inference/archive/disk.h"
#include "inference/audio/recording/file_handle.h"
#include "kernels/core/error.h"

namespace tilescribe::archive {

Sha256::Sha256() : context_(::EVP_MD_CTX_new()) {
  if (context_ == nullptr) throw std::bad_alloc();
  if (::EVP_DigestInit_ex(context_.get(), ::EVP_sha256(), nullptr) != 1)
    throw Error("libcrypto has no SHA-256 here.");
}

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
  ::EVP_MD_CTX_free(context);
}

void Sha256::add(std::string_view bytes) {
  if (::EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1)
    throw Error("libcrypto could not compute a SHA-256.");
}

std::string Sha256::hex() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned size = 0;
  if (::EVP_DigestFinal_ex(context_.get(), sum.data(), &size) != 1)
    throw Error("libcrypto could not compute a SHA-256.");
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += digits[sum.at(i) >> 4U];
    text += digits[sum.at(i) & 15U];
  }
  return text;
}

std::string sha256_of(const std::filesystem::path& file, const std::stop_token& stop) {
  const auto fail = [&] {
    throw Error("Expected a file that can be read at {1}, found: {2}.", file.string(),
                std::generic_category().message(errno));
  };
  // Nothing but a regular file, and no wait for whoever writes into a pipe.
  const audio::FileHandle handle(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!handle) fail();
  struct stat about {};
  if (::fstat(handle.get(), &about) != 0) fail();
  if (!S_ISREG(about.st_mode)) throw Error(not_a_regular_file(file));
  Sha256 digest;
  std::vector<char> block(std::size_t{1} << 20U);
  while (true) {
    if (stop.stop_requested()) throw Cancelled();
    const ssize_t bytes = ::read(handle.get(), block.data(), block.size());
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) fail();
    if (bytes == 0) return digest.hex();
    digest.add({block.data(), static_cast<std::size_t>(bytes)});
  }
}

}  // namespace tilescribe::archive
