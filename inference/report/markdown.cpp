// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <string_view>

#include "inference/report/document.h"

namespace tilescribe::report {
namespace {

// Characters that mean something within a line, or in a cell of a table.
constexpr std::string_view special = "\\`*_[]<>#|~$&!";

class MarkdownWriter {
 public:
  explicit MarkdownWriter(std::string stem) : stem_(std::move(stem)) {}

  void operator()(const Paragraph& block) { text_ += markdown_text(block.text) + "\n\n"; }

  void operator()(const Items& block) {
    for (const std::string& text : block.texts) text_ += "- " + markdown_text(text) + '\n';
    text_ += '\n';
  }

  void operator()(const Table& block) {
    caption(block.caption, block.source);
    for (const Column& column : block.columns) text_ += "| " + markdown_text(column.heading) + ' ';
    text_ += "|\n";
    for (const Column& column : block.columns) text_ += column.number ? "|---:" : "|:---";
    text_ += "|\n";
    for (const auto& row : block.rows) {
      for (const std::string& cell : row) text_ += "| " + markdown_text(cell) + ' ';
      text_ += "|\n";
    }
    text_ += '\n';
  }

  void operator()(const Figure& block) {
    caption(block.caption, block.source);
    const std::string name = stem_ + '-' + block.name + ".svg";
    beside_.push_back({name, svg_of(block)});
    text_ += "![" + markdown_text(block.caption) + "](<" + escaped_name(name) + ">)\n\n";
  }

  void operator()(const OwnWords& block) {
    text_ += "> **Your own words:** " + markdown_text(block.question) + "\n\n…\n\n";
  }

  void operator()(const Code& block) {
    caption(block.caption, {});
    std::string fence = "```";  // longer than any that the text holds
    while (block.text.find(fence) != std::string::npos) fence += '`';
    text_ += fence + block.language + '\n' + block.text;
    if (!block.text.ends_with('\n')) text_ += '\n';
    text_ += fence + "\n\n";
  }

  void heading(int level, const std::string& title) {
    text_ += std::string(static_cast<std::size_t>(level), '#') + ' ' + markdown_text(title) + "\n\n";
  }

  Written take() { return {std::move(text_), std::move(beside_)}; }

 private:
  void caption(const std::string& caption, const std::string& source) {
    if (caption.empty()) return;
    text_ +=
        "**" + markdown_text(caption) + "**" + (source.empty() ? "" : " (source: " + source + ")") + "\n\n";
  }

  static std::string escaped_name(const std::string& name) {
    std::string text;
    for (const char c : name) {
      if (c == '<' || c == '>' || c == '\\') text += '\\';
      text += c == '\n' ? ' ' : c;
    }
    return text;
  }

  std::string stem_, text_;
  std::vector<SideFile> beside_;
};

}  // namespace

std::string markdown_text(const std::string& text) {
  std::string escaped;
  const std::size_t digits = text.find_first_not_of("0123456789");
  const bool numbered =
      digits != 0 && digits != std::string::npos && (text[digits] == '.' || text[digits] == ')');
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool begins_a_list = i == 0 && (c == '-' || c == '+' || c == '=');
    if (special.find(c) != std::string_view::npos || begins_a_list || (numbered && i == digits))
      escaped += '\\';
    escaped += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return escaped;
}

Written markdown(const Document& document, const std::string& stem) {
  MarkdownWriter writer(stem);
  writer.heading(1, document.title);
  writer(Paragraph{document.about});
  for (const Section& section : document.sections) {
    writer.heading(2, section.title);
    for (const Block& block : section.blocks) std::visit(writer, block);
  }
  return writer.take();
}

}  // namespace tilescribe::report
