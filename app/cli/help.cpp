// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help.h"

#include <algorithm>

namespace tilescribe::cli {

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (column > 0 && indent + column + 1 + word.size() > width) {
      result += '\n' + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) result += ' ', ++column;
    result += word;
    column += word.size();
    text.remove_prefix(end == text.size() ? end : end + 1);
  }
  return result;
}

namespace {

std::string entry(const std::string& name, std::string_view description) {
  constexpr std::size_t indent = 6;
  return "  " + name + '\n' + std::string(indent, ' ') + wrapped(description, indent) + '\n';
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = make_option_name(option, is_positional);
  if (!is_positional && !option->get_type_name().empty()) name += ' ' + option->get_type_name();
  return entry(name, option->get_description());
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  // Only the first sentence; the rest is for the command's own help. Removes the manual line breaks.
  std::string description = command->get_description();
  std::replace(description.begin(), description.end(), '\n', ' ');
  return entry(command->get_name(), description.substr(0, description.find(". ")));
}

HelpText help_text(const std::string& command) {
  const std::string heading = "\n# " + command + '\n';
  std::string_view text = all_help_texts.substr(all_help_texts.find(heading)).substr(heading.size());
  text = text.substr(0, text.find("\n# "));
  while (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t gap = text.find("\n\n");
  if (gap == std::string_view::npos) return {std::string(text), {}};
  return {std::string(text.substr(0, gap)), std::string(text.substr(gap + 2))};
}

}  // namespace tilescribe::cli
