// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/sources.h"

#include <exception>
#include <thread>

#include "inference/audio/capture/capture_plugin.h"
#include "inference/audio/capture/file_source.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace audio {
namespace {

// This program's plugin, opened at the first call. Safe from any thread.
const PluginTable<CapturePlugin>& capture_library() {
  static const PluginTable<CapturePlugin> library = open_table(capture_plugin);
  return library;
}

/// Reports once why there is nothing to watch, on a thread of its own, like every watch.
class NothingToWatch final : public SourceWatch {
 public:
  NothingToWatch(std::function<void(const SourceList&)> changed, SourceList list)
      : thread_([changed = std::move(changed), list = std::move(list)] {
          try {
            changed(list);
          } catch (const std::exception&) {  // then there is no report
          }
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace

Message no_microphones(const Message& why) {
  return Message(
      "Microphones can't be used here, because the program's part for live sound is missing: {1} Files can "
      "still be transcribed.",
      why);
}

std::unique_ptr<CaptureStream> open_source(const std::string& id, int rate) {
  if (is_file_source(id)) return open_file_source(id);
  const auto& library = capture_library();
  if (library.functions == nullptr) throw Error(no_microphones(library.reason));
  return library.functions->open(id, rate);
}

std::unique_ptr<OutputStream> open_output(int rate) {
  const auto& library = capture_library();
  if (library.functions == nullptr) {
    throw Error("Nothing can be played here, because the program's part for live sound is missing: {1}",
                library.reason);
  }
  return library.functions->open_output(rate);
}

}  // namespace audio

SourceList list_sources() {
  const auto& library = audio::capture_library();
  if (library.functions == nullptr) return {{}, audio::no_microphones(library.reason)};
  return library.functions->list();
}

std::unique_ptr<SourceWatch> watch_sources(std::function<void(const SourceList&)> changed) {
  const auto& library = audio::capture_library();
  if (library.functions != nullptr) return library.functions->watch(std::move(changed));
  return std::make_unique<audio::NothingToWatch>(std::move(changed), list_sources());
}

}  // namespace tilescribe
