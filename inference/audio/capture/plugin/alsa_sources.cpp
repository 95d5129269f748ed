// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/plugin/alsa_sources.h"

#include <memory>

#include <alsa/asoundlib.h>
#include <dlfcn.h>

namespace tilescribe::audio {
namespace {

struct Free {
  void operator()(snd_ctl_t* card) const { snd_ctl_close(card); }
  void operator()(snd_ctl_card_info_t* info) const { snd_ctl_card_info_free(info); }
  void operator()(snd_pcm_info_t* info) const { snd_pcm_info_free(info); }
  void operator()(snd_pcm_t* pcm) const { snd_pcm_close(pcm); }
  void operator()(snd_pcm_hw_params_t* params) const { snd_pcm_hw_params_free(params); }
};

// An object that ALSA creates with a function that takes the address of a pointer.
template <class T, class Make>
std::unique_ptr<T, Free> made(Make make) {
  T* raw = nullptr;
  return std::unique_ptr<T, Free>(make(&raw) == 0 ? raw : nullptr);
}

void add_devices(int number, std::vector<AudioSource>& sources) {
  const std::string card_name = "hw:" + std::to_string(number);
  const auto card = made<snd_ctl_t>([&](snd_ctl_t** out) { return snd_ctl_open(out, card_name.c_str(), 0); });
  const auto about = made<snd_ctl_card_info_t>(&snd_ctl_card_info_malloc);
  const auto pcm = made<snd_pcm_info_t>(&snd_pcm_info_malloc);
  if (!card || !about || !pcm || snd_ctl_card_info(card.get(), about.get()) != 0) return;
  for (int device = -1; snd_ctl_pcm_next_device(card.get(), &device) == 0 && device >= 0;) {
    snd_pcm_info_set_device(pcm.get(), static_cast<unsigned>(device));
    snd_pcm_info_set_subdevice(pcm.get(), 0);
    snd_pcm_info_set_stream(pcm.get(), SND_PCM_STREAM_CAPTURE);
    if (snd_ctl_pcm_info(card.get(), pcm.get()) != 0) continue;  // playback only
    AudioSource source;
    source.id = std::string("alsa:plughw:CARD=") + snd_ctl_card_info_get_id(about.get()) +
                ",DEV=" + std::to_string(device);
    source.name =
        std::string(snd_ctl_card_info_get_name(about.get())) + ", " + snd_pcm_info_get_name(pcm.get());
    source.is_default = sources.empty();
    sources.push_back(std::move(source));
  }
}

void ignore_alsa(const char*, int, const char*, int, const char*, ...) {}
void ignore_jack(const char*) {}

}  // namespace

std::vector<AudioSource> alsa_sources() {
  std::vector<AudioSource> sources;
  for (int card = -1; snd_card_next(&card) == 0 && card >= 0;) add_devices(card, sources);
  return sources;
}

int alsa_native_rate(const std::string& pcm) {
  constexpr unsigned wanted = 48000;
  // With "plug", every rate looks as good as any other.
  const std::string device = pcm.starts_with("plughw:") ? pcm.substr(4) : pcm;
  const auto handle = made<snd_pcm_t>([&](snd_pcm_t** out) {
    return snd_pcm_open(out, device.c_str(), SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK);
  });
  const auto params = made<snd_pcm_hw_params_t>(&snd_pcm_hw_params_malloc);
  if (!handle || !params || snd_pcm_hw_params_any(handle.get(), params.get()) < 0) return wanted;
  unsigned rate = wanted;
  int direction = 1;
  if (snd_pcm_hw_params_set_rate_min(handle.get(), params.get(), &rate, &direction) < 0 ||
      snd_pcm_hw_params_get_rate_min(params.get(), &rate, &direction) < 0) {
    direction = 0;
    if (snd_pcm_hw_params_get_rate_max(params.get(), &rate, &direction) < 0) return wanted;
  }
  return static_cast<int>(rate);
}

void silence_audio_libraries() {
  snd_lib_error_set_handler(ignore_alsa);
  // PortAudio is linked to JACK if the system's was built that way; we are not.
  void* jack = dlopen("libjack.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (jack == nullptr) return;
  for (const char* name : {"jack_set_error_function", "jack_set_info_function"}) {
    using Set = void(void (*)(const char*));
    if (auto* set = reinterpret_cast<Set*>(dlsym(jack, name)); set != nullptr) set(ignore_jack);
  }
  dlclose(jack);
}

}  // namespace tilescribe::audio
