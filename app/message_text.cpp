// SPDX-License-Identifier: Apache-2.0
#include "app/message_text.h"

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/json_text.h"

namespace tilescribe {
namespace {

using nlohmann::ordered_json;

constexpr int most_depth = 8;  // of messages in messages
constexpr std::size_t most_arguments = 9;
constexpr std::uint64_t most_decimals = 20;

ordered_json json_of(const Message& message);

struct Written {
  ordered_json operator()(const std::string& text) const { return text; }
  ordered_json operator()(std::int64_t number) const { return number; }
  ordered_json operator()(Real number) const {
    return {{"number", number.value}, {"decimals", number.decimals}};
  }
  ordered_json operator()(const Message& part) const { return json_of(part); }
};

ordered_json json_of(const Message& message) {
  ordered_json arguments = ordered_json::array();
  for (const Argument& one : message.arguments()) arguments.push_back(std::visit(Written{}, one.value));
  return {{"message", message.code()}, {"arguments", std::move(arguments)}};
}

std::optional<Message> message_in(const ordered_json& json, int depth);

std::optional<Argument> argument_in(const ordered_json& json, int depth) {
  if (json.is_string()) return Argument(json.get<std::string>());
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) return {};
  if (json.is_number_integer()) return Argument(json.get<std::int64_t>());
  if (!json.is_object()) return {};
  if (const auto number = json.find("number"); number != json.end()) {
    const auto decimals = json.find("decimals");
    if (!number->is_number() || decimals == json.end() || !decimals->is_number_unsigned()) return {};
    if (decimals->get<std::uint64_t>() > most_decimals) return {};
    return Argument(Real{number->get<double>(), decimals->get<int>()});
  }
  const std::optional<Message> message = message_in(json, depth + 1);
  return message ? std::optional(Argument(*message)) : std::nullopt;
}

std::optional<Message> message_in(const ordered_json& json, int depth) {
  if (!json.is_object() || depth > most_depth) return {};
  const auto code = json.find("message"), given = json.find("arguments");
  if (code == json.end() || given == json.end() || !code->is_string() || !given->is_array()) return {};
  if (given->size() > most_arguments) return {};
  std::vector<Argument> arguments;
  for (const ordered_json& one : *given) {
    std::optional<Argument> argument = argument_in(one, depth);
    if (!argument) return {};
    arguments.push_back(*std::move(argument));
  }
  return Message::received(code->get<std::string>(), std::move(arguments));
}

}  // namespace

std::string message_text(const Message& message) {
  return json_text(json_of(message));
}

std::optional<Message> read_message_text(const std::string& line) {
  if (!line.starts_with("{\"message\":")) return {};
  return message_in(ordered_json::parse(line, nullptr, false), 0);
}

}  // namespace tilescribe
