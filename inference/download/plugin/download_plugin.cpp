// SPDX-License-Identifier: Apache-2.0
// libcurl's transfers and OpenSSL's checksums.
#include <array>
#include <chrono>
#include <exception>
#include <new>
#include <string_view>

#include <curl/curl.h>
#include <openssl/evp.h>

#include "inference/download/transfer.h"
#include "kernels/core/error.h"
#include "kernels/core/export.h"

namespace tilescribe::download {
namespace {

constexpr long connect_s = 30;               // most for a connection
constexpr std::size_t most_words = 1 << 20;  // bytes that a redirect may say besides its headers
constexpr int poll_ms = 100;                 // how often a stop request is looked for

struct EasyDeleter {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct ListDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
struct MultiDeleter {
  void operator()(CURLM* handle) const { curl_multi_cleanup(handle); }
};
using Clock = std::chrono::steady_clock;
using Easy = std::unique_ptr<CURL, EasyDeleter>;
using Multi = std::unique_ptr<CURLM, MultiDeleter>;
using List = std::unique_ptr<curl_slist, ListDeleter>;

template <class Handle>
Handle checked(typename Handle::pointer made) {
  if (made == nullptr) throw std::bad_alloc();
  return Handle(made);
}

// What libcurl calls back. No exception may pass through it.
struct Exchange {
  Receiver& receiver;
  Response response = {};
  bool begun = false;
  bool refused = false;
  std::size_t passed_over = 0;  // of a redirect's words
  std::exception_ptr failure = nullptr;
  Clock::time_point heard = Clock::now();  // the last time that anything came

  bool begin() {
    if (!begun) refused = !receiver.begin(response);
    begun = true;
    return !refused;
  }
};

std::size_t take_header(char* line, std::size_t size, std::size_t count, void* exchange) {
  auto& given = *static_cast<Exchange*>(exchange);
  given.heard = Clock::now();
  try {
    given.response.read({line, size * count});
    return size * count;
  } catch (...) {
    given.failure = std::current_exception();
    return 0;
  }
}

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* exchange) {
  auto& given = *static_cast<Exchange*>(exchange);
  given.heard = Clock::now();
  try {
    if (given.response.status >= 300 && given.response.status < 400) {
      given.passed_over += size * count;
      return given.passed_over <= most_words ? size * count : 0;
    }
    if (given.begin() && !given.receiver.take({bytes, size * count})) given.refused = true;
    return given.refused ? 0 : size * count;
  } catch (...) {
    given.failure = std::current_exception();
    return 0;
  }
}

template <class Value>
void set(const Easy& easy, CURLoption option, Value value) {
  if (const CURLcode code = curl_easy_setopt(easy.get(), option, value); code != CURLE_OK)
    throw Error("The network library refuses an option: {1}.", curl_easy_strerror(code));
}

// Failures that the next attempt has, too.
bool is_final(CURLcode code) {
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_NOT_BUILT_IN:
      return true;
    default:
      return false;
  }
}

Message reason_of(CURLcode code, const std::string& host, const char* library) {
  const std::string more = *library != '\0' ? library : curl_easy_strerror(code);
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return Message("{1} was not found; perhaps this computer is offline.", host);
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Message("The proxy for {1} was not found.", host);
    case CURLE_COULDNT_CONNECT:
      return Message("{1} could not be reached.", host);
    case CURLE_OPERATION_TIMEDOUT:
      return Message("{1} sent nothing for too long.", host);
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
      return Message("{1} broke the connection off.", host);
    case CURLE_PEER_FAILED_VERIFICATION:
      return Message("{1} can't prove that it is what it claims to be: {2}.", host, more);
    case CURLE_SSL_CONNECT_ERROR:
      return Message("{1} does not speak TLS as an address with https wants it: {2}.", host, more);
    default:
      return Message("The connection with {1} failed: {2}.", host, more);
  }
}

std::string host_of(std::string_view url) {
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos)
    url.remove_prefix(scheme + 3);
  return std::string(url.substr(0, url.find_first_of("/?#")));
}

CURLcode perform(const Multi& multi, const Easy& easy, const Exchange& exchange,
                 const TransferRequest& request, const std::stop_token& stop) {
  using Seconds = std::chrono::duration<double>;
  const Clock::time_point begin = Clock::now();
  int running = 1;
  while (running > 0) {
    if (stop.stop_requested()) throw Cancelled();
    const Clock::time_point now = Clock::now();
    if (now - exchange.heard > Seconds(request.stall_s)) return CURLE_OPERATION_TIMEDOUT;
    if (request.most_s > 0.0 && now - begin > Seconds(request.most_s)) return CURLE_OPERATION_TIMEDOUT;
    CURLMcode code = curl_multi_perform(multi.get(), &running);
    if (code == CURLM_OK && running > 0) code = curl_multi_poll(multi.get(), nullptr, 0, poll_ms, nullptr);
    if (code != CURLM_OK) throw Error("The network library failed: {1}.", curl_multi_strerror(code));
  }
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
    if (message->msg == CURLMSG_DONE && message->easy_handle == easy.get()) return message->data.result;
  }
  return CURLE_GOT_NOTHING;
}

