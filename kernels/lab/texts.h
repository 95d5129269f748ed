// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace tilescribe::kernels::lab {

/// A file of this source tree inside the program, so that an installed one needs no sources.
struct EmbeddedText {
  std::string_view name, text;
};

/// What a user's kernel may include: the tile layer, and what stands in front of and behind it.
std::span<const EmbeddedText> header_texts();
/// Of the exercises, by their names.
std::span<const EmbeddedText> template_texts();

}  // namespace tilescribe::kernels::lab
