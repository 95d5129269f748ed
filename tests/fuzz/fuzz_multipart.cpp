// SPDX-License-Identifier: Apache-2.0
// Any bytes as a form: refused with a RequestError, and what comes of it does not depend on where its pieces
// break.
#include <algorithm>
#include <string>
#include <vector>

#include "app/protocol/api_error.h"
#include "app/protocol/multipart.h"
#include "app/protocol/transcription_form.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace tilescribe;

/// The parts, or the refusal, as one text.
std::string outcome(std::string_view form, std::size_t piece) {
  struct Parts : protocol::PartSink {
    void begin_part(protocol::PartHead head) override {
      all += "<" + head.name + "|" + head.file_name.value_or("-") + ">";
    }
    void part_data(std::string_view bytes) override { all += bytes; }
    void end_part() override { all += "</>"; }
    std::string all;
  } parts;
  try {
    protocol::MultipartReader reader("x", parts);
    for (std::size_t at = 0; at < form.size(); at += piece) reader.feed(form.substr(at, piece));
    reader.finish();
  } catch (const protocol::RequestError&) {
    return "refused";
  }
  return parts.all;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto form = fuzz::characters(data, size);
  const std::string whole = outcome(form, std::max<std::size_t>(size, 1));
  for (const std::size_t piece : {1U, 7U, 64U})
    fuzz::require(outcome(form, piece) == whole, "a form in pieces is read differently");
  try {
    protocol::TranscriptionForm request([](std::string_view) {});
    protocol::MultipartReader reader("x", request);
    reader.feed(form);
    reader.finish();
    static_cast<void>(request.request());
  } catch (const protocol::RequestError&) {
  }
  static_cast<void>(protocol::header_parameter(form, "boundary"));
  return 0;
}
