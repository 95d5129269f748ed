// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/core/message.h"

namespace tilescribe::weights {

/// A value on the stack of a pickle. Values are owned by the machine and refer to each other by address, so
/// neither depth nor cycles cost anything.
struct Pickled {
  enum class Kind : std::uint8_t {
    mark,
    none,
    flag,
    number,
    text,
    tuple,         // items
    dictionary,    // items: key, value, key, value …; also an OrderedDict
    ordered,       // the global collections.OrderedDict
    rebuild,       // the global torch._utils._rebuild_tensor_v2
    storage_type,  // a global of torch; text: its dtype
    storage,       // text: its dtype, key: its key, number: its values
    tensor         // items: the storage; number: the first value; shape
  };
  Kind kind = Kind::none;
  std::int64_t number = 0;
  std::string_view text, key;  // in the pickle, or literals
  std::vector<const Pickled*> items = {};
  std::vector<std::int64_t> shape = {};
};

/// The machine of parse_state_dict.
class PickleMachine {
 public:
  PickleMachine(std::span<const std::byte> pickle, const std::string& where)
      : bytes_(reinterpret_cast<const char*>(pickle.data()), pickle.size()), where_(where) {}

  /// Runs to the end and gives what is then on the stack. Valid as long as the machine.
  const Pickled& run();

  /// Throws Error: what a state dict does not have here.
  [[noreturn]] void refuse(const Message& found) const;

 private:
  void step(unsigned char opcode);
  void global();
  void call();
  void persistent();
  void rebuild_tensor(const Pickled& arguments);
  void put(std::uint64_t slot);
  void get(std::uint64_t slot);
  void set_items(std::size_t first);
  void build();

  std::string_view take(std::uint64_t count);
  std::string_view line();
  std::uint64_t little_endian(std::size_t bytes);
  std::int64_t long_number();

  Pickled& push(Pickled::Kind kind);
  void push_number(std::int64_t number) { push(Pickled::Kind::number).number = number; }
  const Pickled& top(std::size_t below = 0) const;
  Pickled& pop();
  std::size_t pop_mark();
  void push_tuple(std::size_t count);

  std::string_view bytes_;
  const std::string& where_;
  std::size_t at_ = 0, opcode_at_ = 0;
  std::deque<Pickled> values_;
  std::vector<Pickled*> stack_;
  std::unordered_map<std::uint64_t, Pickled*> memo_;
};

}  // namespace tilescribe::weights
