// SPDX-License-Identifier: Apache-2.0
#include "app/gui/corrected_texts.h"

#include <algorithm>
#include <utility>

namespace tilescribe {

constexpr int interval_ms = 500;          // from an edit to its writing, which is left a second and a half
constexpr int failed_interval_ms = 5000;  // until what failed is tried again

CorrectedTexts::CorrectedTexts(TranscriptStore& store) : store_(store) {
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, [this] { write_due(false); });
}

void CorrectedTexts::follow(const std::shared_ptr<ui::TranscriptDocument>& document,
                            const std::shared_ptr<KeptText>& kept) {
  const ui::DocumentId id = document->id();
  const auto [text, added] = texts_.try_emplace(id);
  if (text->second.due) write(text->second.kept);
  text->second = {.kept = kept};
  if (!added) return;
  ui::TranscriptDocument& followed = *document;
  connect(&followed, &ui::TranscriptDocument::corrected, this,
          [this, &followed](const auto& corrections) { correct(followed, corrections); });
  connect(&followed, &QObject::destroyed, this, [this, id] {
    const auto gone = texts_.extract(id);
    if (gone.mapped().due) write(gone.mapped().kept);
  });
}

void CorrectedTexts::release(const QString& path) {
  for (auto& [id, text] : texts_) {
    if (text.kept->seen_path != path) continue;
    if (text.due) write(text.kept);
    text = {.kept = std::make_shared<KeptText>(KeptText{.audio = text.kept->audio})};
  }
}

void CorrectedTexts::let_go(const QString& path) {
  const bool failed_before = failing();
  flush();
  release(path);
  for (const auto* texts : {&writing_, &failed_}) {
    for (const std::shared_ptr<KeptText>& kept : *texts) {
      if (kept->seen_path == path) kept->let_go = true;
    }
  }
  std::erase_if(failed_, [](const auto& kept) { return kept->let_go; });
  if (failing() != failed_before) emit failingChanged();
}

ui::DocumentId CorrectedTexts::document_of(const QString& path) const {
  const auto found = std::find_if(texts_.begin(), texts_.end(),
                                  [&](const auto& text) { return text.second.kept->seen_path == path; });
  return found == texts_.end() ? 0 : found->first;
}

std::shared_ptr<KeptText> CorrectedTexts::unsaved(const QString& path) const {
  if (path.isEmpty()) return nullptr;
  for (const auto* texts : {&writing_, &failed_}) {
    for (const std::shared_ptr<KeptText>& kept : *texts) {
      if (kept->seen_path == path && !kept->let_go) return kept;
    }
  }
  return nullptr;
}

QString CorrectedTexts::path_of(ui::DocumentId id) const {
  const auto found = texts_.find(id);
  return found == texts_.end() ? QString() : found->second.kept->seen_path;
}

void CorrectedTexts::correct(ui::TranscriptDocument& document,
                             const std::vector<ui::Correction>& corrections) {
  Text& text = texts_[document.id()];
  const auto work = [this](auto change) {
    store_.run(tr("Corrections could not be saved"), [change] {
      change();
      return [] {};
    });
  };
  if (std::exchange(text.copied, true)) {
    work([kept = text.kept, corrections] {
      for (const ui::Correction& correction : corrections) correction.apply(kept->text.segments);
    });
  } else {
    // With these corrections. The snapshot is let go of there, before it stands in the way of the next edit.
    auto given = std::make_shared<std::shared_ptr<const Transcript>>(document.snapshot());
    work([kept = text.kept, given] { kept->text = *std::exchange(*given, nullptr); });
  }
  text.due = true;
  if (!timer_.isActive()) timer_.start(failing() ? failed_interval_ms : interval_ms);
}

bool CorrectedTexts::due() const {
  return failing() || std::ranges::any_of(texts_, [](const auto& text) { return text.second.due; });
}

void CorrectedTexts::write_due(bool also_writing) {
  for (auto& [id, text] : texts_) {
    if (!text.due || (!also_writing && writing_.contains(text.kept))) continue;
    text.due = false;
    write(text.kept);
  }
  for (const std::shared_ptr<KeptText>& kept : failed_) {
    if (!writing_.contains(kept)) write(kept);
  }
}

void CorrectedTexts::write(const std::shared_ptr<KeptText>& kept) {
  writing_.insert(kept);
  store_.rewrite(kept, [this, kept](const std::optional<Failure>& failure) { written(kept, failure); });
}

/// What failed is tried again with the next corrections, or after a while.
void CorrectedTexts::written(const std::shared_ptr<KeptText>& kept, const std::optional<Failure>& failure) {
  const bool failed_before = failing();
  writing_.erase(kept);
  if (failure && kept->let_go) {
    emit failed(*failure);
  } else if (failure) {
    failed_.insert(kept);
  } else {
    failed_.erase(kept);
  }
  if (due() && !timer_.isActive()) timer_.start(failing() ? failed_interval_ms : interval_ms);
  if (failing() == failed_before) return;
  emit failingChanged();
  if (failure) emit failed(*failure);
}

}  // namespace tilescribe
