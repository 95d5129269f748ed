// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/source.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "kernels/core/error.h"
#include "kernels/jit/host_compiler.h"
#include "kernels/jit/nvrtc_compiler.h"
#include "kernels/jit/tileiras_compiler.h"
#include "kernels/lab/texts.h"

namespace tilescribe::kernels::lab {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

std::string text_in(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    throw Error("A kernel is a file, but {1} is a folder.", file.string());
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw Error("The kernel {1} can't be read: {2}.", file.string(), std::generic_category().message(errno));
  std::string text;
  text.resize(most_bytes + 1);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > most_bytes)
    throw Error("A kernel's source has at most 1 MiB, but {1} is larger.", file.string());
  return text;
}

/// How bytecode or a cubin is started.
TileIrKernel described_beside(const std::filesystem::path& file) {
  std::filesystem::path about = file;
  about.replace_extension(".txt");
  std::error_code error;
  if (!std::filesystem::exists(about, error))
    throw Error(
        "A kernel in Tile IR has a file beside it that says how it is started (exercise, entry, tile); {1} "
        "is "
        "not there.",
        about.string());
  return read_tile_ir(text_in(about), about.string());
}

}  // namespace

Source read_source(const std::filesystem::path& file) {
  Source source;
  source.file = file.string();
  source.unit.file = source.file;
  source.unit.text = text_in(file);
  source.cubin = source.unit.text.starts_with(
      "\x7f"
      "ELF");
  if (source.cubin || is_tile_ir(source.unit.text)) {
    source.tile_ir = described_beside(file);
    source.exercise = source.tile_ir->exercise;
    return source;
  }
  source.exercise = &exercise_of(source.unit.text, source.file);
  source.unit.before = "#define LAB_ARGS " + std::string(source.exercise->args);
  source.unit.after = "#include \"kernels/lab/entry.h\"";
  for (const EmbeddedText& header : header_texts())
    source.unit.headers.push_back({std::string(header.name), std::string(header.text)});
  return source;
}

std::string_view template_of(const Exercise& exercise) {
  const auto texts = template_texts();
  const std::string_view text = std::ranges::find(texts, exercise.name, &EmbeddedText::name)->text;
  return text.substr(text.find('\n') + 1);  // the file is the user's own, so our first line stays here
}

Compiled compiled_by(const Compiler& compiler, const Source& source) {
  return compiled(source.unit, compiler, BinaryCache(BinaryCache::usual_folder()));
}

CompiledCubin compiled_cubin(const Source& source, const std::string& architecture) {
  if (source.cubin) return {{source.unit.text, true, 0.0}, "tileiras"};
  if (source.tile_ir) {
    const TileirasCompiler compiler = TileirasCompiler::find(architecture);
    return {compiled_by(compiler, source), compiler.version()};
  }
  const NvrtcCompiler compiler(architecture);
  return {compiled_by(compiler, source), compiler.version()};
}

CompiledKernel compiled_kernel(const Source& source) {
  if (source.tile_ir)
    throw Error(
        "A kernel in Tile IR runs on a GPU: it needs --engine cuda-baseline, but {1} was to run on the CPU.",
        source.file);
  const HostCompiler compiler = HostCompiler::find();
  const Compiled code = compiled_by(compiler, source);
  return {load_kernel(code.bytes), compiler.program().filename().string(), code.kept, code.seconds};
}

}  // namespace tilescribe::kernels::lab
