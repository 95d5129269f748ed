// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstddef>
#include <vector>

#include "ui/document/text_search.h"
#include "ui/document/transcript_document.h"
#include "ui/vocabulary/difference_view.h"

namespace tilescribe::ui {

/// What is replaced in all transcripts.
struct ReplaceRequest {
  SearchTerms terms = {};
  QString with = {};
};

/// A transcript that would change.
struct FoundText {
  DocumentId id = 0;                       // the file of the list that shows it; 0: none does
  QString path = {};                       // its file, where it has one
  QString title = {};                      // its name, and when it was kept
  int places = 0;                          // that are replaced
  int sentences = 0;                       // that change
  std::size_t before = 0;                  // the fingerprint of its texts
  std::vector<DifferenceLine> shown = {};  // of these sentences, the first
};

/// A transcript that can't be searched or changed, and why, a sentence.
struct LeftOutText {
  QString title;
  QString why;
};

struct FoundTexts {
  std::vector<FoundText> texts = {};
  std::vector<LeftOutText> left_out = {};
  int searched = 0;
  int being_written = 0;  // by a job: they are left out
  bool stopped = false;   // on request: others were not searched
};

/// What came of a replacement.
struct ReplacedEverywhere {
  int places = 0;
  int texts = 0;
  std::vector<LeftOutText> left_out = {};
  int not_reached = 0;  // because of a stop
};

/// The last replacement, as far as it can be taken back.
struct LastReplacement {
  ReplaceRequest request = {};
  int texts = 0;  // 0: there is none
};

}  // namespace tilescribe::ui
