// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtTest>
#include <algorithm>

#include "inference/api/transcript.h"

namespace tilescribe::test {

/// What is wrong with a transcript's segments; empty when they are in order, inside the audio, at most 7 s
/// long, and hold text.
inline QString segment_faults(const Transcript& transcript) {
  double last = 0.0;
  for (const Segment& segment : transcript.segments) {
    const QString where = QString("'%1' from %2 s to %3 s: ")
                              .arg(QString::fromStdString(segment.text))
                              .arg(segment.start_s)
                              .arg(segment.end_s);
    if (segment.text.empty()) return where + "no text";
    if (segment.start_s < last - 1e-9) return where + "begins before the one before it ends";
    if (segment.end_s <= segment.start_s) return where + "ends where it begins";
    if (segment.end_s - segment.start_s > 7.0 + 1e-9) return where + "is longer than 7 s";
    if (segment.end_s > transcript.duration_s + 1e-6) return where + "ends after the audio";
    if (segment.tokens.empty()) return where + "no tokens";
    for (const Token& token : segment.tokens) {
      if (!(token.probability > 0.0f && token.probability <= 1.0f)) return where + "a wrong probability";
    }
    last = segment.end_s;
  }
  return {};
}

}  // namespace tilescribe::test
