// SPDX-License-Identifier: Apache-2.0
// Exports a text in all formats, again and again over the same files, until it is killed, and says "ROUND
// FORMAT" when a file stands: export_until_killed FOLDER
#include "tests/app/kills/export_until_killed.h"

#include <cstdio>
#include <filesystem>

#include "inference/api/export.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  if (argc != 2) return 2;
  for (int round = 0;; ++round) {
    const Transcript text = test::exported_text(round);
    for (const ExportFormat format : all_export_formats) {
      const std::string ending(extension(format));
      save_transcript(std::filesystem::path(argv[1]) / ("talk." + ending), text, format);
      std::printf("%d %s\n", round, ending.c_str());
      std::fflush(stdout);
    }
  }
}
