// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <optional>

#include "inference/align/letter_model.h"
#include "inference/align/word_times.h"
#include "inference/api/align.h"
#include "inference/api/transcriber.h"
#include "inference/audio/pcm_reader.h"
#include "inference/pipeline/engine.h"
#include "inference/pipeline/window_cutter.h"
#include "inference/weights/checkpoint.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

fs::path side_file_of(const fs::path& model) {
  fs::path file = model / align::LetterModel::file_name;
  if (!fs::is_regular_file(file)) {
    throw Error(
        "Word times need a model with {1}, and {2} has none; without --model the bundled one is used.",
        align::LetterModel::file_name, model.string());
  }
  return file;
}

}  // namespace

Transcript align_text(Transcript text, const fs::path& audio, const AlignOptions& options,
                      const std::function<void(double heard_s, double of_s)>& heard,
                      const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  const std::unique_ptr<audio::PcmReader> reader = audio::open_audio(audio, options.audio_stream, stop);
  const fs::path folder =
      options.engine.model.empty() ? demo_model_directory() : fs::path(options.engine.model);
  const fs::path side_file = side_file_of(folder);
  const std::unique_ptr<weights::Checkpoint> checkpoint = weights::Checkpoint::open(folder);
  const OpenedEngine engine = open_engine(options.engine, 2 * checkpoint->parameters());
  engine.backend->set_stop_token(stop);
  align::LetterModel letters(*engine.backend, checkpoint->config().encoder, *checkpoint, side_file, stop);

  align::LetterScores scores;
  double end_s = 0.0;
  WindowCutter windows(*reader, {}, stop);
  while (const std::optional<AudioWindow> window = windows.next()) {
    letters.listen(window->samples, window->start_s(), scores);
    end_s = window->end_s();
    if (heard) heard(end_s, std::max(end_s, reader->duration_s()));
  }
  align::add_word_times(text, scores, letters.late(), stop);
  text.source = audio.filename().string();
  text.engine = engine.info.summary();
  text.duration_s = end_s;
  text.missing_s = reader->missing_s();
  text.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return text;
}

}  // namespace tilescribe
