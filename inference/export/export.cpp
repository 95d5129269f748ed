// SPDX-License-Identifier: Apache-2.0
#include "inference/api/export.h"

#include <array>
#include <cstddef>

#include "inference/export/formats.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using namespace exporting;

struct Format {
  ExportFormat format;
  std::string_view extension;
  void (*write)(std::ostream&, const Transcript&, const ExportOptions&);
  Transcript (*read)(std::istream&);  // null: it is not read
};

// For formats that have no options.
template <void (*write)(std::ostream&, const Transcript&)>
void always(std::ostream& out, const Transcript& transcript, const ExportOptions&) {
  write(out, transcript);
}

constexpr std::array formats{
    Format{ExportFormat::txt, "txt", write_txt, read_txt},
    Format{ExportFormat::srt, "srt", write_srt, read_srt},
    Format{ExportFormat::vtt, "vtt", write_vtt, read_vtt},
    Format{ExportFormat::json, "json", always<write_json>, read_json},
    Format{ExportFormat::tsv, "tsv", always<write_tsv>, read_tsv},
    Format{ExportFormat::docx, "docx", write_docx, nullptr},
    Format{ExportFormat::html, "html", write_html, nullptr},
};
static_assert(formats.size() == all_export_formats.size());

// The table lies in the enum's order.
const Format& entry(ExportFormat format) {
  return formats[static_cast<std::size_t>(format)];
}

constexpr bool in_order() {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (static_cast<std::size_t>(formats[i].format) != i) return false;
  }
  return true;
}
static_assert(in_order());

}  // namespace

std::string_view extension(ExportFormat format) {
  return entry(format).extension;
}

std::vector<Named<ExportFormat>> format_names(std::span<const ExportFormat> some) {
  std::vector<Named<ExportFormat>> names;
  names.reserve(some.size());
  for (const ExportFormat format : some) names.push_back({format, extension(format)});
  return names;
}

std::optional<ExportFormat> export_format(std::string_view extension) {
  for (const Format& candidate : formats) {
    if (candidate.extension == extension) return candidate.format;
  }
  return std::nullopt;
}

void write_transcript(std::ostream& out, const Transcript& transcript, ExportFormat format,
                      const ExportOptions& options) {
  entry(format).write(out, transcript, options);
}

Transcript read_transcript(std::istream& in, ExportFormat format) {
  if (entry(format).read == nullptr) {
    throw Error("A transcript is read from txt, srt, vtt, json or tsv; found {1}.", extension(format));
  }
  return entry(format).read(in);
}

}  // namespace tilescribe
