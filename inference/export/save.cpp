// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "inference/api/export.h"
#include "inference/transcript/replacement.h"

namespace tilescribe {

void save_transcript(const std::filesystem::path& file, const Transcript& transcript, ExportFormat format,
                     Readers readers) {
  std::ostringstream text;
  write_transcript(text, transcript, format);
  Replacement replacement(Message("transcript"), file, readers);
  replacement.write(text.view());
  replacement.commit();
}

}  // namespace tilescribe
