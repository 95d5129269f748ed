// SPDX-License-Identifier: Apache-2.0
#include "app/protocol/api_error.h"

#include <nlohmann/json.hpp>

#include "app/json_text.h"

namespace tilescribe::protocol {
namespace {

// OpenAI's types of errors, by status.
const char* type_of(int status) {
  switch (status) {
    case 401:
      return "authentication_error";
    case 403:
      return "permission_error";
    case 429:
      return "rate_limit_error";
    default:
      return status < 500 ? "invalid_request_error" : "server_error";
  }
}

}  // namespace

std::string error_text(const ApiError& error) {
  nlohmann::ordered_json inner;
  inner["message"] = english(error.message);
  inner["type"] = type_of(error.status);
  inner["param"] = nullptr;
  inner["code"] = nullptr;
  if (!error.param.empty()) inner["param"] = error.param;
  if (!error.code.empty()) inner["code"] = error.code;
  return json_text({{"error", inner}});
}

Answer error_answer(const ApiError& error) {
  return {.status = error.status,
          .body = error_text(error) + '\n',
          .retry_after_s = error.retry_after_s,
          .allow = error.allow};
}

}  // namespace tilescribe::protocol
