// SPDX-License-Identifier: Apache-2.0
#include "inference/archive/manifest.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "inference/api/engine_names.h"
#include "inference/api/utf8.h"
#include "inference/archive/digest.h"
#include "inference/text/json_access.h"
#include "inference/transcript/replacement.h"
#include "inference/weights/json_file.h"
#include "kernels/core/error.h"

namespace tilescribe::archive {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int manifest_version = 1;
constexpr std::size_t most_bytes = std::size_t{512} << 20U;
constexpr std::size_t most_values = 8 * most_files + 100'000;  // a file has eight; the rest is the model's
constexpr std::int64_t most_whole = std::int64_t{1} << 62U;
constexpr double most_seconds = 1e9;

constexpr std::array long_audio_names{Named<LongAudio>{LongAudio::joint, "joint"},
                                      Named<LongAudio>{LongAudio::windows, "windows"}};

// Every setting that may change a text.
json settings_of(const Manifest& manifest) {
  const TranscribeOptions& options = manifest.options;
  json settings = {{"engine", name_of(engine_names, manifest.engine.engine)},
                   {"compute", name_of(compute_names, manifest.engine.compute)},
                   {"weights", name_of(weights_names, manifest.engine.weights)},
                   {"long", name_of(long_audio_names, options.long_audio)},
                   {"prompt", options.prompt},
                   {"max_new_tokens", options.max_new_tokens},
                   {"batch", options.batch},
                   {"temperature", options.temperature},
                   {"top_k", options.top_k},
                   {"seed", options.seed}};
  // Plans without them, which are older, keep their keys.
  if (options.speakers != Speakers::none) settings["speakers"] = name_of(speakers_names, options.speakers);
  if (options.word_times) settings["word_times"] = 1;
  if (options.word_ngram) settings["word_ngram"] = 1;
  if (manifest.engine.kv_cache != KvCacheType::automatic)
    settings["kv_cache"] = name_of(kv_cache_names, manifest.engine.kv_cache);
  return settings;
}

// One object of the file, and where it stands there.
class Fields {
 public:
  Fields(const fs::path& file, const json& object, std::string place)
      : file_(file), object_(object), place_(std::move(place)) {
    if (!object.is_object()) fail(place_, Message("an object"), object);
  }

  bool has(const char* name) const { return object_.contains(name); }
  Fields object(const char* name) const { return {file_, at(name), name_of_field(name)}; }

  std::vector<Fields> objects(const char* name) const {
    const json& list = at(name);
    if (!list.is_array()) fail(name_of_field(name), Message("a list"), list);
    std::vector<Fields> all;
    for (std::size_t i = 0; i < list.size(); ++i)
      all.emplace_back(file_, list[i], name_of_field(name) + '[' + std::to_string(i) + ']');
    return all;
  }
  std::string text(const char* name) const {
    const json& value = at(name);
    if (!value.is_string()) fail(name_of_field(name), Message("a text"), value);
    auto result = value.get<std::string>();
    if (result.find('\0') != std::string::npos)
      fail(name_of_field(name), Message("a text without NUL"), value);
    return result;
  }
  fs::path absolute_path(const char* name) const {
    fs::path path = text(name);
    if (!path.is_absolute()) fail(name_of_field(name), Message("an absolute path"), at(name));
    return path;
  }
  std::string sha256(const char* name) const {
    std::string sum = text(name);
    if (sum.size() != 64 || sum.find_first_not_of("0123456789abcdef") != std::string::npos)
      fail(name_of_field(name), Message("64 hexadecimal digits"), at(name));
    return sum;
  }
  template <class Whole>
  Whole whole(const char* name, std::int64_t least, std::int64_t most) const {
    const json& value = at(name);
    const auto number = text::whole_number<std::int64_t>(value);
    if (!number || *number < least || *number > most)
      fail(name_of_field(name), Message("a whole number from {1} to {2}", least, most), value);
    return static_cast<Whole>(*number);
  }
  double number(const char* name, double most) const {
    const json& value = at(name);
    const double result = value.is_number() ? value.get<double>() : -1.0;
    if (!std::isfinite(result) || result < 0.0 || result > most)
      fail(name_of_field(name), Message("a number from 0 to {1}", Real{most, 0}), value);
    return result;
  }
  template <class Names>
  auto choice(const char* name, const Names& names) const {
    const auto value = value_of(names, text(name));
    if (!value) fail(name_of_field(name), Message("one of {1}", joined_names(names, ", ", " or ")), at(name));
    return *value;
  }
  std::uint64_t seed(const char* name) const {
    const json& value = at(name);
    if (!value.is_number_unsigned()) fail(name_of_field(name), Message("a whole number from 0 on"), value);
    return value.get<std::uint64_t>();
  }

  [[noreturn]] void fail(const std::string& place, const Message& expected, const json& found) const {
    std::string shown = found.dump(-1, ' ', false, json::error_handler_t::replace);
    if (shown.size() > 60) shown = std::string(whole_characters(shown, 60));
    throw Error("Expected {1} as {2} in the manifest {3}, found {4}.", expected, place, file_.string(),
                shown);
  }

 private:
  // The longest beginning of at most so many bytes that cuts no character.
  static std::string_view whole_characters(std::string_view text, std::size_t bytes) {
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
    return text.substr(0, bytes);
  }

  std::string name_of_field(const char* name) const { return place_.empty() ? name : place_ + '.' + name; }

  const json& at(const char* name) const {
    const auto found = object_.find(name);
    if (found == object_.end())
      throw Error("Expected {1} in the manifest {2}, found none.", name_of_field(name), file_.string());
    return *found;
  }

