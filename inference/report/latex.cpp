// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "inference/api/utf8.h"
#include "inference/report/document.h"

namespace tilescribe::report {
namespace {

// What LaTeX reads as commands, and signs that pdfLaTeX's usual fonts lack. Of two that begin alike, the
// longer stands first.
constexpr auto replaced = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"\\", "\\textbackslash{}"},
     {"{", "\\{"},
     {"}", "\\}"},
     {"$", "\\$"},
     {"&", "\\&"},
     {"#", "\\#"},
     {"%", "\\%"},
     {"_", "\\_"},
     {"^", "\\textasciicircum{}"},
     {"~", "\\textasciitilde{}"},
     {"<", "\\textless{}"},
     {">", "\\textgreater{}"},
     {"|", "\\textbar{}"},
     {"\"", "\\textquotedbl{}"},
     {"`", "\\textasciigrave{}"},
     {"\n", " "},
     {"\r", " "},
     {"\u00A0", "~"},
     {"µ", "\\textmu{}"},
     {"±", "\\ensuremath{\\pm}"},
     {"×", "\\ensuremath{\\times}"},
     {"·", "\\textperiodcentered{}"},
     {"→", "\\ensuremath{\\rightarrow}"},
     {"≤", "\\ensuremath{\\leq}"},
     {"≥", "\\ensuremath{\\geq}"},
     {"…", "\\ldots{}"},
     {"--", "-{}-{}"},  // two would become a dash
     {"–", "--"},
     {"“", "``"},
     {"”", "''"}});

