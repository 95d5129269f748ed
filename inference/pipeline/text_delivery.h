// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "inference/api/transcriber.h"
#include "inference/pipeline/transcription_observer.h"
#include "inference/pipeline/window_progress.h"
#include "inference/pipeline/windows_ahead.h"
#include "inference/transcript/segmenter.h"

namespace tilescribe {

/// Is told what becomes of windows.
class WindowEvents {
 public:
  virtual ~WindowEvents() = default;
  virtual void entered(Stage stage, const AudioWindow& window) = 0;
  /// `tokens` so far, and what they say in complete characters.
  virtual void decoded(const AudioWindow& window, std::size_t tokens, const std::string& text) = 0;
  /// Nobody speaks in it.
  virtual void silent(const AudioWindow& window) = 0;
  virtual void finished(const AudioWindow& window, WindowText text) = 0;
};

/// The text of a window, still without words.
WindowText text_of(const ReadyWindow& work);

/// The transcript of a file before anything is decoded. It begins with an earlier run's text.
Transcript begun_transcript(const std::filesystem::path& file, const TranscribedPart& from,
                            const ModelInfo& model);

/// Delivers what windows say as segments, in the audio's order, with progress and partial texts. Windows may
/// finish in any order. On the thread that runs transcribe(). Its arguments outlive it.
class TextDelivery final : public WindowEvents {
 public:
  struct Setting {
    double duration_s = 0.0;                  // of the audio, 0 if unknown
    WindowProgress::Clock::time_point begin;  // when the file was requested; time counts from then
    bool boundaries = true;                   // whether another run can continue behind a window
    TranscriptionObserver* const& observer;   // may be set at any time
  };
  /// `from`: an earlier run's text, with which the transcript begins.
  TextDelivery(const TranscribeEvents& events, Transcript& transcript, const TranscribedPart& from,
               const Setting& setting);
  ~TextDelivery() override { tell_observer(true); }
  TextDelivery(const TextDelivery&) = delete;
  TextDelivery& operator=(const TextDelivery&) = delete;

  void entered(Stage stage, const AudioWindow& window) override;
  void decoded(const AudioWindow& window, std::size_t tokens, const std::string& text) override;
  void silent(const AudioWindow& window) override;
  void finished(const AudioWindow& window, WindowText text) override;

  /// Does the work that tells of all windows. Completes the transcript, also if that is cancelled.
  void run(const std::function<void()>& work);

 private:
  struct Finished {
    AudioWindow window;  // without samples
    WindowText text;
  };

  void give_in_order();
  void give(const Finished& finished);
  void tell_observer(bool over);

  const TranscribeEvents& events_;
  Transcript& transcript_;
  const Setting setting_;
  WindowProgress progress_;
  std::map<int, std::optional<Finished>> waiting_;  // for earlier windows; nullopt: nobody speaks
  int next_;                                        // the window that is delivered next
  double end_s_;                                    // of the windows that are done
};

}  // namespace tilescribe
