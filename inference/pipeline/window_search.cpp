// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/window_search.h"

#include <string>
#include <utility>
#include <vector>

#include "kernels/backend/scope.h"

namespace tilescribe {

WindowSearch::WindowSearch(OpenedModel& opened, std::int64_t capacity)
    : opened_(opened),
      backend_(*opened.engine.backend),
      cache_(opened.model.decoder.make_cache(backend_, opened.search->words.weights().beam, capacity)),
      tap_{.blocks = opened.search->letters.layer()} {}

generate::Generated WindowSearch::find(const generate::Request& request, std::size_t samples,
                                       std::span<const layers::HeadPlace> heads,
                                       const std::function<void(const search::Hypothesis& text)>& best) {
  const SearchFiles& files = *opened_.search;
  align::LetterScores scores;
  {
    const kernels::Scope stage(backend_, {.stage = "letters", .windows = 1});
    files.letters.listen(backend_, std::exchange(tap_.rows, {}), samples, 0.0, scores);
  }
  const search::HeardLetters heard(scores);
  const std::function<std::string(std::int32_t)> bytes_of = [this](std::int32_t id) {
    return opened_.text.bytes_of(id);
  };
  generate::Generated text =
      search::beam_search(backend_, opened_.model.decoder, cache_, request, opened_.model.config.stop_ids,
                          {files.words, heard, bytes_of}, steps_, best);
  if (!heads.empty() && !text.tokens.empty()) attend(request, heads, text);
  return text;
}

// Each row attends for the token that follows it, so the prompt's last one is read again, and the text's last
// one is not.
void WindowSearch::attend(const generate::Request& request, std::span<const layers::HeadPlace> heads,
                          generate::Generated& text) const {
  std::vector<std::int32_t> ids = {request.prompt.back()};
  for (const generate::GeneratedToken& token : text.tokens) ids.push_back(token.id);
  ids.pop_back();
  const layers::Reading reading{.slot = 0,
                                .position = std::ssize(request.prompt) - 1,
                                .ids = ids,
                                .keys_begin = request.embedded_begin,
                                .keys = request.embedded.view().shape[0]};
  const kernels::Scope stage(backend_, {.stage = "word times", .windows = 1});
  text.heads.assign(heads.begin(), heads.end());
  text.attention = std::move(opened_.model.decoder.attention(backend_, cache_, {&reading, 1}, heads)[0]);
}

}  // namespace tilescribe
