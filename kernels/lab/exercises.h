// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "kernels/core/export.h"

namespace tilescribe::kernels {

class Registry;

namespace lab {

/// A kernel that the user writes instead of one of ours.
struct Exercise {
  std::string_view name;    // "rms_norm"; its template is kernels/lab/templates/NAME.cpp
  std::string_view op;      // the op of which the kernel becomes a variant
  std::string_view kernel;  // which of the op's kernels, as its launcher calls it
  std::string_view args;    // the struct of arguments in kernels/lab/exercise.h
  std::string_view what;    // a line for lists
  std::string_view shape;   // words that choose the problem that is timed by default
  bool matrices = false;    // it reads a matrix or a convolution of the model
  bool products = false;    // operands may be rounded to TF32
  std::string_view parts;   // composite ops that run as their parts in the model, so that the kernel runs
  /// Adds variants that come before the engine's own: of a composite op whose parts do not take all problems.
  /// Null: none.
  void (*add_first)(Registry& registry, const char* engine) = nullptr;
  /// Adds the variant, named variant_name, for an engine whose backend is a LabHost.
  void (*add)(Registry& registry, const char* engine);
};

inline constexpr const char* variant_name = "lab";

/// All exercises. One more is a row here, a struct in exercise.h and a template.
TILESCRIBE_EXPORT std::span<const Exercise> exercises();

/// Their names, with commas between them.
TILESCRIBE_EXPORT std::string exercise_names();

/// Throws Error if there is none of that name.
TILESCRIBE_EXPORT const Exercise& exercise_named(std::string_view name);

/// The one that a source names in its line "// Exercise: NAME". Throws Error if it names none.
TILESCRIBE_EXPORT const Exercise& exercise_of(std::string_view source, const std::string& file);

}  // namespace lab
}  // namespace tilescribe::kernels
