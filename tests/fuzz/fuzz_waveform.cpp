// SPDX-License-Identifier: Apache-2.0
// Any bytes as a waveform that was kept, also with a checksum that fits: left out, or it is whole, and kept
// again it has the same bytes.
#include <cmath>
#include <cstring>
#include <sstream>
#include <string>

#include "inference/store/waveform_bytes.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace tilescribe;

void read_waveform(std::string_view bytes) {
  const std::filesystem::path audio = "/sound.wav";  // that of the seeds, as is its state
  const store::FileState state{.bytes = 32'044, .changed_ns = 1};
  const std::optional<Waveform> waveform = store::unpacked(bytes, audio, state);
  if (!waveform) return;
  fuzz::require(std::isfinite(waveform->length_s) && waveform->length_s >= 0.0, "a length is no length");
  for (std::size_t i = 0; i + 1 < waveform->levels.size(); ++i) {
    const std::size_t step = Waveform::step;
    fuzz::require(waveform->levels[i + 1].size() == (waveform->levels[i].size() + step - 1) / step,
                  "a level does not fit the finer one");
  }
  fuzz::require(store::packed(audio, state, *waveform) == bytes, "a waveform that is kept again differs");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = fuzz::characters(data, size);
  read_waveform(input);
  std::uint64_t sum = 0;
  if (size >= sizeof(sum)) {
    std::string mended(input.substr(0, size - sizeof(sum)));
    sum = store::waveform_sum(mended);
    read_waveform(mended.append(reinterpret_cast<const char*>(&sum), sizeof(sum)));
  }
  std::istringstream file{std::string(input)};
  const auto audio = store::audio_of(file);
  fuzz::require(!audio || audio->first.native().size() <= size, "a path is longer than the file");
  return 0;
}
