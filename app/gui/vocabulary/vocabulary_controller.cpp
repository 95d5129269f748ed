// SPDX-License-Identifier: Apache-2.0
#include "app/gui/vocabulary/vocabulary_controller.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "app/gui/sent_text.h"
#include "app/paths.h"
#include "ui/format.h"

namespace tilescribe {

namespace {

constexpr std::size_t most_lines = 200;  // of a preview

/// A segment per line.
std::string lines_of(const Transcript& transcript) {
  std::string text;
  for (const Segment& segment : transcript.segments) text += segment.text + '\n';
  return text;
}

/// The segments that rules change, by their rows. Ends early where they are not wanted any more.
std::vector<std::pair<int, Segment>> changed_by(WordRewriter& words, const Transcript& transcript,
                                                const std::function<bool()>& wanted) {
  std::vector<std::pair<int, Segment>> changed;
  for (std::size_t i = 0; i < transcript.segments.size() && wanted(); ++i) {
    const Segment& before = transcript.segments[i];
    if (words.text(before.text) == before.text) continue;
    changed.emplace_back(static_cast<int>(i), words.segment(before));
  }
  return changed;
}

ui::WordsPreview preview_of(const WordRules& rules, const Transcript& transcript,
                            const std::function<bool()>& wanted) {
  WordRewriter words(rules);
  const auto changed = changed_by(words, transcript, wanted);
  ui::WordsPreview preview{.rules = rules,
                           .segments = static_cast<int>(transcript.segments.size()),
                           .changed = static_cast<int>(changed.size()),
                           .lines = {},
                           .problems = words.problems()};
  for (const auto& [row, segment] : changed) {
    if (preview.lines.size() == most_lines) break;
    const std::string& before = transcript.segments[static_cast<std::size_t>(row)].text;
    const auto compared = compare_words(before, segment.text, SameWords::exact);
    preview.lines.push_back({segment.start_s, marked_difference(before, segment.text, compared)});
  }
  return preview;
}

/// The second text, a line for each of its segments.
ui::TextComparison comparison_of(const Transcript& before, const Transcript& after) {
  const std::string first = lines_of(before), second = lines_of(after);
  const std::vector<ComparedWord> words = compare_words(first, second);
  ui::TextComparison comparison;
  comparison.errors = errors_of(words);
  std::size_t row = 0;
  const auto begin_line = [&] {
    if (row < after.segments.size()) comparison.lines.push_back({after.segments[row].start_s, {}});
    ++row;
  };
  begin_line();
  for (const MarkedPiece& piece : marked_difference(first, second, words)) {
    std::size_t begin = 0;
    while (true) {
      const std::size_t end = std::min(piece.text.find('\n', begin), piece.text.size());
      if (end > begin && !comparison.lines.empty())
        comparison.lines.back().pieces.push_back({piece.change, piece.text.substr(begin, end - begin)});
      if (end == piece.text.size()) break;
      begin_line();
      begin = end + 1;
    }
  }
  if (comparison.lines.empty() && !first.empty())  // all of it is lost
    comparison.lines.push_back({0.0, {{WordChange::lost, before.text()}}});
  return comparison;
}

/// Profiles that were edited here, with what another window has added, changed and removed in the meantime.
/// Where both have changed one, theirs is added under another name.
std::vector<WordProfile> merged(const std::vector<WordProfile>& before, std::vector<WordProfile> here,
                                const std::vector<WordProfile>& there) {
  const auto has = [](const std::vector<WordProfile>& profiles, const std::string& name) {
    return std::ranges::find(profiles, name, &WordProfile::name) != profiles.end();
  };
  const auto as_before = [&](const WordProfile& one) {
    return std::ranges::find(before, one) != before.end();
  };
  std::erase_if(here, [&](const WordProfile& mine) { return as_before(mine) && !has(there, mine.name); });
  for (const WordProfile& theirs : there) {
    const auto mine = std::ranges::find(here, theirs.name, &WordProfile::name);
    if (as_before(theirs) || (mine != here.end() && *mine == theirs)) continue;
    if (mine != here.end() && as_before(*mine)) {
      *mine = theirs;
      continue;
    }
    WordProfile added = theirs;
    for (int number = 2; has(here, added.name); ++number)
      added.name = theirs.name + " " + std::to_string(number);
    here.push_back(added);
  }
  return here;
}

}  // namespace

VocabularyController::VocabularyController(QueueController& queue, TranscriptionService& service,
                                           ui::Shell& shell, ui::Settings& settings)
    : queue_(queue), shell_(shell), settings_(settings), part_(shell), profiles_(settings.word_profiles()) {
  queue_.set_options([this] {
    WordProfile words = profile();
    TranscribeOptions options;
    options.prompt = std::move(words.instruction);
    options.hotwords = std::move(words.hotwords);
    options.words = std::move(words.rules);
    return options;
  });
  connect_part();
  service.on<EngineReady>(this, [this](const EngineReady& event) { part_.set_demo(event.model.is_demo); });
  service.on<WordsLeftOut>(this, [this](const WordsLeftOut& event) {
    shell_.report(tr("A rule for words was left out"), Failure{event.why, {}});
  });
  show_chosen();
  follow_shown();
}

void VocabularyController::connect_part() {
  using ui::VocabularyPart;
  part_.comparable = [this] { return comparable(); };
  connect(&part_, &VocabularyPart::wordsChanged, this, &VocabularyController::keep);
  connect(&part_, &VocabularyPart::previewWanted, this, &VocabularyController::preview);
  connect(&part_, &VocabularyPart::applyRequested, this, &VocabularyController::apply);
  connect(&part_, &VocabularyPart::restoreRequested, this, &VocabularyController::restore);
  connect(&part_, &VocabularyPart::comparisonWanted, this, &VocabularyController::compare);
  connect(&part_, &VocabularyPart::importRequested, this, &VocabularyController::read);
  connect(&part_, &VocabularyPart::exportRequested, this, &VocabularyController::write);
  connect(&queue_.part(), &ui::QueuePart::chosenChanged, this, &VocabularyController::follow_shown);
  for (const auto signal : {&ui::QueueModel::rowsInserted, &ui::QueueModel::rowsRemoved})
    connect(&queue_.model(), signal, this, &VocabularyController::follow_shown);
  connect(&queue_.model(), &ui::QueueModel::itemChanged, this, [this](ui::DocumentId id) {
    if (id == queue_.part().chosen()) follow_shown();
  });
}

WordProfile VocabularyController::profile() const {
  const std::string chosen = settings_.word_profile.get().toStdString();
  const auto found = std::ranges::find(profiles_, chosen, &WordProfile::name);
  return chosen.empty() || found == profiles_.end() ? WordProfile() : *found;
}

void VocabularyController::keep(const std::vector<WordProfile>& profiles, const QString& chosen) {
  settings_.reread();
  profiles_ = merged(profiles_, profiles, settings_.word_profiles());
  settings_.set_word_profiles(profiles_);
  settings_.word_profile.set(chosen);
  show_chosen();
}

std::optional<ui::ClosingQuestion> VocabularyController::closing_question() const {
  if (!part_.has_unapplied()) return {};
  return ui::ClosingQuestion{tr("Words of your own were changed and not applied."),
                             tr("What was changed is lost when Tilescribe quits."), tr("Quit and lose it"),
                             tr("Keep open")};
}

void VocabularyController::show_chosen() {
  part_.set_words(profiles_, QString::fromStdString(profile().name));
}

void VocabularyController::follow_shown() {
  const ui::QueueItem* const item = shown();
  ui::ShownText text;
  if (item != nullptr && item->document->size() > 0) {
    text = {item->id(), ui::file_name(item->path), !ui::is_active(item->state)};
  }
  part_.set_shown(text);
  emit shownChanged(text);
  part_.set_comparable(queue_.model().rowCount() > 1);
}

std::vector<ui::ComparableText> VocabularyController::comparable() const {
  std::vector<ui::ComparableText> texts;
  for (int row = 0; row < queue_.model().rowCount(); ++row) {
    const ui::QueueItem& item = *queue_.model().item_at(row);
    if (item.document->size() == 0 || ui::is_active(item.state)) continue;
    const QString name = ui::file_name(item.path), model = QString::fromStdString(item.transcript().model);
    texts.push_back({item.id(), model.isEmpty() ? name : tr("%1, by %2").arg(name, model),
                     QString::fromStdString(item.transcript().source)});
  }
  // Those of one file and model in the order of the list.
  std::map<QString, int> titles, met;
  for (const ui::ComparableText& text : texts) ++titles[text.title];
  for (ui::ComparableText& text : texts) {
    const QString title = text.title;
    if (titles[title] > 1) text.title = QStringLiteral("%1 (%2)").arg(title).arg(++met[title]);
  }
  return texts;
}

void VocabularyController::preview(const WordRules& rules, ui::DocumentId text) {
  const ui::QueueItem* const item = queue_.model().item(text);
  const int number = ++*preview_asked_;
  if (item == nullptr || finished_) return;
  const auto wanted = [asked = preview_asked_, number] { return *asked == number; };
  computing_.run([rules, wanted,
                  transcript = item->document->snapshot()] { return preview_of(rules, *transcript, wanted); },
                 [this, wanted](const Outcome<ui::WordsPreview>& preview) {
                   if (preview.value && wanted() && !finished_) part_.show_preview(*preview.value);
                 });
}

void VocabularyController::apply(const WordRules& rules, ui::DocumentId text) {
  if (finished_) return;
  const ui::QueueItem* const item = queue_.model().item(text);
  if (item == nullptr || ui::is_active(item->state)) return shell_.show_message(SentText::gone());
  using Changed = std::vector<std::pair<int, Segment>>;
  computing_.run(
      [rules, transcript = item->document->snapshot()] {
        WordRewriter words(rules);
        return changed_by(words, *transcript, [] { return true; });
      },
      [this, rules, text, document = item->document,
       revision = item->document->revision()](const Outcome<Changed>& changed) {
        if (finished_) return;
        if (!changed.value) return shell_.report(tr("The rules could not be applied"), changed.failure);
        if (document->revision() != revision) return apply(rules, text);  // corrected meanwhile
        document->rewrite(*changed.value);
        shell_.show_message(tr("%n segment(s) changed.", nullptr, static_cast<int>(changed.value->size())));
        preview(rules, text);
      });
}

void VocabularyController::restore() {
  const ui::QueueItem* const item = shown();
  if (item == nullptr || ui::is_active(item->state)) return;
  const int restored = item->document->restore_heard();
  shell_.show_message(restored == 0
                          ? tr("No rule has changed this transcript.")
                          : tr("%n segment(s) are again as the model wrote them.", nullptr, restored));
}

void VocabularyController::compare(ui::DocumentId before, ui::DocumentId after) {
  const ui::QueueItem *const first = queue_.model().item(before), *const second = queue_.model().item(after);
  if (first == nullptr || second == nullptr || finished_) return;
  computing_.run([one = first->document->snapshot(),
                  other = second->document->snapshot()] { return comparison_of(*one, *other); },
                 [this, before, after](Outcome<ui::TextComparison> comparison) {
                   if (!comparison.value || finished_) return;
                   comparison.value->before = before;
                   comparison.value->after = after;
                   part_.show_comparison(*comparison.value);
                 });
}

void VocabularyController::read(const QString& path) {
  computing_.run([file = native_path(path)] { return load_word_profiles(file); },
                 [this](const Outcome<std::vector<WordProfile>>& read) {
                   if (finished_) return;
                   if (read.value) return part_.add(*read.value);
                   shell_.report(tr("The words could not be imported"), read.failure);
                 });
}

void VocabularyController::write(const QString& path, const WordProfile& profile) {
  computing_.run([file = native_path(path), profile] { save_word_profiles(file, {profile}); },
                 [this, path](const Outcome<Done>& written) {
                   if (finished_) return;
                   if (!written.value)
                     return shell_.report(tr("The words could not be exported"), written.failure);
                   shell_.show_message(tr("Exported to %1").arg(path));
                 });
}

void VocabularyController::finish() {
  finished_ = true;
  ++*preview_asked_;
}

}  // namespace tilescribe
