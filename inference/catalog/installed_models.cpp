// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>

#include "inference/api/model_folder.h"
#include "inference/api/models.h"
#include "inference/api/private_files.h"
#include "inference/download/part_folder.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

/// The folders that were added, one a line. Names of files need not be UTF-8, and so neither is this one.
constexpr const char* list_name = "added.txt";

std::vector<fs::path> added_folders(const fs::path& folder) {
  std::vector<fs::path> all;
  std::ifstream in(folder / list_name, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) all.emplace_back(line);
  }
  return all;
}

void write_list(const fs::path& folder, const std::vector<fs::path>& all) {
  make_private_folder(Message("models"), folder);
  Replacement replacement(Message("list of models"), folder / list_name, Readers::user_alone);
  for (const fs::path& one : all) replacement.write(one.string() + '\n');
  replacement.commit();
}

std::int64_t bytes_in(const fs::path& folder) {
  std::int64_t sum = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::error_code unknown;
    const auto size = entry.is_regular_file(unknown) ? entry.file_size(unknown) : 0;
    if (!unknown) sum += static_cast<std::int64_t>(size);
  }
  return sum;
}

// A downloaded folder says so, and where it came to. A copy elsewhere is the user's.
ModelOrigin origin_of(const fs::path& folder) {
  const auto manifest = download::read_manifest(folder);
  return manifest && manifest->folder == download::place_of(folder) ? ModelOrigin::downloaded
                                                                    : ModelOrigin::added;
}

InstalledModel looked_at(const fs::path& folder, ModelOrigin origin) {
  InstalledModel model{.name = folder.filename().string(), .folder = folder, .origin = origin};
  model.bytes = bytes_in(folder);
  try {
    const ModelInfo info = model_info(origin == ModelOrigin::bundled ? std::string() : folder.string());
    model.name = info.name;
    model.parameters = info.parameters;
    model.limits = info.limits;
    model.fit = memory_fit(info.parameters);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    model.problem = describe_failure(std::current_exception());
  }
  return model;
}

// Both in the folder and in the list, in order of their names and of when they were added.
std::vector<fs::path> known_folders(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::error_code unknown;
    if (entry.path().extension() != ".part" && entry.is_directory(unknown) &&
        download::read_manifest(entry.path()))
      all.push_back(entry.path());
  }
  std::ranges::sort(all);
  for (const fs::path& added : added_folders(folder)) {
    const auto same = [&](const fs::path& other) { return is_same_folder(other, added); };
    if (std::ranges::none_of(all, same)) all.push_back(added);
  }
  return all;
}

}  // namespace

fs::path models_folder() {
  return data_folder() / "models";
}

bool is_whole(const InstalledModel& model, const PublishedModel& published) {
  return model.name == published.name && model.parameters == published.parameters &&
         model.problem.message.empty();
}

bool is_same_folder(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return a == b || fs::equivalent(a, b, error);
}

std::vector<InstalledModel> installed_models(const fs::path& folder) {
  std::vector<InstalledModel> all;
  try {
    all.push_back(looked_at(demo_model_directory(), ModelOrigin::bundled));
  } catch (const Error&) {
    // The program was installed without it.
  }
  for (const fs::path& one : known_folders(folder)) all.push_back(looked_at(one, origin_of(one)));
  return all;
}

void add_model(const fs::path& folder, const fs::path& model) {
  std::error_code error;
  fs::path whole = fs::absolute(model, error).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();  // "a/b/" is "a/b"
  check_model(whole.string());
  if (whole.string().find('\n') != std::string::npos)
    throw Error("The name of the folder {1} has a line break, which the list of models can't hold.",
                whole.string());
  const auto same = [&](const fs::path& other) { return is_same_folder(other, whole); };
  if (std::ranges::any_of(known_folders(folder), same)) return;
  std::vector<fs::path> added = added_folders(folder);
  added.push_back(whole);
  write_list(folder, added);
}

void remove_model(const fs::path& folder, const InstalledModel& model) {
  if (model.origin == ModelOrigin::bundled)
    throw Error("{1} belongs to the program and can't be removed.", model.name);
  const bool downloaded =
      model.origin == ModelOrigin::downloaded && origin_of(model.folder) == ModelOrigin::downloaded;
  if (downloaded) download::delete_model(model.folder);
  std::vector<fs::path> added = added_folders(folder);
  const bool listed = std::erase_if(added, [&](const fs::path& one) { return one == model.folder; }) > 0;
  if (listed) write_list(folder, added);
  if (!listed && !downloaded)
    throw Error("{1} was not downloaded into {2}, so its files are kept. Move the folder away to remove it.",
                model.name, model.folder.string());
}

}  // namespace tilescribe
