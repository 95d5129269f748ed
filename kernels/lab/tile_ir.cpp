// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/tile_ir.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <sstream>
#include <system_error>

#include "kernels/core/error.h"
#include "kernels/lab/exercise.h"

namespace tilescribe::kernels::lab {
namespace {

/// A member of an exercise's struct.
struct Field {
  enum class Kind : std::uint8_t { matrix, vector, integer, real };
  std::string_view name;
  Kind kind = Kind::matrix;
  const void* data = nullptr;
  Index rows = 0, cols = 0, stride = 0;  // integer: rows
  float value = 0.0f;
};
using Fields = std::vector<Field>;

template <class T>
Field matrix(std::string_view name, const Matrix<T>& m) {
  return {name, Field::Kind::matrix, m.data, m.rows, m.cols, m.stride};
}
Field vector(std::string_view name, const Matrix<const float>& m) {
  return {name, Field::Kind::vector, m.data, m.rows, m.cols, m.stride};
}
Field real(std::string_view name, float value) {
  return {.name = name, .kind = Field::Kind::real, .value = value};
}
Field integer(std::string_view name, int value) {
  return {.name = name, .kind = Field::Kind::integer, .rows = value};
}

// The result comes first.
Fields fields(const GeluArgs& a) {
  return {matrix("y", a.y), matrix("x", a.x)};
}
Fields fields(const GatedSiluArgs& a) {
  return {matrix("y", a.y), matrix("gate", a.gate), matrix("up", a.up)};
}
Fields fields(const LayerNormArgs& a) {
  return {matrix("out", a.out), matrix("x", a.x), vector("gain", a.gain), vector("bias", a.bias),
          real("eps", a.eps)};
}
Fields fields(const RmsNormArgs& a) {
  return {matrix("out", a.out), matrix("x", a.x), vector("gain", a.gain), real("eps", a.eps)};
}
Fields fields(const AttentionScoresArgs& a) {
  return {matrix("scores", a.scores), matrix("q", a.q), matrix("k", a.k), real("scale", a.scale)};
}
Fields fields(const SoftmaxArgs& a) {
  return {matrix("x", a.x), integer("first_keys", a.first_keys), integer("causal", a.causal ? 1 : 0)};
}
Fields fields(const AttentionOutputArgs& a) {
  return {matrix("out", a.out), matrix("weights", a.weights), matrix("v", a.v)};
}
Fields fields(const LinearArgs& a) {
  return {matrix("y", a.y), matrix<const float>("x", a.x), matrix<const float>("weight", a.weight),
          vector("bias", a.bias)};
}

struct Layout {
  std::string_view args;
  Fields (*fields)(const void*);
  Fields (*of_nothing)();  // for the names
};
template <class Args>
constexpr Layout layout(std::string_view name) {
  return {name, [](const void* args) { return fields(*static_cast<const Args*>(args)); },
          [] { return fields(Args{}); }};
}
constexpr std::array layouts{
    layout<GeluArgs>("GeluArgs"),
    layout<GatedSiluArgs>("GatedSiluArgs"),
    layout<LayerNormArgs>("LayerNormArgs"),
    layout<RmsNormArgs>("RmsNormArgs"),
    layout<AttentionScoresArgs>("AttentionScoresArgs"),
    layout<SoftmaxArgs>("SoftmaxArgs"),
    layout<AttentionOutputArgs>("AttentionOutputArgs"),
    layout<LinearArgs>("LinearArgs"),
};

const Layout* layout_of(const Exercise& exercise) {
  const auto* const found = std::ranges::find(layouts, exercise.args, &Layout::args);
  return found == layouts.end() ? nullptr : found;
}

std::vector<std::string> parameter_names(const Layout& layout) {
  std::vector<std::string> names;
  for (const Field& field : layout.of_nothing()) names.emplace_back(field.name);
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin));
}

void read_tile(const std::string& value, TileIrKernel& kernel) {
  std::istringstream words(value);
  std::string rows, by, columns, rest;
  words >> rows >> by >> columns >> rest;
  const auto number = [&](const std::string& digits) {
    int n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return error == std::errc() && end == digits.data() + digits.size() ? n : 0;
  };
  kernel.rows = number(rows);
  kernel.columns = number(columns);
  const bool right = by.empty() ? kernel.rows > 0 : by == "x" && kernel.rows > 0 && kernel.columns > 0;
  if (!right || !rest.empty())
    throw Error("Expected rows and columns of a tile, such as “64 x 64”, or rows alone; found “{1}”.", value);
}

