// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <ostream>

#include "inference/api/export.h"
#include "inference/api/transcript.h"

/// The writers and readers behind inference/api/export.h, one pair a format. What each file holds is
/// described in inference/export/README.md. Readers throw Error with the line (json: the place) where the
/// text is not what the writer would have written.
namespace tilescribe::exporting {

void write_txt(std::ostream& out, const Transcript& transcript, const ExportOptions& options);
Transcript read_txt(std::istream& in);

void write_tsv(std::ostream& out, const Transcript& transcript);
Transcript read_tsv(std::istream& in);

void write_srt(std::ostream& out, const Transcript& transcript, const ExportOptions& options);
Transcript read_srt(std::istream& in);

void write_vtt(std::ostream& out, const Transcript& transcript, const ExportOptions& options);
Transcript read_vtt(std::istream& in);

void write_json(std::ostream& out, const Transcript& transcript);
Transcript read_json(std::istream& in);

void write_docx(std::ostream& out, const Transcript& transcript, const ExportOptions& options);
void write_html(std::ostream& out, const Transcript& transcript, const ExportOptions& options);

}  // namespace tilescribe::exporting
