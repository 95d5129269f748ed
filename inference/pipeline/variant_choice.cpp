// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/variant_choice.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tilescribe {
namespace {

/// The default composition for ops that are not to be fused, and what was preferred before for all others.
class FusionChoice final : public kernels::Preferences {
 public:
  FusionChoice(const EngineOptions& options, std::shared_ptr<const kernels::Preferences> others)
      : fusion_(options.fusion),
        fusions_(options.fusions.begin(), options.fusions.end()),
        others_(std::move(others)) {}

  std::optional<kernels::Preference> find(std::string_view op, const std::string& problem) const override {
    const auto own = fusions_.find(op);
    if (!(own != fusions_.end() ? own->second : fusion_))
      return kernels::Preference{std::string(kernels::composition_name)};
    return others_ != nullptr ? others_->find(op, problem) : std::nullopt;
  }

 private:
  bool fusion_;
  std::map<std::string, bool, std::less<>> fusions_;
  std::shared_ptr<const kernels::Preferences> others_;
};

}  // namespace

void choose_variants(kernels::Backend& backend, const EngineOptions& options) {
  for (const auto& [op, choice] : options.variants) {
    const std::size_t slash = choice.find('/');
    backend.force_variant(op, choice.substr(0, slash), slash == choice.npos ? "" : choice.substr(slash + 1));
  }
  if (!options.fusion || !options.fusions.empty())
    backend.prefer(std::make_shared<FusionChoice>(options, backend.preferences()));
}

}  // namespace tilescribe
