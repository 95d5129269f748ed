// SPDX-License-Identifier: Apache-2.0
#include "tests/support/speech_recording.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "inference/audio/pcm_reader.h"
#include "inference/audio/sixteen_bits.h"

namespace tilescribe::test {
namespace {

static_assert(std::endian::native == std::endian::little, "wav files are little-endian");

template <class T>
void put(std::ostream& out, T value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_header(std::ostream& out, std::uint32_t data_bytes) {
  constexpr std::uint32_t rate = audio::sample_rate;
  out << "RIFF";
  put(out, data_bytes + 36);
  out << "WAVEfmt ";
  put(out, std::uint32_t{16});
  put(out, std::uint16_t{1});  // integer PCM
  put(out, std::uint16_t{1});  // one channel
  put(out, rate);
  put(out, rate * 2);
  put(out, std::uint16_t{2});
  put(out, std::uint16_t{16});
  out << "data";
  put(out, data_bytes);
}

}  // namespace

std::filesystem::path bundled_file(const std::string& name) {
  return std::filesystem::path(TILESCRIBE_SOURCE_DIR "/resources/audio") / name;
}

Speech bundled_speech(const std::string& name) {
  Speech speech;
  const auto reader = audio::open_audio(bundled_file(name + ".wav"));
  std::vector<float> block(16000);
  for (std::size_t n = 0; (n = reader->read(block)) > 0;) {
    speech.samples.insert(speech.samples.end(), block.begin(),
                          block.begin() + static_cast<std::ptrdiff_t>(n));
  }
  std::ifstream text(bundled_file(name + ".txt"));
  if (!std::getline(text, speech.text)) throw std::runtime_error(name + ".txt could not be read");
  return speech;
}

Speech joined_speech(double seconds, double gap_s) {
  std::vector<Speech> clips;
  for (const char* name : {"sample", "short", "medium", "long"}) clips.push_back(bundled_speech(name));
  Speech joined;
  for (std::size_t i = 0; joined.seconds() < seconds; ++i) {
    const Speech& clip = clips[i % clips.size()];
    if (i > 0) {
      joined.samples.resize(joined.samples.size() + static_cast<std::size_t>(gap_s * audio::sample_rate));
      joined.text += ' ';
    }
    joined.samples.insert(joined.samples.end(), clip.samples.begin(), clip.samples.end());
    joined.text += clip.text;
  }
  return joined;
}

void write_speech(const std::filesystem::path& file, std::span<const float> samples, int times) {
  std::vector<std::int16_t> pcm(samples.size());
  std::ranges::transform(samples, pcm.begin(), audio::to_16_bits);
  std::ofstream out(file, std::ios::binary);
  const std::size_t bytes = pcm.size() * sizeof(std::int16_t);
  put_header(out, static_cast<std::uint32_t>(bytes * static_cast<std::size_t>(times)));
  for (int i = 0; i < times; ++i) {
    out.write(reinterpret_cast<const char*>(pcm.data()), static_cast<std::streamsize>(bytes));
  }
  out.close();
  if (!out) throw std::runtime_error("could not write " + file.string());
}

}  // namespace tilescribe::test
