// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/json_file.h"

#include <string>

#include "inference/weights/mapped_file.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

using nlohmann::json;

// Throws where a document lies too deep or has too many values, and stops where it is none. A callback of
// json::parse could do so, too, but after each object that parser goes through the whole list around it.
class ShapeCheck final : public nlohmann::json_sax<json> {
 public:
  ShapeCheck(const std::filesystem::path& file, std::size_t max_values)
      : file_(file), max_values_(max_values) {}

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool count() {
    if (++values_ <= max_values_) return true;
    throw Error("At most {1} values were expected in {2}, but it has more.", max_values_, file_.string());
  }
  bool open() {
    if (++depth_ <= limits::config_depth) return count();
    throw Error("JSON nested at most {1} deep was expected in {2}, but it goes deeper.", limits::config_depth,
                file_.string());
  }
  bool close() {
    --depth_;
    return true;
  }

  const std::filesystem::path& file_;
  std::size_t max_values_, values_ = 0;
  int depth_ = 0;
};

}  // namespace

nlohmann::json read_json_object(const std::filesystem::path& file, std::size_t max_bytes,
                                std::size_t max_values) {
  const MappedFile map(file);
  const std::span<const std::byte> bytes = map.bytes();
  if (bytes.size() > max_bytes) {
    throw Error("At most {1} bytes were expected in {2}, but it has {3}.", max_bytes, file.string(),
                bytes.size());
  }
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  map.check();
  ShapeCheck shape(file, max_values);
  json::sax_parse(text, &shape);
  json root;
  try {
    root = json::parse(text);
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
