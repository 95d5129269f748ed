// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/tuned_file.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "inference/api/private_files.h"
#include "inference/transcript/replacement.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/cuda/cuda_loader.h"
#include "kernels/core/build_id.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

fs::path tuned_folder() {
  return data_folder() / "tuned";
}

// The backend's own library: a plugin, or the kernels. Its table of virtual functions lies there.
std::string builds_of(const kernels::Backend& backend) {
  const void* const table = *reinterpret_cast<const void* const*>(&backend);
  const std::string kernels = kernels_build_id(), own = build_id(table);
  return own == kernels ? kernels : kernels + ' ' + own;
}

}  // namespace

kernels::TunedFor tuned_for(const OpenedEngine& engine) {
  kernels::TunedFor made_for;
  made_for.engine = engine.backend->name();
  made_for.arithmetic = engine.info.arithmetic();
  made_for.threads = engine.info.threads;
  made_for.build = builds_of(*engine.backend);
  if (engine.info.gpu < 0) {
    const kernels::CpuFacts facts = kernels::cpu_facts();
    made_for.device =
        facts.model_name + ", " + facts.row_kernels + ", " + facts.f32_products + ", " + facts.bf16_products;
    return made_for;
  }
  const kernels::CudaDevices cuda = kernels::cuda_devices();
  const auto gpu = std::ranges::find(cuda.devices, engine.info.gpu, &kernels::CudaDeviceFacts::index);
  made_for.driver = kernels::cuda_version_text(cuda.driver_version);
  if (gpu != cuda.devices.end()) {
    made_for.device = gpu->name + ", " + std::to_string(gpu->major) + "." + std::to_string(gpu->minor) +
                      ", " + std::to_string(gpu->memory_bytes >> 20) + " MiB";
  }
  return made_for;
}

fs::path tuned_file(const kernels::TunedFor& made_for) {
  return tuned_folder() / (kernels::tuned_name(made_for) + ".txt");
}

LoadedChoices load_tuned(const fs::path& file, const kernels::TunedFor& made_for) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  std::ifstream input(file, std::ios::binary);
  if (!input) return {};
  std::string text(most_bytes + 1, '\0');
  input.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(input.gcount()));
  kernels::TunedText read = kernels::read_tuned(text, made_for);
  if (read.complaint.empty()) return {std::move(read.choices), {}};
  fs::path aside = file;
  aside += ".set-aside";
  std::error_code failure;
  fs::rename(file, aside, failure);
  return {{},
          failure ? Message("The tuned choices in {1} are not used. {2}", file.string(), read.complaint)
                  : Message("The tuned choices in {1} are not used; the file is now {2}. {3}", file.string(),
                            aside.filename().string(), read.complaint)};
}

void save_tuned(const fs::path& file, const kernels::TunedFor& made_for,
                const kernels::TunedChoices& choices) {
  make_private_folder(Message("tuned choices"), file.parent_path());
  Replacement replacement(Message("table of tuned choices"), file, Readers::user_alone);
  replacement.write(kernels::text_of(made_for, choices));
  replacement.commit();
}

void use_tuned(OpenedEngine& engine) {
  std::error_code ignored;
  if (!fs::is_directory(tuned_folder(), ignored)) return;
  const kernels::TunedFor made_for = tuned_for(engine);
  LoadedChoices loaded = load_tuned(tuned_file(made_for), made_for);
  engine.info.tuned = loaded.set_aside;
  const int kept = loaded.choices.kept();
  if (kept == 0) return;
  engine.backend->prefer(std::make_shared<kernels::TunedChoices>(std::move(loaded.choices)));
  engine.info.reason = Message("{1} Tuned choices in use: {2}.", engine.info.reason, kept);
}

}  // namespace tilescribe
