// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/remote/fault_server.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "inference/export/base64.h"

namespace tilescribe::test {
namespace {

using nlohmann::json;

// The sound in a chat; empty: there is none where it should be.
std::string sound_in_chat(const std::string& body) {
  const json request = json::parse(body, nullptr, false);
  const json::json_pointer sound("/messages/0/content/0/input_audio");
  if (request.is_discarded() || !request.contains(sound) || request.at(sound).value("format", "") != "wav")
    return {};
  return exporting::from_base64(request.at(sound).value("data", "")).value_or("");
}

std::string sound_in_form(const std::string& body) {
  const std::string head = "name=\"file\"; filename=\"window.wav\"\r\nContent-Type: audio/wav\r\n\r\n";
  const std::size_t begin = body.find(head), end = body.rfind("\r\n--", body.size() - 6);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return body.substr(begin + head.size(), end - begin - head.size());
}

}  // namespace

std::string text_of_window(std::size_t window) {
  constexpr std::array names{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
  return std::string("This is window ") + names.at(window) + ".";
}

FaultServer::FaultServer(std::vector<std::string> wavs)
    : wavs_(std::move(wavs)), heard_(wavs_.size()), hub_({}) {
  hub_.set_spoiler([this](const HubRequest& request, HubReply& reply) { answer(request, reply); });
}

int FaultServer::count(const std::string& path) const {
  return static_cast<int>(
      std::ranges::count(hub_.requests(), path, [](const HubRequest& one) { return one.path; }));
}

std::vector<int> FaultServer::heard() const {
  const std::lock_guard lock(mutex_);
  return heard_;
}

int FaultServer::unknown_sounds() const {
  const std::lock_guard lock(mutex_);
  return unknown_;
}

void FaultServer::answer(const HubRequest& request, HubReply& reply) {
  const std::lock_guard lock(mutex_);
  if (!key.empty() && request.head.find("Authorization: Bearer " + key + "\r\n") == std::string::npos) {
    reply.status = 401;
    reply.body = R"({"error":{"message":"Incorrect API key"}})";
    return;
  }
  if (request.method == "GET" && request.path == "/v1/models") {
    reply = {.status = models_status, .headers = {}, .body = models};
    return;
  }
  const bool chat = request.path == "/v1/chat/completions";
  if (request.method != "POST" || (!chat && request.path != "/v1/audio/transcriptions")) return;
  const int status = chat ? chat_status : transcription_status;
  reply = {.status = status, .headers = {}, .body = R"({"error":{"message":"No audio here"}})"};
  if (status != 200) return;
  const auto window =
      std::ranges::find(wavs_, chat ? sound_in_chat(request.body) : sound_in_form(request.body));
  if (window == wavs_.end()) {
    ++unknown_;
    reply.status = 400;
    return;
  }
  const auto index = static_cast<std::size_t>(window - wavs_.begin());
  const std::string text = text_of_window(index);
  const json choice = {{"message", {{"content", " " + text + "\n"}}}, {"finish_reason", "stop"}};
  reply.body = chat ? json({{"choices", json::array({choice})}}).dump() : json({{"text", text}}).dump();
  const Asked asked{index, ++heard_[index], chat};
  if (fault) fault(asked, reply);
}

}  // namespace tilescribe::test
