// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

/// A document that is written in several formats. Its texts are plain; each format escapes them.
namespace tilescribe::report {

struct Paragraph {
  std::string text;
};

struct Items {
  std::vector<std::string> texts;
};

struct Column {
  std::string heading;
  bool number = false;  // aligned to the right
};

struct Table {
  std::string caption;
  std::string source;  // the measurement that its numbers come from: "M1"; empty: it has none
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // as many cells as columns each
};

/// A picture, 1000 units wide.
struct Figure {
  std::string caption, source;
  std::string name;       // of its file, where the format can't hold it: "roofline"
  nlohmann::json shapes;  // as the template "shapes" of the profile's report takes them
  double height = 0.0;    // units
};

/// A place for the student's own words.
struct OwnWords {
  std::string question;  // what they should answer
};

/// Lines of source, or of a difference between two.
struct Code {
  std::string caption;
  std::string language;  // "diff"
  std::string text;
};

using Block = std::variant<Paragraph, Items, Table, Figure, OwnWords, Code>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

struct Document {
  std::string title, about;
  std::vector<Section> sections;
};

/// Something that belongs beside the document.
struct SideFile {
  std::string name;  // "report-roofline.svg"
  std::string bytes;
};

struct Written {
  std::string text;
  std::vector<SideFile> beside;
};

/// CommonMark with tables; each figure is an SVG file beside it, whose name begins with `stem`.
Written markdown(const Document& document, const std::string& stem);
/// A complete article for pdfLaTeX, XeLaTeX and LuaLaTeX; figures are TikZ.
Written latex(const Document& document);
/// One page without external files.
Written html(const Document& document);

/// A figure as a picture of its own.
std::string svg_of(const Figure& figure);
/// As a tikzpicture.
std::string tikz_of(const Figure& figure);

/// A text in LaTeX.
std::string latex_text(const std::string& text);
/// A text in Markdown, within a line.
std::string markdown_text(const std::string& text);

}  // namespace tilescribe::report
