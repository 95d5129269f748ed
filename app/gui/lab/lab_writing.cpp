// SPDX-License-Identifier: Apache-2.0
// What the lab does with a model of the GPT-2 family: it writes a text while its costs are shown.
#include <QFileInfo>
#include <utility>

#include "app/gui/lab/lab_controller.h"
#include "app/paths.h"
#include "inference/api/generate.h"
#include "ui/format.h"
#include "ui/lab/lab_page.h"
#include "ui/lab/text_writer.h"
#include "ui/lab/writing_costs.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

QString seconds_text(double seconds) {
  return ui::nice_duration(static_cast<std::int64_t>(seconds * 1e9));
}

}  // namespace

void LabController::write_text() {
  ui::TextWriter& writer = part_.page().writer();
  const ui::WritingRequest wanted = writer.request();
  GenerateOptions options;
  options.engine = options_for(part_.page().choice().request().engine);
  options.engine.model = native_path(wanted.model).string();
  options.max_new_tokens = wanted.max_new_tokens;
  options.temperature = static_cast<float>(wanted.temperature);
  options.top_k = wanted.top_k;
  options.seed = wanted.seed;
  if (wanted.ids) {
    const auto ids = read_token_ids(wanted.prompt.toStdString());
    if (!ids)
      return part_.page().set_problem(
          tr("A prompt of token ids is whole numbers from 0 with commas between them, not “%1”.")
              .arg(wanted.prompt.simplified()));
    options.tokens = {*ids};
  } else {
    options.prompts = {wanted.prompt.toStdString()};
  }
  if (!begin(ui::LabPhase::writing, QFileInfo(wanted.model).fileName())) return;
  part_.page().set_status(tr("Opening %1…").arg(what_));
  writer.begin();
  WriteEvents events;
  events.written = [piece = told(&LabController::show_text)](std::size_t, const std::string& text) {
    piece(text);
  };
  events.measured = told(&LabController::show_costs);
  events.opened = [this](const EngineInfo& engine, const ModelInfo&) {
    QMetaObject::invokeMethod(
        this,
        [this, device = engine.description()] {
          if (finished_ || phase_ != ui::LabPhase::writing) return;
          part_.page().set_status(tr("%1 is writing…").arg(what_));
          part_.page().writer().costs().set_writer(tr("%1 writes on %2.").arg(what_, ui::words(device)));
        },
        Qt::QueuedConnection);
  };
  work_.run([&lab = lab_, options, events,
             stop = stop_.get_token()] { return lab.generate_texts(options, events, stop); },
            [this](const Outcome<GeneratedTexts>& outcome) {
              if (finished_) return;
              part_.page().writer().finish();
              QString sentence;
              if (outcome.value) {
                const GeneratedTexts& written = *outcome.value;
                const auto count = static_cast<int>(written.texts.front().ids.size());
                sentence =
                    tr("%n token(s): the first took %1, then %2 a second.", nullptr, count)
                        .arg(seconds_text(written.first_token_s), ui::nice_number(written.tokens_per_s()));
              }
              end(outcome.value.has_value(), sentence, ui::words(outcome.failure.message));
            });
}

void LabController::show_text(std::vector<std::string> pieces) {
  std::string all;
  for (const std::string& piece : pieces) all += piece;
  part_.page().writer().add_text(QString::fromStdString(all));
}

void LabController::show_costs(std::vector<ProfileFrame> frames) {
  part_.page().writer().costs().show_frames(frames);
}

}  // namespace tilescribe
