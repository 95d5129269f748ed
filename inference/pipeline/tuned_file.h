// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "inference/pipeline/engine.h"
#include "kernels/core/message.h"
#include "kernels/tune/choice.h"

/// What `tune` measured, kept for one machine and one build.
namespace tilescribe {

/// The machine, engine and build that an opened engine is.
kernels::TunedFor tuned_for(const OpenedEngine& engine);

/// Where choices for it are kept: in the user's data folder.
std::filesystem::path tuned_file(const kernels::TunedFor& made_for);

struct LoadedChoices {
  kernels::TunedChoices choices;
  Message set_aside;  // a file that must not be used was renamed, and why, in a sentence; else empty
};
/// Those of a file; none if there is no file. One that is damaged or was made for something else gets another
/// name, and nothing of it is used.
LoadedChoices load_tuned(const std::filesystem::path& file, const kernels::TunedFor& made_for);

/// Replaces the file in one step. Throws Error.
void save_tuned(const std::filesystem::path& file, const kernels::TunedFor& made_for,
                const kernels::TunedChoices& choices);

/// Makes the engine use what is kept for it, and says so in its info.
void use_tuned(OpenedEngine& engine);

}  // namespace tilescribe
