// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>
#include <utility>

#include "inference/report/document.h"

namespace tilescribe::report {
namespace {

// What LaTeX reads as commands, and characters that pdfLaTeX's usual fonts lack.
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
\ifpdftex
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{textcomp}
\else
  \usepackage{fontspec}
\fi
\usepackage[margin=2.2cm]{geometry}
\usepackage{booktabs,longtable,array,xcolor,tikz}
\newcommand{\ownwords}[1]{\par\medskip\noindent\fcolorbox{black!40}{yellow!10}{\parbox{0.96\linewidth}{%
  \textbf{Your own words:} #1\par\vspace{2cm}}}\par\medskip}
\newcommand{\sourceof}[1]{ {\small(source: #1)}}
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
  std::string escaped;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view found, by;
    for (const auto& [from, to] : replaced) {
      if (rest.starts_with(from)) found = from, by = to;
    }
    if (found.empty()) {
      escaped += rest.front();
      rest.remove_prefix(1);
      continue;
    }
    escaped += by;
    rest.remove_prefix(found.size());
  }
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
  writer.text = preamble;
  writer.text += "\\usepackage{caption}\n";
  for (const auto& [name, value] : colours)
    writer.text.append("\\definecolor{ts").append(name).append("}{HTML}{").append(value).append("}\n");
  writer.text += "\\begin{document}\n\\title{" + latex_text(document.title) + "}\n\\author{}\n\\date{" +
                 latex_text(document.about) + "}\n\\maketitle\n\n";
  for (const Section& section : document.sections) {
    writer.text += "\\section{" + latex_text(section.title) + "}\n\n";
    for (const Block& block : section.blocks) std::visit(writer, block);
  }
  writer.text += "\\end{document}\n";
  return {std::move(writer.text), {}};
}

}  // namespace tilescribe::report
