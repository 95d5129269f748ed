// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/plugin/port_audio.h"

#include <chrono>
#include <future>
#include <mutex>
#include <thread>

#include <pa_linux_alsa.h>
#include <portaudio.h>

#include "inference/audio/capture/capture_stream.h"
#include "inference/audio/capture/plugin/alsa_sources.h"
#include "inference/audio/capture/plugin/lost_frames.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

// PortAudio's list of streams and devices is not thread-safe.
std::mutex& library_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::string description(PaError error) {
  std::string text = std::string("PortAudio: ") + Pa_GetErrorText(error);
  if (error == paUnanticipatedHostError) {
    const PaHostErrorInfo* host = Pa_GetLastHostErrorInfo();
    if (host != nullptr && host->errorText != nullptr) text += std::string(", ") + host->errorText;
  }
  return text;
}

}  // namespace

struct PortAudioStream::Running {
  Running(int rate, int width)
      : channels(width),
        lost_frames(rate),
        ring(static_cast<std::size_t>(rate) * static_cast<std::size_t>(width) * ring_seconds) {}

  static int take(const void* input, void*, unsigned long frames, const PaStreamCallbackTimeInfo*,
                  PaStreamCallbackFlags flags, void* self);

  int channels;
  LostFrames lost_frames;  // the callback's own
  SampleRing ring;
  PaStream* stream = nullptr;
};

int PortAudioStream::Running::take(const void* input, void*, unsigned long frames,
                                   const PaStreamCallbackTimeInfo*, PaStreamCallbackFlags flags, void* self) {
  Running& running = *static_cast<Running*>(self);
  const auto width = static_cast<std::size_t>(running.channels);
  const std::int64_t lost = running.lost_frames.add(
      LostFrames::Clock::now(), static_cast<std::int64_t>(frames), (flags & paInputOverflow) != 0);
  if (lost > 0) running.ring.add_lost(static_cast<std::uint64_t>(lost) * width);
  if (input != nullptr) running.ring.write(static_cast<const std::int16_t*>(input), frames * width);
  return paContinue;
}

PortAudioStream::PortAudioStream(const std::string& pcm, int sample_rate, int channels)
    : running_(std::make_shared<Running>(sample_rate, channels)) {
  const std::lock_guard lock(library_mutex());
  silence_audio_libraries();
  // Once per stream, not once per program. PortAudio only looks for devices if nothing was open before. If it
  // found none (the sound server came later), it can't open any.
  if (const PaError error = Pa_Initialize(); error != paNoError) {
    throw Error(Message("The sound system can't be used on this computer."), description(error));
  }
  PaAlsaStreamInfo device{};
  PaAlsa_InitializeStreamInfo(&device);
  device.deviceString = pcm.c_str();
  PaStreamParameters input{};
  input.device = paUseHostApiSpecificDeviceSpecification;
  input.channelCount = channels;
  input.sampleFormat = paInt16;
  input.suggestedLatency = 0.1;  // seconds: a callback every 25 ms, which may be 100 ms late
  input.hostApiSpecificStreamInfo = &device;
  PaError error = Pa_OpenStream(&running_->stream, &input, nullptr, sample_rate, paFramesPerBufferUnspecified,
                                paNoFlag, &Running::take, running_.get());
  if (error == paNoError) {
    error = Pa_StartStream(running_->stream);
    if (error != paNoError) Pa_CloseStream(running_->stream);
  }
  if (error != paNoError) {
    const std::string details = description(error);
    Pa_Terminate();
    throw Error(Message("The sound device \"{1}\" can't be opened; another program may be using it.", pcm),
                details);
  }
}

PortAudioStream::~PortAudioStream() {
  const auto close = [](Running& running) {
    // Without the mutex: this call can hang until a stopped server continues or ends.
    Pa_AbortStream(running.stream);
    const std::lock_guard lock(library_mutex());
    Pa_CloseStream(running.stream);
    Pa_Terminate();
  };
  try {
    std::promise<void> closed;
    const std::future<void> soon = closed.get_future();
    std::thread([close, running = running_, closed = std::move(closed)]() mutable {
      close(*running);
      closed.set_value();
    }).detach();
    soon.wait_for(std::chrono::milliseconds(80));
  } catch (const std::exception&) {  // no thread or no memory is available
    close(*running_);
  }
}

bool PortAudioStream::active() const {
  return Pa_IsStreamActive(running_->stream) == 1;
}

SampleRing& PortAudioStream::ring() {
  return running_->ring;
}

}  // namespace tilescribe::audio