constexpr const char* preamble = R"(% Made by tilescribe-cli report; for pdfLaTeX, XeLaTeX or LuaLaTeX.
\documentclass[11pt,a4paper]{article}
\usepackage{iftex}
% \otherletters{NUMBER}{NUMBERS}{LETTERS}: letters that pdfLaTeX's usual fonts lack. XeLaTeX and LuaLaTeX take the
% first font that has the first of them; pdfLaTeX writes their Unicode numbers.
\ifpdftex
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{textcomp}
  \DeclareRobustCommand{\otherletters}[3]{#2}
\else
  \usepackage{fontspec}
  \newcommand{\letterfont}[2]{\IfFontExistsTF{#2}{\newfontfamily#1{#2}}{\let#1\relax}}
  \letterfont{\letterfonta}{FreeSerif}
  \letterfont{\letterfontb}{Noto Sans CJK SC}
  \letterfont{\letterfontc}{FandolSong}
  \letterfont{\letterfontd}{Noto Sans}
  \letterfont{\letterfonte}{DejaVu Sans}
  \DeclareRobustCommand{\otherletters}[3]{{\iffontchar\font"#1 #3\else\letterfonta
    \iffontchar\font"#1 #3\else\letterfontb\iffontchar\font"#1 #3\else\letterfontc
    \iffontchar\font"#1 #3\else\letterfontd\iffontchar\font"#1 #3\else\letterfonte
    \iffontchar\font"#1 #3\else\normalfont #2\fi\fi\fi\fi\fi\fi}}
  \ifxetex\XeTeXlinebreaklocale "zh"\fi
\fi
\usepackage[margin=2.2cm]{geometry}
\usepackage{booktabs,longtable,array,xcolor,tikz}
\setcounter{secnumdepth}{0} % the titles have their numbers
\newcommand{\ownwords}[1]{\par\medskip\noindent\fcolorbox{black!40}{yellow!10}{\parbox{0.96\linewidth}{%
  \textbf{Your own words:} #1\par\vspace{2cm}}}\par\medskip}
\newcommand{\sourceof}[1]{ {\small(source: #1)}}
)";

constexpr const char* about_letters = R"(\ifpdftex
Some letters are written as their Unicode numbers here, since pdfLaTeX's fonts lack them; XeLaTeX and LuaLaTeX show them.
\fi

)";

// The colours of the profile's stages, as the profile's report has them on paper.
constexpr auto colours =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"audio", "7D62C0"},
                                                                  {"features", "2F8A60"},
                                                                  {"encoder", "1F4F9C"},
                                                                  {"projector", "6E1F40"},
                                                                  {"prefill", "AB850E"},
                                                                  {"decode", "B2481A"},
                                                                  {"idle", "878D95"},
                                                                  {"other", "585E64"},
                                                                  {"backdrop", "F3F4F6"}});

// Whether pdfLaTeX with the encodings T1 and TS1 has the character.
bool is_usual(char32_t c) {
  constexpr std::array without{0x126, 0x127, 0x138, 0x13F, 0x140, 0x149, 0x166, 0x167, 0x17F};
  constexpr std::array also{0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201E, 0x2020,
                            0x2021, 0x2022, 0x2030, 0x2039, 0x203A, 0x20AC, 0x2122};
  if (c < 0x80) return (c >= 0x20 && c != 0x7F) || c == '\t';
  if (c >= 0xA0 && c <= 0x17F) return std::ranges::find(without, static_cast<int>(c)) == without.end();
  return std::ranges::find(also, static_cast<int>(c)) != also.end();
}

// Letters beside each other that one font is likely to have, and that are shaped together.
struct OtherLetters {
  std::string first, numbers, letters;

  void add(char32_t c, std::string_view bytes) {
    std::array<char, 9> hex{};
    std::snprintf(hex.data(), hex.size(), "%04X", static_cast<unsigned>(c));
    if (first.empty()) first = hex.data();
    numbers += (numbers.empty() ? "U+" : " U+") + std::string(hex.data());
    if (c >= 0x80) letters += bytes;  // a control character is no letter, and would stop LaTeX
  }
  void end(std::string& text) {
    if (!first.empty()) text += "\\otherletters{" + first + "}{" + numbers + "}{" + letters + '}';
    *this = {};
  }
};

std::string colour_of(const std::string& style) {
  for (const auto& [name, value] : colours) {
    if (style == name) return "ts" + std::string(name);
  }
  return "tsother";
}

std::string place(const nlohmann::json& shape, const char* x, const char* y) {
  return '(' + shape[x].get<std::string>() + ',' + shape[y].get<std::string>() + ')';
}

std::string tikz_shape(const std::string& kind, const nlohmann::json& shape) {
  if (kind == "rect") {
    return "\\fill[" + colour_of(shape["class"]) + "] " + place(shape, "x", "y") + " rectangle ++(" +
           shape["width"].get<std::string>() + ',' + shape["height"].get<std::string>() + ");\n";
  }
  if (kind == "line") {
    const std::string style = shape["class"];
    const char* look = style == "roof" ? "thick" : style == "dashed" ? "gray,dashed" : "gray!50,thin";
    return "\\draw[" + std::string(look) + "] " + place(shape, "x1", "y1") + " -- " +
           place(shape, "x2", "y2") + ";\n";
  }
  if (kind == "dot") {
    return "\\fill[" + colour_of(shape["class"]) + ",opacity=0.75] " + place(shape, "x", "y") +
           " circle[radius=" + shape["radius"].get<std::string>() + "];\n";
  }
  const std::string words = latex_text(shape["words"]);
  if (kind == "upright")
    return "\\node[rotate=90,font=\\scriptsize] at (14," + shape["y"].get<std::string>() + ") {" + words +
           "};\n";
  const std::string anchor = shape["anchor"];
  const char* at = anchor == "start" ? "base west" : anchor == "end" ? "base east" : "base";
  return "\\node[anchor=" + std::string(at) + ",inner sep=0pt,font=\\scriptsize] at " +
         place(shape, "x", "y") + " {" + words + "};\n";
}

class LatexWriter {
 public:
  void operator()(const Paragraph& block) { text += latex_text(block.text) + "\n\n"; }

  void operator()(const Items& block) {
    if (block.texts.empty()) return;
    text += "\\begin{itemize}\n";
    for (const std::string& one : block.texts) text += "\\item " + latex_text(one) + '\n';
    text += "\\end{itemize}\n\n";
  }

  void operator()(const Table& block) {
    text += "{\\small\n\\begin{longtable}{";
    const double share = 0.9 / static_cast<double>(block.columns.size());
    for (const Column& column : block.columns) {
      if (column.number) {
        text += 'r';
      } else {
        const auto thousandths = static_cast<int>(1000.0 * share);
        text += ">{\\raggedright\\arraybackslash}p{0." + std::string(thousandths < 100 ? "0" : "") +
                std::to_string(thousandths) + "\\linewidth}";
      }
    }
    text += "}\n\\caption*{" + caption(block.caption, block.source) + "}\\\\\n\\toprule\n";
    std::vector<std::string> headings;
    for (const Column& column : block.columns) headings.push_back(column.heading);
    row(headings);
    text += "\\midrule\n\\endhead\n";
    for (const auto& cells : block.rows) row(cells);
    text += "\\bottomrule\n\\end{longtable}\n}\n\n";
  }

  void operator()(const Figure& block) {
    text += "\\begin{center}\n" + tikz_of(block) + "\\par\\smallskip\n" +
            caption(block.caption, block.source) + "\n\\end{center}\n\n";
  }

  void operator()(const OwnWords& block) { text += "\\ownwords{" + latex_text(block.question) + "}\n\n"; }

  // No verbatim: it would end at its own end, wherever that stands in the source.
  void operator()(const Code& block) {
    if (!block.caption.empty()) text += latex_text(block.caption) + "\n\n";
    text += "{\\ttfamily\\footnotesize\\raggedright\\obeylines\\obeyspaces%\n";
    for (std::size_t at = 0; at < block.text.size();) {
      const std::size_t end = std::min(block.text.find('\n', at), block.text.size());
      const std::string line = latex_text(block.text.substr(at, end - at));
      text += (line.empty() ? "~" : "\\mbox{}" + line) + '\n';
      at = end + 1;
    }
    text += "}\n\n";
  }

  std::string text;

 private:
  static std::string caption(const std::string& words, const std::string& source) {
    return latex_text(words) + (source.empty() ? "" : "\\sourceof{" + latex_text(source) + "}");
  }
  void row(const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : " & ") + latex_text(cells[i]);
    text += " \\\\\n";
  }
};

}  // namespace

std::string latex_text(const std::string& text) {
  constexpr char32_t han_begins = 0x2E80;
  std::string escaped;
  OtherLetters other;
  bool han = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    const auto command =
        std::ranges::find_if(replaced, [rest](const auto& pair) { return rest.starts_with(pair.first); });
    const CodePoint c = code_point_at(text, at);
    if (command == replaced.end() && !is_usual(c.value)) {
      if (han != (c.value >= han_begins)) other.end(escaped);
      han = c.value >= han_begins;
      other.add(c.value, c.valid ? rest.substr(0, c.length) : "\uFFFD");
      at += c.length;
      continue;
    }
    other.end(escaped);
    escaped += command == replaced.end() ? rest.substr(0, c.length) : command->second;
    at += command == replaced.end() ? c.length : command->first.size();
  }
  other.end(escaped);
  return escaped;
}

std::string tikz_of(const Figure& figure) {
  // 1000 units are 15.5 cm; y grows downwards.
  std::string text = "\\begin{tikzpicture}[x=0.0155cm,y=-0.0155cm]\n";
  for (const nlohmann::json& shape : figure.shapes) {
    for (const auto& [kind, values] : shape.items()) text += tikz_shape(kind, values);
  }
  return text + "\\end{tikzpicture}\n";
}

Written latex(const Document& document) {
  LatexWriter writer;
  for (const Section& section : document.sections) {
    writer.text += "\\section{" + latex_text(section.title) + "}\n\n";
    for (const Block& block : section.blocks) std::visit(writer, block);
  }
  const std::string head = "\\title{" + latex_text(document.title) + "}\n\\author{}\n\\date{" +
                           latex_text(document.about) + "}\n\\maketitle\n\n";
  const bool others = (head + writer.text).find("\\otherletters{") != std::string::npos;
  std::string text = preamble;
  text += "\\usepackage{caption}\n";
  for (const auto& [name, value] : colours)
    text.append("\\definecolor{ts").append(name).append("}{HTML}{").append(value).append("}\n");
  text += "\\begin{document}\n" + head + (others ? about_letters : "") + writer.text + "\\end{document}\n";
  return {std::move(text), {}};
}

}  // namespace tilescribe::report
