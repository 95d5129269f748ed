// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>

/// States of pages and dialogs, for tests that look at each: in signs and digits that no language translates.
namespace tilescribe::test {

/// Who looks.
struct Onlooker {
  std::function<void(QWidget& window, const char* state)> look;
  /// What is shown as it is from now on, such as paths.
  std::function<void(const QStringList& names)> know = [](const QStringList&) {};
};

void see_library(const Onlooker& onlooker);   // empty, filled, searched; its dialogs
void see_bin(const Onlooker& onlooker);       // empty and filled; what is asked before it is emptied
void see_playback(const Onlooker& onlooker);  // idle, playing, with a lost device
void see_watched_folder(const Onlooker& onlooker);
void see_replacing(const Onlooker& onlooker);   // in all transcripts: each row and each result
void see_comparison(const Onlooker& onlooker);  // of two texts that differ, and of one with itself
void see_server(const Onlooker& onlooker);  // its dialog with each answer, and the banner while audio goes

}  // namespace tilescribe::test
