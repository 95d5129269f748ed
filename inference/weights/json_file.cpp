// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/json_file.h"

#include <string>

#include "inference/weights/mapped_file.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {

nlohmann::json read_json_object(const std::filesystem::path& file, std::size_t max_bytes,
                                std::size_t max_values) {
  using nlohmann::json;
  const MappedFile map(file);
  const std::span<const std::byte> bytes = map.bytes();
  if (bytes.size() > max_bytes) {
    throw Error("At most {1} bytes were expected in {2}, but it has {3}.", max_bytes, file.string(),
                bytes.size());
  }
  std::size_t values = 0;
  const auto limit = [&](int depth, json::parse_event_t event, const json&) {
    using Event = json::parse_event_t;
    const bool opens = event == Event::object_start || event == Event::array_start;
    if (opens && depth >= limits::config_depth) {
      throw Error("JSON nested at most {1} deep was expected in {2}, but it goes deeper.",
                  limits::config_depth, file.string());
    }
    if ((opens || event == Event::value) && ++values > max_values)
      throw Error("At most {1} values were expected in {2}, but it has more.", max_values, file.string());
    return true;
  };
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  map.check();
  json root;
  try {
    root = json::parse(text, limit);
  } catch (const json::parse_error& error) {
    throw Error(Message("The file {1} is not valid JSON (at byte {2}).", file.string(), error.byte),
                error.what());
  } catch (const json::out_of_range& error) {
    throw Error(Message("Expected numbers that fit a double in {1}, found a larger one.", file.string()),
                error.what());
  }
  if (!root.is_object()) {
    throw Error("A JSON object was expected in {1}, but it holds {2}.", file.string(), root.type_name());
  }
  return root;
}

}  // namespace tilescribe::weights
