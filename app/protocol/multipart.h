// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tilescribe::protocol {

/// The head of one part of a form.
struct PartHead {
  std::string name;
  std::optional<std::string> file_name;
};

/// Takes the parts of a form as they arrive.
class PartSink {
 public:
  virtual ~PartSink() = default;
  virtual void begin_part(PartHead head) = 0;
  /// The next bytes of the part that was begun last.
  virtual void part_data(std::string_view bytes) = 0;
  virtual void end_part() = 0;
};

/// A parameter of a header's value: "boundary" in `multipart/form-data; boundary="x"`. Quotes and their
/// escapes are taken off (RFC 9110, 5.6.6).
std::optional<std::string> header_parameter(std::string_view value, std::string_view name);

/// What stands before the first semicolon, in lower case: "multipart/form-data".
std::string header_word(std::string_view value);

/// Reads a form in multipart/form-data (RFC 7578, RFC 2046) piece by piece, wherever the pieces break. It
/// holds one head or a boundary at most, and so its memory is bounded, however large the form is. Its methods
/// throw RequestError.
class MultipartReader {
 public:
  /// `boundary`: of the Content-Type, 1 to 70 characters.
  MultipartReader(const std::string& boundary, PartSink& sink);

  void feed(std::string_view bytes);
  /// The form has ended. Throws if its last boundary is missing.
  void finish() const;

  static constexpr std::size_t most_head_bytes = 8192;
  static constexpr int most_parts = 200;

 private:
  enum class State { preamble, boundary, head, data, epilogue };

  bool step();
  bool pass_data(bool in_part);
  bool pass_boundary();
  bool pass_head();

  PartSink& sink_;
  std::string delimiter_;         // "\r\n--" and the boundary
  std::string pending_ = "\r\n";  // not yet passed on; the first boundary may begin the form
  std::size_t taken_ = 0;         // bytes of pending_ that are done with
  State state_ = State::preamble;
  int parts_ = 0;
};

}  // namespace tilescribe::protocol
