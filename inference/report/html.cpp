// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "inference/report/document.h"
#include "inference/store/template.h"
#include "inference/store/text.h"

namespace tilescribe::report {
namespace {

using store::html_text;

// Besides the style sheet of the profile's report.
constexpr std::string_view own_style =
    ".own { border: 2px dashed var(--prefill); border-radius: 0.5rem; padding: 0.6rem 0.9rem; margin: "
    "0.75rem 0; }\n"
    ".own p:first-child { color: var(--soft); font-size: 0.9rem; } .own div { min-height: 4rem; }\n"
    "pre { overflow-x: auto; background: var(--raised); padding: 0.75rem; border-radius: 0.5rem; font-size: "
    "0.85rem; }\n"
    "pre .lost { color: var(--decode); } pre .added { color: var(--features); }\n";

std::string shapes_of(const Figure& figure) {
  return store::filled(store::report_templates(), "shapes", {{"shapes", figure.shapes}});
}

std::string picture(const Figure& figure, const std::string& attributes) {
  // The pattern's name must be that of one element of a page.
  const bool hatched = figure.shapes.dump().find("\"idle\"") != std::string::npos;
  return "<svg" + attributes + " viewBox=\"0 0 1000 " + store::fixed(figure.height, 0) +
         "\" role=\"img\" aria-label=\"" + html_text(figure.caption) + "\">\n" +
         (hatched ? "<defs><pattern id=\"idle\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
                    "patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\" "
                    "class=\"hatch\"/></pattern></defs>\n"
                  : "");
}

class HtmlWriter {
 public:
  void operator()(const Paragraph& block) { text += "<p>" + html_text(block.text) + "</p>\n"; }

  void operator()(const Items& block) {
    text += "<ul>\n";
    for (const std::string& one : block.texts) text += "<li>" + html_text(one) + "</li>\n";
    text += "</ul>\n";
  }

  void operator()(const Table& block) {
    text +=
        "<div class=\"wide\"><table>\n<caption>" + caption(block.caption, block.source) + "</caption>\n<tr>";
    for (const Column& column : block.columns) cell("th", column, column.heading);
    text += "</tr>\n";
    for (const auto& row : block.rows) {
      text += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) cell("td", block.columns[i], row[i]);
      text += "</tr>\n";
    }
    text += "</table></div>\n";
  }

  void operator()(const Figure& block) {
    text += "<figure class=\"wide\">" + picture(block, "") + shapes_of(block) + "</svg>\n<figcaption>" +
            caption(block.caption, block.source) + "</figcaption></figure>\n";
  }

  void operator()(const OwnWords& block) {
    text += "<div class=\"own\"><p>Your own words: " + html_text(block.question) + "</p><div></div></div>\n";
  }

  void operator()(const Code& block) {
    if (!block.caption.empty()) text += "<p class=\"soft\">" + html_text(block.caption) + "</p>\n";
    text += "<pre>";
    for (std::size_t at = 0; at < block.text.size();) {
      const std::size_t end = std::min(block.text.find('\n', at), block.text.size());
      const std::string line = html_text(block.text.substr(at, end - at));
      const char sign = block.language == "diff" ? block.text[at] : ' ';
      text += sign == '+'   ? "<span class=\"added\">" + line + "</span>\n"
              : sign == '-' ? "<span class=\"lost\">" + line + "</span>\n"
                            : line + '\n';
      at = end + 1;
    }
    text += "</pre>\n";
  }

  std::string text;

 private:
  static std::string caption(const std::string& words, const std::string& source) {
    return html_text(words) + (source.empty() ? "" : " (source: " + html_text(source) + ")");
  }
  void cell(const char* tag, const Column& column, const std::string& words) {
    text.append("<").append(tag).append(column.number ? " class=\"n\">" : ">");
    text.append(html_text(words)).append("</").append(tag).append(">");
  }
};

std::string style() {
  return store::filled(store::report_templates(), "style", nlohmann::json::object());
}

}  // namespace

std::string svg_of(const Figure& figure) {
  return picture(figure, " xmlns=\"http://www.w3.org/2000/svg\"") + "<style>\n" + style() + "</style>\n" +
         shapes_of(figure) + "</svg>\n";
}

Written html(const Document& document) {
  HtmlWriter writer;
  writer.text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>" +
                html_text(document.title) + "</title>\n<style>\n" + style() + std::string(own_style) +
                "</style>\n</head>\n<body>\n<header><h1>" + html_text(document.title) +
                "</h1>\n<p class=\"soft\">" + html_text(document.about) + "</p></header>\n<main>\n";
  for (const Section& section : document.sections) {
    writer.text += "<section>\n<h2>" + html_text(section.title) + "</h2>\n";
    for (const Block& block : section.blocks) std::visit(writer, block);
    writer.text += "</section>\n";
  }
  writer.text += "</main>\n</body>\n</html>\n";
  return {std::move(writer.text), {}};
}

}  // namespace tilescribe::report
