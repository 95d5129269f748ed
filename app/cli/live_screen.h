// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/console.h"
#include "inference/api/live.h"

namespace tilescribe::cli {

/// Shows the text of a live session on standard output.
class LiveScreen {
 public:
  virtual ~LiveScreen() = default;
  virtual void fixed(const LivePiece& piece) = 0;
  virtual void provisional(const LivePiece& piece) = 0;
  /// Ends the line, so that something else can be written.
  virtual void clear() = 0;
};

/// Fixed text in lines. On a terminal, provisional text follows in a dim style and is replaced in place.
class TextScreen final : public LiveScreen {
 public:
  explicit TextScreen(Console& console) : console_(console) {}
  void fixed(const LivePiece& piece) override;
  void provisional(const LivePiece& piece) override;
  void clear() override;

 private:
  std::size_t room() const;
  void erase();
  void break_line();

  Console& console_;
  std::size_t column_ = 0;  // width of the fixed text on the line
  bool shown_ = false;      // provisional text is shown after it
};

/// Every event as a JSON object on a line of its own: "type" (provisional or fixed), "text", "start" and
/// "end" in seconds, "utterance"; an utterance's last piece also has "closes" and, where the times of its
/// words are known, "words" as in the JSON of a transcript.
class JsonScreen final : public LiveScreen {
 public:
  explicit JsonScreen(Console& console) : console_(console) {}
  void fixed(const LivePiece& piece) override;
  void provisional(const LivePiece& piece) override;
  void clear() override {}

 private:
  Console& console_;
};

}  // namespace tilescribe::cli
