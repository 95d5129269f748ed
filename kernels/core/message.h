// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/core/export.h"

namespace tilescribe {

/// A number that is shown with this many decimals.
struct Real {
  double value = 0.0;
  int decimals = 0;
  bool operator==(const Real&) const = default;
};

struct Argument;

/// What a person is told, as data: a sentence, or a part of one, and what stands in its places. The code is
/// the English sentence itself, with places from {1} to {9}. Front ends translate it (ui/words.h) or take it
/// as it is (english()). cmake/message_templates.cmake finds every code, so it is a literal directly after
/// Message(, Error( or DeviceError(.
class Message {
 public:
  /// A literal in which exactly the places of these arguments occur. The compiler checks it.
  template <class... Arguments>
  struct Template {
    consteval Template(const char* literal) : text(literal) {
      constexpr std::size_t count = sizeof...(Arguments);
      std::array<bool, count + 1> found{};
      for (const char* c = literal; *c != '\0'; ++c) {
        if (*c == '{') found.at(static_cast<std::size_t>(c[1] - '0')) = c[2] == '}';
      }
      for (std::size_t place = 0; place <= count; ++place) {
        if (found.at(place) != (place > 0)) throw "The places are not those of the arguments.";
      }
    }
    const char* text;
  };
  template <class... Arguments>
  using Code = Template<std::type_identity_t<Arguments>...>;  // the arguments' types come from the arguments

  Message() = default;
  template <class... Arguments>
  explicit Message(Code<Arguments...> code, const Arguments&... arguments);

  /// The same characters, whatever the language: a name, or a text that a library, a file or the system
  /// wrote.
  static Message verbatim(const std::string& text);

  /// A message that another process took apart. What is no code of ours with places for exactly these
  /// arguments is taken verbatim.
  TILESCRIBE_EXPORT static Message received(const std::string& code, std::vector<Argument> arguments);

  const char* code() const { return code_; }
  const std::vector<Argument>& arguments() const { return arguments_; }
  bool empty() const { return *code_ == '\0'; }
  bool operator==(const Message& other) const;

 private:
  const char* code_ = "";
  std::vector<Argument> arguments_;
};

/// What stands in a place. A message there is a part of the sentence, or a sentence of its own.
struct Argument {
  Argument(std::string text) : value(std::move(text)) {}
  Argument(std::string_view text) : value(std::string(text)) {}
  Argument(const char* text) : value(std::string(text)) {}
  Argument(Real number) : value(number) {}
  Argument(Message message) : value(std::move(message)) {}
  template <std::integral Number>
  Argument(Number number) {
    if (std::in_range<std::int64_t>(number))
      value = static_cast<std::int64_t>(number);
    else
      value = std::to_string(number);
  }
  bool operator==(const Argument&) const = default;

  std::variant<std::string, std::int64_t, Real, Message> value;
};

template <class... Arguments>
Message::Message(Code<Arguments...> code, const Arguments&... arguments)
    : code_(code.text), arguments_{Argument(arguments)...} {}

inline bool Message::operator==(const Message& other) const {
  return std::string_view(code_) == other.code_ && arguments_ == other.arguments_;
}

inline Message Message::verbatim(const std::string& text) {
  static constexpr Template<std::string> as_it_is = "{1}";
  return Message(as_it_is, text);
}

/// The message in English, the same in every locale.
TILESCRIBE_EXPORT std::string english(const Message& message);

}  // namespace tilescribe
