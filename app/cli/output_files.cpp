// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output_files.h"

#include <cerrno>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <system_error>

#include <unistd.h>

#include "app/cli/console.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

// The canonical form of a path; links are followed as far as they exist.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : result;
}

[[noreturn]] void refuse(const std::string& file) {
  throw CommandError("The file {1} can't be written: {2}.", file, std::generic_category().message(errno));
}

}  // namespace

std::vector<fs::path> output_files(const fs::path& folder, const std::vector<fs::path>& inputs,
                                   std::string_view extension) {
  std::set<fs::path> taken;
  for (const fs::path& input : inputs) taken.insert(real_path(input));
  std::map<fs::path, int> last;  // last number tried for a name; the numbers before it are taken
  std::vector<fs::path> outputs;
  for (const fs::path& input : inputs) {
    fs::path candidate;
    for (int& number = last[input.stem()];;) {
      fs::path name = input.stem();
      if (++number > 1) name += "-" + std::to_string(number);
      candidate = folder / (name += "." + std::string(extension));
      if (taken.insert(real_path(candidate)).second) break;
    }
    outputs.push_back(candidate);
  }
  return outputs;
}

void prepare_folder(const fs::path& folder) {
  const auto fail = [&](const std::string& why) {
    throw CommandError("The output folder {1} can't be used: {2}.", folder.string(), why);
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error && !fs::is_directory(folder)) fail(error.message());
  if (!fs::is_directory(folder, error)) fail("it is not a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail(std::generic_category().message(errno));
}

void check_writable(const std::string& file) {
  if (file.empty() || file == "-") return;
  std::error_code unknown;  // then the file stays
  const bool is_new = fs::symlink_status(file, unknown).type() == fs::file_type::not_found;
  if (!std::ofstream(file, std::ios::app)) refuse(file);
  if (is_new) fs::remove(file, unknown);
}

void write_file(const std::string& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::trunc | std::ios::binary);
  if (!out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush()) refuse(file);
}

}  // namespace tilescribe::cli
