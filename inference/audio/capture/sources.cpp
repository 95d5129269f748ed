// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/sources.h"

#include <exception>
#include <thread>

#include "inference/audio/capture/capture_loader.h"
#include "inference/audio/capture/file_source.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace audio {

std::unique_ptr<CaptureStream> open_source(const std::string& id, int sample_rate) {
  if (is_file_source(id)) return open_file_source(id);
  const CaptureLibrary& library = capture_library();
  if (library.plugin == nullptr) throw Error(library.reason);
  return library.plugin->open(id, sample_rate);
}

namespace {

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
}  // namespace audio

SourceList list_sources() {
  const audio::CaptureLibrary& library = audio::capture_library();
  return library.plugin != nullptr ? library.plugin->list() : SourceList{{}, library.reason};
}

std::unique_ptr<SourceWatch> watch_sources(std::function<void(const SourceList&)> changed) {
  const audio::CaptureLibrary& library = audio::capture_library();
  if (library.plugin != nullptr) return library.plugin->watch(std::move(changed));
  return std::make_unique<audio::NothingToWatch>(std::move(changed), SourceList{{}, library.reason});
}

}  // namespace tilescribe
