// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <random>
#include <stdexcept>

namespace tilescribe::test {

using Random = std::mt19937;

/// What was found wrong after a kill: a sentence.
struct Fault : std::runtime_error {
  explicit Fault(const QString& what) : std::runtime_error(what.toStdString()) {}
};

/// Throws Fault with the sentence, unless it holds.
inline void expect(bool holds, const QString& sentence) {
  if (!holds) throw Fault(sentence);
}

/// `least` to `most`, both included.
inline int between(Random& random, int least, int most) {
  return std::uniform_int_distribution(least, most)(random);
}

/// Work of one kind that is killed again and again.
class KilledWork {
 public:
  KilledWork() = default;
  KilledWork(const KilledWork&) = delete;
  KilledWork& operator=(const KilledWork&) = delete;
  virtual ~KilledWork() = default;

  /// Lets a program work, kills it at a random moment, and looks at what it left. Throws Fault.
  virtual void kill_once(Random& random) = 0;
  /// What must hold after the last kill. Throws Fault; also if no kill came while there was work.
  virtual void finish() = 0;
  /// What was looked at, for people.
  virtual QString summary() const = 0;
};

/// A recording: all but its last second is in a file that can be read.
std::unique_ptr<KilledWork> killed_recording();
/// The window, which transcribes many files: the text of each is kept whole, or the file still waits.
std::unique_ptr<KilledWork> killed_transcribing();
/// The window, in which a text is corrected while another is transcribed: all but the last 2 s of both is
/// kept.
std::unique_ptr<KilledWork> killed_editing();
/// Texts that are exported over older ones, in all formats: each file is a whole one.
std::unique_ptr<KilledWork> killed_exporting();
/// A server with clients: no answer looks whole that is not, and no client's sound stays on the disk.
std::unique_ptr<KilledWork> killed_serving();
/// An archive: each result is whole, what was said to be done is there, and in the end the texts are those of
/// an undisturbed one.
std::unique_ptr<KilledWork> killed_archiving();

}  // namespace tilescribe::test
