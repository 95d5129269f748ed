// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <functional>
#include <string>

#include "inference/api/transcriber.h"

namespace tilescribe {

/// What decides a text: who transcribes a file again by the same gets the same.
struct TextMaker {
  std::string model;       // its name
  std::string arithmetic;  // as EngineInfo::arithmetic
  bool operator==(const TextMaker&) const = default;
};

/// The maker of a kept text. A transcript names its engine for people: "CPU, bf16, int8 weights, 2 threads".
TextMaker maker_of(const Transcript& transcript);

/// Which files have a finished text in the folder of transcripts. The folder is listed once. Reads the disk,
/// so not for the GUI thread.
class DoneTexts {
 public:
  explicit DoneTexts(const QString& folder);

  /// The newest finished text of this file by this maker, a path; empty: there is none, or the file has
  /// changed since.
  QString text_of(const QString& file, const TextMaker& maker) const;
  /// How many finished texts of this file, as it is now, were kept between two times, as kept_stamp has them.
  int kept_between(const QString& file, const QString& begin, const QString& end) const;

 private:
  /// Calls `found` with the path and the contents of each finished text of this file, newest first, until
  /// that returns true. Of each name, `takes` is asked first.
  void search(const QString& file, const std::function<bool(const QString&)>& takes,
              const std::function<bool(const QString&, const Transcript&)>& found) const;

  QString folder_;
  QHash<QString, QStringList> names_;  // by the name of the source, newest first
};

}  // namespace tilescribe
