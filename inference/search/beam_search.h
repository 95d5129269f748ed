// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "inference/generate/generator.h"
#include "inference/layers/sequence_model.h"
#include "inference/search/hypothesis.h"

namespace tilescribe::search {

/// What the search knows beside the model.
struct Knowledge {
  const WordNgram& words;
  const HeardLetters& heard;
  const std::function<std::string(std::int32_t id)>& bytes_of;
};

/// Continues a prompt with the text of the best score that a beam search finds (as many hypotheses at once as
/// WordNgram::weights() say). `cache` has a slot for each of them; afterwards its slot 0 holds the prompt.
/// The request's draft and seed are not used. `steps` numbers the steps for a profile, and is counted on.
/// `best` hears of the best text so far, which may change. Throws Error as Generator::join does, and
/// Cancelled when the backend's stop token requests it.
generate::Generated beam_search(kernels::Backend& backend, const layers::SequenceModel& model,
                                const layers::KvCache& cache, const generate::Request& request,
                                std::span<const int> stop_ids, const Knowledge& knowledge,
                                std::int32_t& steps, const std::function<void(const Hypothesis& text)>& best);

}  // namespace tilescribe::search
