// SPDX-License-Identifier: Apache-2.0
// Any bytes where a crash, a full disk or another version left a file: the text of an unfinished
// transcription, and the list of a download. It is left out, or the text that is read of it can be written
// and read again. Nothing is taken away that no kill cut off.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>

#include "inference/api/export.h"
#include "inference/api/unfinished.h"
#include "inference/download/part_folder.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/json_of.h"

namespace {

using namespace tilescribe;
namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The copies that were kept of damaged files; they go.
int take_copies(const fs::path& folder, std::string_view input) {
  int copies = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.path().extension().string().starts_with(".damaged-")) continue;
    fuzz::require(bytes_of(entry.path()) == input, "a copy differs");
    fs::remove(entry.path());
    ++copies;
  }
  return copies;
}

void read_text(const fuzz::InputFolder& folder, std::string_view input) {
  folder.write("left.unfinished", input);
  for (const UnfinishedText& text : unfinished_texts(folder.path())) {
    const std::string first = fuzz::json_of(transcript_so_far(text));
    std::istringstream in(first);
    fuzz::require(fuzz::json_of(read_transcript(in, ExportFormat::json)) == first,
                  "a text is read differently");
    try {
      const std::unique_ptr<UnfinishedFile> taken = take_unfinished(text.kept_in);
      fuzz::require(fuzz::json_of(transcript_so_far(taken->text())) == first,
                    "a text that is taken over differs");
      const std::string left = bytes_of(text.kept_in);
      fuzz::require(input.starts_with(left), "a file that is taken over differs");
      const bool whole_text_goes = input.substr(left.size()).find("\n}\n") != std::string_view::npos;
      fuzz::require(take_copies(folder.path(), input) == 1 || !whole_text_goes, "a whole text is lost");
    } catch (const Error&) {
      fuzz::require(bytes_of(text.kept_in) == input, "a text that is refused is not left alone");
    }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFolder folder;
  const auto input = fuzz::characters(data, size);
  read_text(folder, input);
  folder.write(download::manifest_name, input);
  if (const auto manifest = download::read_manifest(folder.path())) {
    for (const download::RemoteFile& file : manifest->files) {
      fuzz::require(file.size >= 0, "a file has less than nothing");
      fuzz::require(std::filesystem::path(file.name).filename() == file.name, "a file lies elsewhere");
    }
  }
  return 0;
}
