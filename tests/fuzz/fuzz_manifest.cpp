// SPDX-License-Identifier: Apache-2.0
// Any bytes as an archive's manifest: refused with an Error, or written again it is read as the same.
#include <string>

#include "inference/archive/manifest.h"
#include "inference/text/json_access.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  const auto file = folder.write("manifest.json", fuzz::characters(data, size));
  try {
    const archive::Manifest manifest = archive::read_manifest(file);
    for (const archive::File& each : manifest.files) static_cast<void>(archive::key_of(manifest, each));
    const auto copy = folder.path() / "copy.json", copy_of_copy = folder.path() / "copy2.json";
    archive::write_manifest(copy, manifest);
    archive::write_manifest(copy_of_copy, archive::read_manifest(copy));
    fuzz::require(text::read_file(copy) == text::read_file(copy_of_copy),
                  "a manifest that is read again differs");
  } catch (const Error&) {
  }
  return 0;
}