/// Sets what a request sends. The list must stay until its end.
List set_headers(const Easy& easy, const TransferRequest& request) {
  List list;
  const auto add = [&list](const char* line) {
    curl_slist* const longer = curl_slist_append(list.get(), line);
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(list.release());
    list.reset(longer);
  };
  for (const std::string& line : request.headers) add(line.c_str());
  if (request.body) {
    add("Expect:");  // a long one is not announced first
    set(easy, CURLOPT_POST, 1L);
    set(easy, CURLOPT_POSTFIELDS, request.body->data());
    set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
  }
  if (list) set(easy, CURLOPT_HTTPHEADER, list.get());
  return list;
}

TransferResult transfer(const TransferRequest& request, Receiver& receiver, const std::stop_token& stop) {
  static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (initialised != CURLE_OK) throw Error("The network library could not be started.");
  const auto multi = checked<Multi>(curl_multi_init());
  const auto easy = checked<Easy>(curl_easy_init());
  Exchange exchange{receiver};
  std::array<char, CURL_ERROR_SIZE> words{};
  set(easy, CURLOPT_URL, request.url.c_str());
  set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy, CURLOPT_USERAGENT, "Tilescribe");
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_CONNECTTIMEOUT, connect_s);
  set(easy, CURLOPT_QUICK_EXIT, 1L);  // the end does not wait for the name's resolver, which can take 30 s
  set(easy, CURLOPT_ERRORBUFFER, words.data());
  set(easy, CURLOPT_HEADERFUNCTION, &take_header);
  set(easy, CURLOPT_HEADERDATA, &exchange);
  set(easy, CURLOPT_WRITEFUNCTION, &take_body);
  set(easy, CURLOPT_WRITEDATA, &exchange);
  const List headers = set_headers(easy, request);
  if (request.direct) set(easy, CURLOPT_PROXY, "");
  if (request.head) set(easy, CURLOPT_NOBODY, 1L);
  const std::string range = std::to_string(request.from) + '-';
  if (request.from > 0) set(easy, CURLOPT_RANGE, range.c_str());

  if (curl_multi_add_handle(multi.get(), easy.get()) != CURLM_OK) throw std::bad_alloc();
  CURLcode code = CURLE_OK;
  try {
    code = perform(multi, easy, exchange, request, stop);
  } catch (...) {
    curl_multi_remove_handle(multi.get(), easy.get());
    throw;
  }
  curl_multi_remove_handle(multi.get(), easy.get());
  if (exchange.failure) std::rethrow_exception(exchange.failure);
  const char* location = nullptr;
  if (curl_easy_getinfo(easy.get(), CURLINFO_REDIRECT_URL, &location) == CURLE_OK && location != nullptr)
    exchange.response.location = location;
  if (code == CURLE_OK) exchange.begin();  // a response without a body
  TransferResult result{.response = exchange.response, .reason = {}};
  if (exchange.refused) {
    result.end = TransferResult::End::refused;
  } else if (code != CURLE_OK) {
    result.end = is_final(code) ? TransferResult::End::impossible : TransferResult::End::interrupted;
    result.reason = reason_of(code, host_of(request.url), words.data());
  }
  return result;
}

class OpenSslDigest final : public Digest {
 public:
  explicit OpenSslDigest(const char* algorithm) : context_(EVP_MD_CTX_new()) {
    const EVP_MD* kind = EVP_get_digestbyname(algorithm);
    check(context_ && kind != nullptr && EVP_DigestInit_ex(context_.get(), kind, nullptr) == 1);
  }
  void add(std::span<const char> bytes) override {
    check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }
  std::string hex() override {
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
    unsigned size = 0;
    check(EVP_DigestFinal_ex(context_.get(), raw.data(), &size) == 1);
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
      text += digits[raw[i] >> 4U];
      text += digits[raw[i] & 15U];
    }
    return text;
  }

 private:
  struct Deleter {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  static void check(bool done) {
    if (!done) throw Error("The library for checksums failed.");
  }
  std::unique_ptr<EVP_MD_CTX, Deleter> context_;
};

constexpr TransferPlugin plugin{.transfer = transfer,
                                .digest = [](const char* algorithm) -> std::unique_ptr<Digest> {
                                  return std::make_unique<OpenSslDigest>(algorithm);
                                }};

}  // namespace
}  // namespace tilescribe::download

extern "C" TILESCRIBE_EXPORT const tilescribe::download::TransferPlugin* tilescribe_download_plugin(
    std::uint32_t abi) {
  return abi == tilescribe::download::download_plugin.abi ? &tilescribe::download::plugin : nullptr;
}
