// SPDX-License-Identifier: Apache-2.0
// Any bytes as a message on the websocket: refused with a RequestError, or a session's settings that a server
// can follow, samples, or a command.
#include <string>
#include <variant>

#include "app/protocol/realtime.h"
#include "app/protocol/transcription_form.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe::protocol;
  namespace fuzz = tilescribe::fuzz;
  const auto text = fuzz::characters(data, size);
  RealtimeWriter writer;
  const std::string id = realtime_id_of(text);
  try {
    const RealtimeCommand command = read_realtime(text, {});
    if (const auto* update = std::get_if<RealtimeUpdate>(&command)) {
      const RealtimeSettings& settings = update->settings;
      fuzz::require(settings.sample_rate == 16000 || settings.sample_rate == 24000, "a rate that nobody has");
      fuzz::require(settings.pause_s >= 0.2 && settings.pause_s <= 5.0, "a pause that nobody waits for");
      fuzz::require(settings.prompt.size() <= TranscriptionForm::most_field_bytes, "a prompt is too long");
      fuzz::require(!writer.updated(settings).empty(), "a session is not described");
    } else if (const auto* append = std::get_if<RealtimeAppend>(&command)) {
      fuzz::require(append->samples.size() <= size, "samples that nobody sent");
    }
  } catch (const RequestError& refusal) {
    fuzz::require(refusal.what()[0] != '\0', "the refusal is empty");
    fuzz::require(!writer.error(refusal.error(), id).empty(), "the client is told nothing");
  }
  return 0;
}