  const fs::path& file_;
  const json& object_;
  std::string place_;
};

FileStamp stamp_from(const Fields& fields) {
  return {.bytes = fields.whole<std::uint64_t>("bytes", 0, most_whole),
          .changed_ns = fields.whole<std::int64_t>("changed_ns", -most_whole, most_whole)};
}

// A name that stays in its folder.
std::string plain_name(const Fields& fields) {
  std::string name = fields.text("name");
  if (name.empty() || name.starts_with('.') || name.find('/') != std::string::npos)
    fields.fail("a file's name", Message("a plain name"), name);
  return name;
}

void read_settings(const Fields& fields, Manifest& manifest) {
  constexpr int most_tokens = 1'000'000;
  TranscribeOptions& options = manifest.options;
  manifest.engine.engine = fields.choice("engine", engine_names);
  manifest.engine.compute = fields.choice("compute", compute_names);
  manifest.engine.weights = fields.choice("weights", weights_names);
  options.long_audio = fields.choice("long", long_audio_names);
  options.prompt = fields.text("prompt");
  options.max_new_tokens = fields.whole<int>("max_new_tokens", 0, most_tokens);
  options.batch = fields.whole<int>("batch", 0, 1024);
  options.temperature = static_cast<float>(fields.number("temperature", 100.0));
  options.top_k = fields.whole<int>("top_k", 0, most_tokens);
  options.seed = fields.seed("seed");
  if (fields.has("speakers")) options.speakers = fields.choice("speakers", speakers_names);
  if (fields.has("word_times")) options.word_times = fields.whole<int>("word_times", 0, 1) == 1;
  if (fields.has("word_ngram")) options.word_ngram = fields.whole<int>("word_ngram", 0, 1) == 1;
  if (fields.has("kv_cache")) manifest.engine.kv_cache = fields.choice("kv_cache", kv_cache_names);
}

File file_from(const Fields& fields, int shards) {
  File file{.path = fields.absolute_path("path")};
  file.problem = fields.text("problem");
  if (!file.problem.empty()) return file;
  file.stamp = stamp_from(fields);
  file.seconds = fields.number("seconds", most_seconds);
  file.sha256 = fields.sha256("sha256");
  file.shard = fields.whole<int>("shard", 0, shards - 1);
  return file;
}

}  // namespace

Manifest read_manifest(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    throw Error("Expected an archive with a manifest at {1}, found none; archive plan makes one.",
                file.string());
  const json root = weights::read_json_object(file, most_bytes, most_values);
  const Fields fields(file, root, {});
  if (fields.whole<int>("tilescribe_archive", 0, std::numeric_limits<int>::max()) != manifest_version)
    fields.fail("tilescribe_archive", Message("version {1}", manifest_version), root["tilescribe_archive"]);
  Manifest manifest;
  const Fields model = fields.object("model");
  manifest.model = {.folder = model.absolute_path("folder"), .name = model.text("name")};
  for (const Fields& one : model.objects("files"))
    manifest.model.files.push_back(
        {.name = plain_name(one), .stamp = stamp_from(one), .sha256 = one.sha256("sha256")});
  read_settings(fields.object("settings"), manifest);
  manifest.format = fields.choice("format", format_names(readable_formats));
  manifest.shards = fields.whole<int>("shards", 1, most_shards);
  for (const Fields& one : fields.objects("files")) manifest.files.push_back(file_from(one, manifest.shards));
  return manifest;
}

void check_count(std::size_t files) {
  if (files > most_files)
    throw Error("Expected at most {1} files in an archive, found {2}; plan several archives.", most_files,
                files);
}

void write_manifest(const fs::path& file, const Manifest& manifest) {
  check_count(manifest.files.size());
  json model_files = json::array();
  for (const ModelFile& one : manifest.model.files)
    model_files.push_back({{"name", one.name},
                           {"bytes", one.stamp.bytes},
                           {"changed_ns", one.stamp.changed_ns},
                           {"sha256", one.sha256}});
  json files = json::array();
  for (const File& one : manifest.files) {
    json entry = {{"path", one.path.string()}, {"problem", one.problem}};
    if (one.problem.empty()) {
      entry.update({{"bytes", one.stamp.bytes},
                    {"changed_ns", one.stamp.changed_ns},
                    {"seconds", one.seconds},
                    {"sha256", one.sha256},
                    {"shard", one.shard}});
    }
    files.push_back(std::move(entry));
  }
  const json root = {
      {"tilescribe_archive", manifest_version},
      {"model",
       {{"folder", manifest.model.folder.string()}, {"name", manifest.model.name}, {"files", model_files}}},
      {"settings", settings_of(manifest)},
      {"format", extension(manifest.format)},
      {"shards", manifest.shards},
      {"files", files}};
  const std::string text = root.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
  if (text.size() > most_bytes)
    throw Error("At most {1} bytes were expected in {2}, but it has {3}.", most_bytes, file.string(),
                text.size());
  replace_file(Message("manifest"), file, text, Readers::user_alone, Links::replace);
}

std::string key_of(const Manifest& manifest, const File& file) {
  if (!file.problem.empty()) return {};
  Sha256 digest;
  digest.add("tilescribe archive 1\n" + file.sha256 + '\n');
  for (const ModelFile& one : manifest.model.files) digest.add(one.name + '\n' + one.sha256 + '\n');
  digest.add(settings_of(manifest).dump(-1, ' ', true, json::error_handler_t::replace) + '\n');
  digest.add(extension(manifest.format));
  return digest.hex();
}

}  // namespace tilescribe::archive
