// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include "inference/api/profile.h"
#include "tests/support/seen_texts.h"

/// What a window shows as it is, whatever the language.
namespace tilescribe::test {

/// Names and sentences of the fake engines, microphones and machine. Sentences of errors and notices are not
/// worded in the window yet.
QStringList data_of_fakes();

/// Names of kernels, ops and variants, the setting, and the analysis' sentences, which are not worded in the
/// window yet.
QStringList data_of_profile(const ProfileSession& session, const ProfileSession& before);
QStringList data_of_costs(const ProfileFrame& frame);

/// The words of a text that are English and neither data nor symbols of units; `data`: the longest first.
/// What is painted may be a part of data: a line of it, or up to an ellipsis.
QStringList english_words(const SeenText& seen, const QStringList& data);

}  // namespace tilescribe::test
