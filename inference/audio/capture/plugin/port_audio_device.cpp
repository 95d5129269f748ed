// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/plugin/port_audio_device.h"

#include <chrono>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include <pa_linux_alsa.h>

#include "inference/audio/capture/plugin/alsa_sources.h"
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

void close(PaStream* stream) {
  // Without the mutex: this call can hang until a stopped server continues or ends.
  Pa_AbortStream(stream);
  const std::lock_guard lock(library_mutex());
  Pa_CloseStream(stream);
  Pa_Terminate();
}

}  // namespace

PortAudioDevice::PortAudioDevice(const Setup& setup, PaStreamCallback* callback, std::shared_ptr<void> state)
    : state_(std::move(state)) {
  const std::lock_guard lock(library_mutex());
  silence_audio_libraries();
  // Once per stream, not once per program. PortAudio only looks for devices if nothing was open before. If it
  // found none (the sound server came later), it can't open any.
  if (const PaError error = Pa_Initialize(); error != paNoError) {
    throw Error(Message("The sound system can't be used on this computer."), description(error));
  }
  PaAlsaStreamInfo device{};
  PaAlsa_InitializeStreamInfo(&device);
  device.deviceString = setup.pcm.c_str();
  PaStreamParameters sound{};
  sound.device = paUseHostApiSpecificDeviceSpecification;
  sound.channelCount = setup.channels;
  sound.sampleFormat = paInt16;
  sound.suggestedLatency = setup.latency_s;
  sound.hostApiSpecificStreamInfo = &device;
  PaError error =
      Pa_OpenStream(&stream_, setup.plays ? nullptr : &sound, setup.plays ? &sound : nullptr,
                    setup.sample_rate, paFramesPerBufferUnspecified, paNoFlag, callback, state_.get());
  if (error == paNoError) {
    error = Pa_StartStream(stream_);
    if (error != paNoError) Pa_CloseStream(stream_);
  }
  if (error != paNoError) {
    const std::string details = description(error);
    Pa_Terminate();
    throw Error(
        Message("The sound device \"{1}\" can't be opened; another program may be using it.", setup.pcm),
        details);
  }
}

PortAudioDevice::~PortAudioDevice() {
  try {
    std::promise<void> closed;
    const std::future<void> soon = closed.get_future();
    std::thread([stream = stream_, state = state_, closed = std::move(closed)]() mutable {
      close(stream);
      closed.set_value();
    }).detach();
    soon.wait_for(std::chrono::milliseconds(80));
  } catch (const std::exception&) {  // no thread or no memory is available
    close(stream_);
  }
}

}  // namespace tilescribe::audio
