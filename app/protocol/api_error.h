// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "inference/api/message.h"

/// What clients and a server say to each other, as values and texts: no socket, no thread, no model. Requests
/// and answers of POST /v1/audio/transcriptions are those of OpenAI's API (openai-openapi, August 2026).
namespace tilescribe::protocol {

/// Why a request is refused, in OpenAI's form.
struct ApiError {
  int status = 400;        // of HTTP
  Message message = {};    // a sentence
  std::string param = {};  // the field at fault; empty: none
  std::string code = {};   // for programs: "model_not_found"; empty: none
  int retry_after_s = 0;   // when it is worth trying again; 0: not said
  std::string allow = {};  // with 405: the methods that there are
};

/// A request that is refused.
class RequestError : public std::exception {
 public:
  explicit RequestError(ApiError error) : error_(std::move(error)), text_(english(error_.message)) {}
  const ApiError& error() const { return error_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  ApiError error_;
  std::string text_;
};

/// An answer that is sent at once.
struct Answer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  int retry_after_s = 0;   // 0: not said
  std::string allow = {};  // the methods that there are; empty: not said
};

/// {"error":{"message","type","param","code"}}.
Answer error_answer(const ApiError& error);
/// The same as a value of JSON on one line.
std::string error_text(const ApiError& error);

}  // namespace tilescribe::protocol
