// SPDX-License-Identifier: Apache-2.0
// Word documents (Office Open XML, ECMA-376): a title, a line about the transcript, and its passages, each
// behind its time.
#include <array>
#include <string>
#include <string_view>

#include "inference/export/formats.h"
#include "inference/export/passages.h"
#include "inference/export/zip.h"

namespace tilescribe::exporting {
namespace {

constexpr std::string_view xml_head = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
)";

constexpr std::string_view content_types =
    R"(<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>
)";

constexpr std::string_view package_relations =
    R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
<Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>
</Relationships>
)";

constexpr std::string_view document_relations =
    R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>
</Relationships>
)";

// Sizes in half points, room in twentieths of a point. A passage hangs behind the column of its time.
constexpr std::string_view styles =
    R"(<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault>
<w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="288" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/>
<w:pPr><w:keepNext/><w:spacing w:after="60"/></w:pPr><w:rPr><w:b/><w:sz w:val="36"/><w:szCs w:val="36"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Subtitle"><w:name w:val="Subtitle"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/>
<w:pPr><w:spacing w:after="280"/></w:pPr><w:rPr><w:color w:val="6B6B6B"/></w:rPr></w:style>
<w:style w:type="paragraph" w:customStyle="1" w:styleId="Timed"><w:name w:val="Timed"/><w:basedOn w:val="Normal"/>
<w:pPr><w:tabs><w:tab w:val="left" w:pos="1134"/></w:tabs><w:ind w:left="1134" w:hanging="1134"/></w:pPr></w:style>
<w:style w:type="character" w:customStyle="1" w:styleId="Time"><w:name w:val="Time"/><w:rPr><w:color w:val="6B6B6B"/></w:rPr></w:style>
</w:styles>
)";

std::string run(std::string_view text, std::string_view properties = {}) {
  std::string xml = "<w:r>";
  xml.append(properties).append("<w:t xml:space=\"preserve\">").append(escape_markup(text));
  return xml + "</w:t></w:r>";
}

std::string paragraph(std::string_view style, const std::string& runs) {
  std::string xml = "<w:p><w:pPr><w:pStyle w:val=\"";
  return xml.append(style).append("\"/></w:pPr>").append(runs).append("</w:p>\n");
}

std::string document(const Transcript& transcript, const ExportOptions& options) {
  std::string xml(xml_head);
  xml += "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>\n";
  if (!transcript.source.empty()) xml += paragraph("Title", run(transcript.source));
  if (const std::string about = about_line(transcript); !about.empty())
    xml += paragraph("Subtitle", run(about));
  const bool timed = has_times(transcript);
  for (const Passage& passage : passages_of(transcript, options)) {
    constexpr std::string_view grey = "<w:rPr><w:rStyle w:val=\"Time\"/></w:rPr>";
    const std::string time = run(clock_of(passage.start_s), grey) + "<w:r><w:tab/></w:r>";
    std::string text;
    if (!passage.by.empty()) text = run(passage.by, "<w:rPr><w:b/></w:rPr>");
    text += run(passage.text);
    xml += timed ? paragraph("Timed", time + text) : paragraph("Normal", text);
  }
  return xml +
         "<w:sectPr><w:pgMar w:top=\"1134\" w:right=\"1134\" w:bottom=\"1134\" w:left=\"1134\" "
         "w:header=\"567\" w:footer=\"567\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>\n";
}

std::string properties(const Transcript& transcript) {
  std::string xml(xml_head);
  xml +=
      R"(<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties")"
      R"( xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>)";
  return xml + escape_markup(transcript.source) + "</dc:title></cp:coreProperties>\n";
}

}  // namespace

void write_docx(std::ostream& out, const Transcript& transcript, const ExportOptions& options) {
  const auto with_head = [](std::string_view xml) { return std::string(xml_head).append(xml); };
  const std::string types = with_head(content_types), package = with_head(package_relations),
                    relations = with_head(document_relations), sheet = with_head(styles),
                    text = document(transcript, options), about = properties(transcript);
  const std::array files{
      ZipEntry{"[Content_Types].xml", types}, ZipEntry{"_rels/.rels", package},
      ZipEntry{"docProps/core.xml", about},   ZipEntry{"word/_rels/document.xml.rels", relations},
      ZipEntry{"word/document.xml", text},    ZipEntry{"word/styles.xml", sheet}};
  out << zip_archive(files);
}

}  // namespace tilescribe::exporting
