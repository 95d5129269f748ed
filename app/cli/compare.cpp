// SPDX-License-Identifier: Apache-2.0
// compare: two transcripts of the same recording, word by word.
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/text_files.h"
#include "app/printable.h"
#include "inference/api/word_errors.h"

namespace tilescribe::cli {
namespace {

// A segment is a line.
std::string lines_of(const Transcript& transcript) {
  std::string text;
  for (const Segment& segment : transcript.segments) text += segment.text + '\n';
  return text;
}

// As wdiff does: [-only in the first-] {+only in the second+}.
std::string wdiff_text(const std::vector<MarkedPiece>& pieces) {
  std::string text;
  for (const MarkedPiece& piece : pieces) {
    if (piece.change == WordChange::lost) text += "[-" + piece.text + "-]";
    if (piece.change == WordChange::added) text += "{+" + piece.text + "+}";
    if (piece.change == WordChange::same) text += piece.text;
  }
  return text;
}

}  // namespace

int execute(const CompareCommand& command, const Context& context) {
  const std::string before = lines_of(load_text(command.before)), after = lines_of(load_text(command.after));
  const std::vector<ComparedWord> words = compare_words(before, after);
  const WordErrors errors = errors_of(words);
  if (!command.summary)
    context.console.out(printable_lines(wdiff_text(marked_difference(before, after, words))) + '\n');
  const std::size_t differing = errors.substituted + errors.lost + errors.added;
  context.console.out(
      english(
          Message("{1} of {2} words differ ({3} %): {4} replaced, {5} only in the first text, {6} only in "
                  "the second.",
                  differing, errors.reference_words, Real{100.0 * errors.rate(), 1}, errors.substituted,
                  errors.lost, errors.added)) +
      '\n');
  return exit_done;
}

}  // namespace tilescribe::cli
