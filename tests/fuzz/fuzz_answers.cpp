// SPDX-License-Identifier: Apache-2.0
// Any bytes as the answer of a server that transcribes, or of a chat service that corrects a text: refused
// with an Error, or what is taken from it is complete.
#include <string>
#include <vector>

#include "inference/cleanup/answer.h"
#include "inference/cleanup/chat.h"
#include "inference/remote/requests.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refused_or.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  const std::string body(fuzz::characters(data, size));
  for (const remote::Route route : {remote::Route::chat, remote::Route::transcription})
    fuzz::refused_or([&] { static_cast<void>(remote::heard_in(route, 448, body, "host")); });
  fuzz::refused_or(
      [&] { fuzz::require(!remote::models_in(body, "host").empty(), "a list of no models is taken"); });
  const cleanup::Group group{{.row = 0, .text = "helo"}, {.row = 2, .text = "wrld"}};
  fuzz::refused_or([&] {
    const std::vector<std::string> texts = cleanup::texts_of(body, group);
    fuzz::require(texts.size() == group.size(), "a segment has no text");
    for (const std::string& text : texts)
      fuzz::require(text.find_first_of("\r\n") == std::string::npos, "a text has two lines");
  });
  static_cast<void>(cleanup::words_of_failure(body));
  return 0;
}