void take_line(const std::string& name, const std::string& value, TileIrKernel& kernel) {
  if (name == "exercise") {
    kernel.exercise = &exercise_named(value);
  } else if (name == "entry") {
    kernel.entry = value;
  } else if (name == "aligned entry") {
    kernel.aligned_entry = value;
  } else if (name == "parameters") {
    std::istringstream words(value);
    for (std::string word; words >> word;) kernel.parameters.push_back(word);
  } else if (name == "tile") {
    read_tile(value, kernel);
  } else {
    throw Error("There is no entry “{1}”: there are exercise, entry, aligned entry, parameters and tile.",
                name);
  }
}

void complete(TileIrKernel& kernel) {
  if (kernel.exercise == nullptr) throw Error("Expected a line “exercise: NAME”, found none.");
  if (kernel.entry.empty()) throw Error("Expected a line “entry: NAME”, found none.");
  if (kernel.rows == 0) throw Error("Expected a line “tile: ROWS x COLUMNS”, found none.");
  const Layout* const layout = layout_of(*kernel.exercise);
  if (layout == nullptr)
    throw Error(
        "The exercise {1} has arguments that are no matrices and numbers, so a kernel for it can't be in "
        "Tile IR.",
        kernel.exercise->name);
  const std::vector<std::string> known = parameter_names(*layout);
  if (kernel.parameters.empty()) kernel.parameters = known;
  for (const std::string& name : kernel.parameters) {
    if (std::ranges::find(known, name) == known.end())
      throw Error("The exercise {1} has the parameters {2}, but {3} was named.", kernel.exercise->name,
                  joined(known), name);
  }
}

// What a 32-bit parameter takes.
std::uint64_t number32(Index value) {
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max())
    throw Error("A kernel in Tile IR takes sizes and strides of 32 bits, but one is {1}.", value);
  return static_cast<std::uint64_t>(value);
}

bool aligned(const Field& field) {
  constexpr std::uintptr_t bytes = 16, values = 4;
  if (field.kind != Field::Kind::matrix && field.kind != Field::Kind::vector) return true;
  const bool strided = field.kind == Field::Kind::matrix && field.stride % static_cast<Index>(values) != 0;
  return std::bit_cast<std::uintptr_t>(field.data) % bytes == 0 && !strided;
}

void add(const Field& field, std::vector<std::uint64_t>& values) {
  switch (field.kind) {
    case Field::Kind::matrix:
      values.insert(values.end(), {std::bit_cast<std::uintptr_t>(field.data), number32(field.rows),
                                   number32(field.cols), number32(field.stride), 1});
      return;
    case Field::Kind::vector:
      values.insert(values.end(), {std::bit_cast<std::uintptr_t>(field.data), number32(field.cols), 1});
      return;
    case Field::Kind::integer:
      return values.push_back(number32(field.rows));
    case Field::Kind::real:
      return values.push_back(std::bit_cast<std::uint32_t>(field.value));
  }
}

int tiles_of(Index size, int tile) {
  return static_cast<int>((size + tile - 1) / tile);
}

}  // namespace

TileIrKernel read_tile_ir(std::string_view text, const std::string& file) {
  TileIrKernel kernel;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string content = trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    try {
      const std::size_t colon = content.find(':');
      if (colon == std::string::npos) throw Error("Expected “NAME: VALUE”, found “{1}”.", content);
      take_line(trimmed(content.substr(0, colon)), trimmed(content.substr(colon + 1)), kernel);
    } catch (const Error& wrong) {
      throw Error("{1}, line {2}: {3}", file, number, wrong.message());
    }
  }
  try {
    complete(kernel);
  } catch (const Error& wrong) {
    throw Error("{1}: {2}", file, wrong.message());
  }
  return kernel;
}

TileIrLaunch launch_of(const TileIrKernel& kernel, const void* args) {
  constexpr int most_columns = 65535;  // blocks of a grid along y
  const Fields all = layout_of(*kernel.exercise)->fields(args);
  const Field& result = all.front();
  TileIrLaunch launch;
  launch.grid = {tiles_of(result.rows, kernel.rows),
                 kernel.columns == 0 ? 1 : tiles_of(result.cols, kernel.columns), 1};
  if (launch.grid.y > most_columns)
    throw Error("The result has {1} columns, which are more than {2} tiles of {3}.", result.cols,
                most_columns, kernel.columns);
  bool all_aligned = !kernel.aligned_entry.empty();
  for (const std::string& name : kernel.parameters) {
    const Field& field = *std::ranges::find(all, name, &Field::name);
    all_aligned = all_aligned && aligned(field);
    add(field, launch.values);
  }
  launch.entry = all_aligned ? kernel.aligned_entry : kernel.entry;
  return launch;
}

}  // namespace tilescribe::kernels::lab
