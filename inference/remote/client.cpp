// SPDX-License-Identifier: Apache-2.0
#include "inference/remote/client.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <random>
#include <utility>

#include "inference/api/remote.h"
#include "inference/cleanup/answer.h"
#include "inference/download/address.h"
#include "kernels/core/error.h"

namespace tilescribe::remote {
namespace {

using download::PostAnswer;

constexpr std::size_t most_answer_bytes = std::size_t{1} << 20;
constexpr double longest_wait_s = 60.0;  // between two attempts of our own choice

/// The server answered that it does not do what was asked.
class Refused : public Error {
 public:
  Refused(int status, Message why) : Error(std::move(why)), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

bool is_well(const PostAnswer& answer) {
  return answer.failure.empty() && answer.status >= 200 && answer.status < 300;
}

bool may_help_again(const PostAnswer& answer) {
  if (!answer.failure.empty()) return answer.broken;
  constexpr std::array passing{408, 425, 429, 500, 502, 503, 504};
  return std::ranges::find(passing, answer.status) != passing.end();
}

// Whether the other route may do better. A server that knows no sound in a chat says 400, 422 or 500.
bool is_about_route(int status) {
  constexpr std::array refusals{400, 404, 405, 406, 415, 422, 500, 501};
  return std::ranges::find(refusals, status) != refusals.end();
}

bool is_missing(int status) {
  return status == 404 || status == 405 || status == 501;
}

Message reason_of(const PostAnswer& answer, const std::string& host, bool with_key) {
  if (!answer.failure.empty()) return answer.failure;
  if (!answer.location.empty())
    return Message("Expected an answer from {1}, found that it leads to {2}. Nothing was sent there.", host,
                   cleanup::shown(answer.location));
  if (answer.status == 401 || answer.status == 403)
    return with_key ? Message("{1} does not accept the key.", host)
                    : Message("{1} wants a key, and none was given.", host);
  const std::string words = cleanup::words_of_failure(answer.body);
  if (answer.status == 429)
    return words.empty() ? Message("{1} has too much to do.", host)
                         : Message("{1} has too much to do: {2}", host, words);
  return words.empty()
             ? Message("Expected an answer from {1}, found the failure HTTP {2}.", host, answer.status)
             : Message("Expected an answer from {1}, found the failure HTTP {2}: {3}", host, answer.status,
                       words);
}

[[noreturn]] void refuse(const PostAnswer& answer, Message why) {
  if (answer.failure.empty()) throw Refused(answer.status, std::move(why));
  throw Error(std::move(why));
}

double random_share() {
  thread_local std::minstd_rand random(std::random_device{}());
  return std::uniform_real_distribution<double>(0.0, 1.0)(random);
}

void sleep_for(double seconds, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait_for(lock, stop, std::chrono::duration<double>(seconds), [] { return false; });
  if (stop.stop_requested()) throw Cancelled();
}

}  // namespace

double wait_s(const RemoteOptions& options, int failed, std::int64_t retry_after_s, double chance) {
  const double longest = std::min(longest_wait_s, options.first_wait_s * std::exp2(failed - 1));
  return std::max(longest * (0.5 + 0.5 * chance), static_cast<double>(retry_after_s));
}

Client::Client(RemoteOptions options) : options_(std::move(options)) {
  options_.address = checked_server_address(options_.address);
  options_.key = checked_key(options_.key);
  host_ = download::host_of(options_.address);
}

std::string Client::asked() const {
  if (!route_) return host_;
  return options_.address.substr(options_.address.find(host_)) + std::string(path_of(*route_));
}

PostAnswer Client::send(const std::string& path, std::optional<Body> body,
                        const std::stop_token& stop) const {
  download::PostRequest request{.url = options_.address + path,
                                .headers = {"Accept: application/json"},
                                .answer_s = options_.answer_s,
                                .most_bytes = most_answer_bytes};
  if (body) {
    request.headers.push_back("Content-Type: " + body->type);
    request.body = std::move(body->bytes);
  }
  if (!options_.key.empty()) request.headers.push_back("Authorization: Bearer " + options_.key);
  return download::post(request, stop);
}

std::string Client::find_model(const std::stop_token& stop) const {
  const PostAnswer answer = send("/models", std::nullopt, stop);
  const bool named = !options_.model.empty();
  // Not every server has a list of models, or lists all it has.
  if (is_well(answer)) return named ? options_.model : models_in(answer.body, host_).front();
  const bool no_list = answer.failure.empty() && (is_missing(answer.status) || answer.status >= 500);
  if (named && no_list) return options_.model;
  const Message why = reason_of(answer, host_, !options_.key.empty());
  if (no_list) throw Error("{1} can't say which models it has. {2}", host_, why);
  throw Error(why);
}

Heard Client::ask(Route route, const Question& question, const std::string& wav,
                  const std::stop_token& stop) const {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  for (int attempt = 1;; ++attempt) {
    const PostAnswer answer = send(std::string(path_of(route)), body_of(route, question, wav), stop);
    if (is_well(answer)) return heard_in(route, question.most_tokens, answer.body, host_);
    const Message why = reason_of(answer, host_, !options_.key.empty());
    if (!may_help_again(answer)) refuse(answer, why);
    const double wait = wait_s(options_, attempt, answer.retry_after_s, random_share());
    const double spent = std::chrono::duration<double>(Clock::now() - begin).count();
    if (attempt >= options_.attempts || spent + wait > options_.most_s)
      refuse(answer, attempt == 1 ? why : Message("After {1} attempt(s): {2}", attempt, why));
    sleep_for(wait, stop);
  }
}

Heard Client::hear(const Question& question, const std::string& wav, const std::stop_token& stop) {
  if (route_) return ask(*route_, question, wav, stop);
  std::optional<Refused> no_chat;
  try {
    Heard heard = ask(Route::chat, question, wav, stop);
    route_ = Route::chat;
    return heard;
  } catch (const Refused& refused) {
    if (!is_about_route(refused.status())) throw;
    no_chat = refused;
  }
  try {
    Heard heard = ask(Route::transcription, question, wav, stop);
    route_ = Route::transcription;
    return heard;
  } catch (const Refused& refused) {
    if (!is_missing(refused.status())) throw;
    if (!is_missing(no_chat->status())) throw *no_chat;
    throw Error("{1} takes no sound: neither in a chat nor as a file. {2}", host_, refused.message());
  }
}

}  // namespace tilescribe::remote
