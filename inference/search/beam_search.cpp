// SPDX-License-Identifier: Apache-2.0
#include "inference/search/beam_search.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "inference/generate/loop_guard.h"
#include "inference/layers/log_softmax.h"
#include "kernels/backend/scope.h"
#include "kernels/core/error.h"

namespace tilescribe::search {
namespace {

using generate::Generated;
using kernels::DType;
using kernels::Tensor;

// Differences of scores and log probabilities.
constexpr float unlikely_token = 12.0f;  // tokens so far below certainty are not tried
constexpr float ruled_out = -1e30f;
constexpr float unlikely_end = 5.0f;  // ends so far below the likeliest token are not tried
constexpr double far_behind = 15.0;   // texts so far behind the best are not followed
constexpr double hopeless = 4.0;      // the same behind a text that has ended

// A text that is followed, and where its keys and values are.
struct Followed {
  Hypothesis text;
  std::int32_t slot = 0;
};

struct Ended {
  Hypothesis text;
  std::size_t tokens = 0;  // of the text, that count
  bool looped = false, truncated = false;
};

// A text may go on with this token.
struct Next {
  std::size_t row = 0;  // of the text
  std::int32_t id = 0;
  float log_probability = 0.0f;
  double score = 0.0;  // of the text and this
};

// The search over one prompt.
class Search {
 public:
  Search(kernels::Backend& backend, const layers::SequenceModel& model, const layers::KvCache& cache,
         const generate::Request& request, std::span<const int> stop_ids, const Knowledge& knowledge,
         std::int32_t& steps)
      : backend_(backend),
        model_(model),
        cache_(cache),
        request_(request),
        stop_ids_(stop_ids),
        knowledge_(knowledge),
        steps_(steps),
        beam_(static_cast<std::size_t>(knowledge.words.weights().beam)),
        prompt_(std::ssize(request.prompt)),
        budget_(std::min(request.max_new_tokens, cache.capacity() - prompt_)),
        read_(beam_, false) {
    for (Tensor* list : {&ids_, &slots_, &positions_})
      *list = backend.tensor(DType::i32, {static_cast<std::int64_t>(beam_)});
  }

  Generated run(const std::function<void(const Hypothesis&)>& best) {
    Tensor logits = read_prompt();
    followed_.push_back({Hypothesis(knowledge_.words, knowledge_.heard), 0});
    read_[0] = true;
    for (;;) {
      {
        const kernels::Scope stage(backend_, {.stage = "decode", .windows = 1});
        extend(logits);
      }
      if (followed_.empty()) break;
      best(followed_.front().text);
      if (backend_.stop_token().stop_requested()) throw Cancelled();
      logits = step();
    }
    return result();
  }

 private:
  Tensor read_prompt() {
    if (prompt_ >= cache_.capacity())
      throw Error("The prompt has {1} tokens, but the model's context holds {2}.", prompt_,
                  cache_.capacity());
    const kernels::Scope stage(backend_, {.stage = "prefill", .windows = 1});
    const layers::Prompt prompt{0, request_.prompt, request_.embedded_begin, request_.embedded};
    return model_.prefill(backend_, cache_, {&prompt, 1});
  }

  // Logits behind each followed text.
  Tensor step() {
    const auto rows = std::ssize(followed_);
    const kernels::Scope stage(backend_, {.stage = "decode", .step = steps_++, .windows = 1});
    std::vector<std::int32_t> values(followed_.size());
    const auto give = [&](const Tensor& to, const auto& value_of) {
      std::ranges::transform(followed_, values.begin(), value_of);
      backend_.upload(to.view().rows(0, rows), values.data());
    };
    const auto position = static_cast<std::int32_t>(prompt_ + tokens_ - 1);
    give(ids_, [](const Followed& one) { return one.text.tokens().back().id; });
    give(slots_, [](const Followed& one) { return one.slot; });
    give(positions_, [position](const Followed&) { return position; });
    return model_.step(
        backend_, cache_, ids_.view().rows(0, rows),
        {slots_.view().rows(0, rows), positions_.view().rows(0, rows), cache_.capacity(), false});
  }

  // Follows the best texts of one more token, or ends them.
  void extend(const Tensor& logits) {
    std::vector<Next> nexts = next_tokens(backend_.floats(logits));
    std::ranges::sort(nexts, std::ranges::greater(), &Next::score);
    // Words and letters may change their order, so more are looked at than are followed.
    nexts.resize(std::min(nexts.size(), 3 * beam_));
    struct Child {
      Hypothesis text;
      std::size_t parent;
    };
    std::vector<Child> children;
    for (const Next& next : nexts) {
      children.push_back({followed_[next.row].text, next.row});
      children.back().text.say(next.id, next.log_probability, knowledge_.bytes_of(next.id));
    }
    std::ranges::stable_sort(children, std::ranges::greater(),
                             [](const Child& child) { return child.text.score(); });
    ++tokens_;
    std::vector<Followed> kept;
    std::vector<std::size_t> parents;
    double best = ended_ ? ended_->text.score() + far_behind - hopeless : -1e30;
    for (Child& child : children) {
      if (kept.size() == beam_ || child.text.score() < best - far_behind) break;
      best = std::max(best, child.text.score());
      if (ends_here(child.text)) continue;
      kept.push_back({std::move(child.text)});
      parents.push_back(child.parent);
    }
    give_slots(kept, parents);
    followed_ = std::move(kept);
  }

