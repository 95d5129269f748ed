// SPDX-License-Identifier: Apache-2.0
// A web page of its own: a title, a line about the transcript, and its passages, each beside its time.
#include <string>
#include <string_view>

#include "inference/export/formats.h"
#include "inference/export/passages.h"

namespace tilescribe::exporting {
namespace {

constexpr std::string_view page_style = R"(  <style>
    :root { color-scheme: light dark; }
    body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2.5rem auto; padding: 0 1.25rem; }
    h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
    .about { opacity: .7; margin: .25rem 0 2rem; }
    p.timed { display: grid; grid-template-columns: 5rem 1fr; margin: 0 0 .9rem; }
    time { opacity: .7; font-variant-numeric: tabular-nums; }
    @media print { body { margin: 0; max-width: none; } p { break-inside: avoid; } }
  </style>
)";

}  // namespace

void write_html(std::ostream& out, const Transcript& transcript, const ExportOptions& options) {
  const std::string title = escape_markup(transcript.source);
  out << "<!DOCTYPE html>\n<html>\n<head>\n  <meta charset=\"utf-8\"/>\n"
      << "  <meta name=\"viewport\" content=\"width=device-width\"/>\n  <title>" << title << "</title>\n"
      << page_style << "</head>\n<body>\n";
  if (!title.empty()) out << "<h1>" << title << "</h1>\n";
  if (const std::string about = about_line(transcript); !about.empty())
    out << "<p class=\"about\">" << escape_markup(about) << "</p>\n";
  const bool timed = has_times(transcript);
  for (const Passage& passage : passages_of(transcript, options)) {
    std::string text;
    if (!passage.by.empty()) text.append("<b>").append(escape_markup(passage.by)).append("</b>");
    text += escape_markup(passage.text);
    if (timed) {
      out << "<p class=\"timed\"><time>" << clock_of(passage.start_s) << "</time><span>" << text
          << "</span></p>\n";
    } else {
      out << "<p>" << text << "</p>\n";
    }
  }
  out << "</body>\n</html>\n";
}

}  // namespace tilescribe::exporting
