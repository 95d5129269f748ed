// SPDX-License-Identifier: Apache-2.0
#include "inference/api/clean_up.h"

#include <algorithm>
#include <utility>

#include "inference/api/segment_edit.h"
#include "inference/cleanup/answer.h"
#include "inference/cleanup/chat.h"
#include "inference/download/address.h"
#include "inference/download/post.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr std::size_t most_answer_bytes = std::size_t{1} << 20;
constexpr int most_failures = 3;  // one after the other: then the next would fail, too

/// The next request would fail in the same way.
class LastingError : public Error {
 public:
  using Error::Error;
};

CleanUpOptions checked_options(CleanUpOptions options) {
  options.address = checked_chat_address(options.address);
  if (trimmed(options.model).empty()) throw Error("Expected the name of a model, found none.");
  const auto printable = [](char c) { return c > ' ' && c <= '~'; };
  if (!std::ranges::all_of(options.key, printable))
    throw Error("Expected a key of letters, digits and signs, found another character in it.");
  return options;
}

/// The requests to one address.
class Chat {
 public:
  Chat(const CleanUpOptions& options, const std::stop_token& stop) : options_(options), stop_(stop) {}

  std::vector<std::string> corrected(const cleanup::Group& group) {
    download::PostAnswer answer = send(group);
    // Some models take no temperature.
    if (steady_ && answer.status == 400 && answer.body.find("temperature") != std::string::npos) {
      steady_ = false;
      answer = send(group);
    }
    judge(answer);
    return cleanup::texts_of(answer.body, group);
  }

 private:
  download::PostAnswer send(const cleanup::Group& group) const {
    download::PostRequest request{.url = options_.address + "/chat/completions",
                                  .body = cleanup::request_body(group, options_, steady_),
                                  .headers = {"Content-Type: application/json", "Accept: application/json"},
                                  .answer_s = options_.answer_s,
                                  .most_bytes = most_answer_bytes};
    if (!options_.key.empty()) request.headers.push_back("Authorization: Bearer " + options_.key);
    return download::post(request, stop_);
  }

  void judge(const download::PostAnswer& answer) const {
    if (!answer.failure.empty()) {
      if (answer.lasting) throw LastingError(answer.failure);
      throw Error(answer.failure);
    }
    if (answer.status >= 200 && answer.status < 300) return;
    const std::string host = download::host_of(options_.address);
    if (!answer.location.empty())
      throw LastingError("Expected an answer from {1}, found that it leads to {2}. Nothing was sent there.",
                         host, cleanup::shown(answer.location));
    const std::string words = cleanup::words_of_failure(answer.body);
    Message why = words.empty() ? Message("Expected an answer from {1}, found the failure HTTP {2}.", host,
                                          answer.status)
                                : Message("Expected an answer from {1}, found the failure HTTP {2}: {3}",
                                          host, answer.status, words);
    if (answer.status == 401 || answer.status == 403 || answer.status == 404 || answer.status == 429)
      throw LastingError(std::move(why));
    throw Error(std::move(why));
  }

  const CleanUpOptions& options_;
  const std::stop_token& stop_;
  bool steady_ = true;
};

void add_problem(std::vector<CleanUpProblem>& problems, const Message& why, std::size_t segments) {
  const auto known = std::ranges::find(problems, why, &CleanUpProblem::why);
  if (known == problems.end())
    problems.push_back({why, segments});
  else
    known->segments += segments;
}

}  // namespace

std::string checked_chat_address(const std::string& typed) {
  constexpr std::string_view ending = "/chat/completions";
  std::string address = trimmed(typed);
  const auto cut = [&] { address.erase(address.find_last_not_of('/') + 1); };
  cut();
  if (address.ends_with(ending)) address.erase(address.size() - ending.size());
  cut();
  if (!download::is_web_address(address))
    throw Error("Expected an address like http://localhost:11434/v1, found {1}.", typed);
  return address;
}

bool is_readable_on_the_way(const std::string& address) {
  return address.starts_with("http://") && !download::is_this_computer(download::host_of(address));
}

CleanUpResult clean_up(const Transcript& transcript, const CleanUpOptions& options,
                       const std::function<void(const CleanUpProgress&)>& progress,
                       const std::stop_token& stop) {
  const CleanUpOptions checked = checked_options(options);
  const std::vector<cleanup::Group> groups = cleanup::groups_of(transcript);
  CleanUpResult result;
  for (const cleanup::Group& group : groups) result.asked += group.size();
  Chat chat(checked, stop);
  std::size_t done = 0;
  int failures = 0;
  for (const cleanup::Group& group : groups) {
    progress({.done = done, .total = result.asked});
    try {
      if (stop.stop_requested()) throw Cancelled();
      const std::vector<std::string> texts = chat.corrected(group);
      for (std::size_t i = 0; i < group.size(); ++i) {
        if (texts[i] != group[i].text) result.changed.push_back({group[i].row, texts[i]});
      }
      failures = 0;
    } catch (const Cancelled&) {
      result.stopped = true;
      break;
    } catch (const Error& error) {
      add_problem(result.problems, error.message(), group.size());
      const bool lasting = dynamic_cast<const LastingError*>(&error) != nullptr;
      failures = lasting ? most_failures : failures + 1;
    }
    done += group.size();
    if (failures >= most_failures) break;
  }
  result.not_sent = result.asked - done;
  progress({.done = done, .total = result.asked});
  return result;
}

Segment with_clean_text(Segment segment, const std::string& text) {
  if (text == segment.text) return segment;
  const std::string heard = segment.heard.empty() ? segment.text : segment.heard;
  segment = with_text(std::move(segment), text);
  segment.heard = heard;
  return segment;
}

}  // namespace tilescribe