  // The likely tokens behind each followed text. Texts that may end here do.
  std::vector<Next> next_tokens(std::vector<float> values) {
    const auto width = static_cast<std::size_t>(model_.vocabulary());
    std::vector<Next> nexts;
    std::vector<std::int32_t> order(width);
    for (std::size_t row = 0; row < followed_.size(); ++row) {
      const std::span<float> log = std::span(values).subspan(row * width, width);
      layers::log_softmax(log);
      const Hypothesis& text = followed_[row].text;
      const float likeliest = *std::ranges::max_element(log);
      float end = ruled_out;
      for (const int id : stop_ids_) {
        end = std::max(end, log[static_cast<std::size_t>(id)]);
        log[static_cast<std::size_t>(id)] = ruled_out;
      }
      if (end > likeliest - unlikely_end) {
        Hypothesis whole = text;
        whole.end(end);
        keep_best({whole, whole.tokens().size()});
      }
      std::iota(order.begin(), order.end(), 0);
      const auto most = order.begin() + static_cast<std::ptrdiff_t>(std::min(width, beam_ + 2));
      const auto likelier = [&](std::int32_t a, std::int32_t b) {
        return log[static_cast<std::size_t>(a)] > log[static_cast<std::size_t>(b)];
      };
      std::partial_sort(order.begin(), most, order.end(), likelier);
      for (auto id = order.begin(); id != most; ++id) {
        const float value = log[static_cast<std::size_t>(*id)];
        if (value > -unlikely_token) nexts.push_back({row, *id, value, text.score() + value});
      }
    }
    return nexts;
  }

  void keep_best(Ended ended) {
    if (!ended_ || ended.text.score() > ended_->text.score()) ended_ = std::move(ended);
  }

  // Whether a text is over without the model's saying so: it repeats itself, or may have no more tokens.
  bool ends_here(const Hypothesis& text) {
    const generate::Loop loop = request_.guard_loops ? generate::find_loop(text.ids()) : generate::Loop{};
    const bool truncated = tokens_ >= budget_;
    if (loop.period == 0 && !truncated) return false;
    Ended ended{text, text.tokens().size(), loop.period > 0, loop.period == 0};
    if (ended.looped) ended.tokens -= (loop.repeats - 1) * loop.period;
    ended.text.end(0.0f);
    keep_best(std::move(ended));
    return true;
  }

  // Each text gets a slot with the keys and values of its parent: the first one of a parent the parent's.
  void give_slots(std::vector<Followed>& texts, const std::vector<std::size_t>& parents) {
    std::vector<bool> taken(beam_, false), inherited(followed_.size(), false);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::int32_t slot = followed_[parents[i]].slot;
      texts[i].slot = inherited[parents[i]] ? -1 : slot;
      inherited[parents[i]] = true;
      taken[static_cast<std::size_t>(slot)] = true;
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].slot >= 0) continue;
      const auto free = static_cast<std::size_t>(std::ranges::find(taken, false) - taken.begin());
      taken[free] = true;
      const std::int32_t from = followed_[parents[i]].slot;
      texts[i].slot = static_cast<std::int32_t>(free);
      const std::int64_t first = read_[free] ? prompt_ : 0;  // all have the same prompt
      cache_.copy(backend_, from, texts[i].slot, first, prompt_ + tokens_ - 1 - first);
      read_[free] = true;
    }
  }

  Generated result() const {
    Generated generated;
    if (!ended_) return generated;
    const auto& tokens = ended_->text.tokens();
    generated.tokens.assign(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(ended_->tokens));
    generated.looped = ended_->looped;
    generated.truncated = ended_->truncated;
    return generated;
  }

  kernels::Backend& backend_;
  const layers::SequenceModel& model_;
  const layers::KvCache& cache_;
  const generate::Request& request_;
  std::span<const int> stop_ids_;
  const Knowledge& knowledge_;
  std::int32_t& steps_;
  const std::size_t beam_;
  const std::int64_t prompt_, budget_;
  std::int64_t tokens_ = 0;         // of each followed text
  std::vector<Followed> followed_;  // the best first
  std::optional<Ended> ended_;      // the best one
  std::vector<bool> read_;          // slots that hold the prompt
  Tensor ids_, slots_, positions_;  // of a step
};

}  // namespace

Generated beam_search(kernels::Backend& backend, const layers::SequenceModel& model,
                      const layers::KvCache& cache, const generate::Request& request,
                      std::span<const int> stop_ids, const Knowledge& knowledge, std::int32_t& steps,
                      const std::function<void(const Hypothesis&)>& best) {
  return Search(backend, model, cache, request, stop_ids, knowledge, steps).run(best);
}

}  // namespace tilescribe::search
