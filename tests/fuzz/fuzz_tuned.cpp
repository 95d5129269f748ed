// SPDX-License-Identifier: Apache-2.0
// Any bytes as the file of tuned choices, and as the lines of one whose checksum is right: a complaint and no
// choice, or choices that are written and read again the same.
#include <string>

#include "kernels/jit/fingerprint.h"
#include "kernels/tune/choice.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace tilescribe;

const kernels::TunedFor here{
    .device = "cpu", .driver = {}, .engine = "cpu", .arithmetic = "f32", .build = "b", .threads = 2};

/// A file with these lines, and the checksum that belongs to them.
std::string file_of(std::string_view lines) {
  std::string text = kernels::text_of(here, {});
  text.resize(text.rfind("end\t"));
  text += lines;
  return text + "end\t" + kernels::Fingerprint().add(text).hex() + '\n';
}

void check(std::string_view text) {
  const kernels::TunedText read = kernels::read_tuned(text, here);
  if (!read.complaint.empty()) {
    fuzz::require(read.choices.all().empty(), "a text with a complaint has choices");
    return;
  }
  const kernels::TunedText again = kernels::read_tuned(kernels::text_of(here, read.choices), here);
  fuzz::require(again.complaint.empty() && again.choices.all() == read.choices.all(),
                "choices that are read again differ");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::require(kernels::read_tuned(file_of({}), here).complaint.empty(), "an empty file is refused");
  check(fuzz::characters(data, size));
  check(file_of(fuzz::characters(data, size)));
  return 0;
}
