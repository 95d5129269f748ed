// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/pickle_machine.h"

#include <algorithm>
#include <array>
#include <limits>

#include "inference/weights/limits.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

// Opcodes of pickle (protocol 2) by their names in Python's pickletools.
enum class Opcode : unsigned char {
  mark = '(',
  stop = '.',
  binint = 'J',
  binint1 = 'K',
  binint2 = 'M',
  none = 'N',
  binpersid = 'Q',
  reduce = 'R',
  binunicode = 'X',
  build = 'b',
  global = 'c',
  binget = 'h',
  long_binget = 'j',
  binput = 'q',
  long_binput = 'r',
  setitem = 's',
  tuple = 't',
  setitems = 'u',
  empty_tuple = ')',
  empty_dict = '}',
  proto = 0x80,
  tuple1 = 0x85,
  tuple2 = 0x86,
  tuple3 = 0x87,
  newtrue = 0x88,
  newfalse = 0x89,
  long1 = 0x8a
};

constexpr std::size_t most_key_bytes = 64;  // of a storage: it is a number, and each tensor keeps it

struct StorageType {
  std::string_view name, dtype;
};
constexpr std::array storage_types{
    StorageType{"FloatStorage", "F32"},     StorageType{"HalfStorage", "F16"},
    StorageType{"BFloat16Storage", "BF16"}, StorageType{"DoubleStorage", "F64"},
    StorageType{"LongStorage", "I64"},      StorageType{"IntStorage", "I32"},
    StorageType{"ShortStorage", "I16"},     StorageType{"CharStorage", "I8"},
    StorageType{"ByteStorage", "U8"},       StorageType{"BoolStorage", "BOOL"}};

std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  return text.size() > most ? std::string(text.substr(0, most)) + "…" : std::string(text);
}

// a·b, unless it leaves the range.
bool multiply(std::int64_t& a, std::int64_t b) {
  if (b != 0 && a > std::numeric_limits<std::int64_t>::max() / b) return false;
  a *= b;
  return true;
}

}  // namespace

void PickleMachine::refuse(const Message& found) const {
  throw Error("Expected nothing but the tensors of a state dict in {1}, found {2} at byte {3} of its pickle.",
              where_, found, opcode_at_);
}

// ---- Reading ----

std::string_view PickleMachine::take(std::uint64_t count) {
  if (count > bytes_.size() - at_) refuse(Message("its end in the middle"));
  const std::string_view taken = bytes_.substr(at_, static_cast<std::size_t>(count));
  at_ += static_cast<std::size_t>(count);
  return taken;
}

std::string_view PickleMachine::line() {
  const std::size_t end = bytes_.find('\n', at_);
  if (end == std::string_view::npos) refuse(Message("its end in the middle"));
  const std::string_view text = bytes_.substr(at_, end - at_);
  at_ = end + 1;
  return text;
}

std::uint64_t PickleMachine::little_endian(std::size_t bytes) {
  std::uint64_t value = 0;
  const std::string_view text = take(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * i);
  return value;
}

// LONG1: two's complement in as many bytes as it takes; numbers here are sizes, below 2⁶³.
std::int64_t PickleMachine::long_number() {
  const std::uint64_t length = little_endian(1);
  if (length > sizeof(std::int64_t)) refuse(Message("a number of {1} bytes", length));
  const std::uint64_t value = little_endian(static_cast<std::size_t>(length));
  if (value > std::numeric_limits<std::int64_t>::max()) refuse(Message("a negative number of 8 bytes"));
  return static_cast<std::int64_t>(value);
}

// ---- The stack ----

Pickled& PickleMachine::push(Pickled::Kind kind) {
  if (values_.size() >= limits::pickle_values || stack_.size() >= limits::pickle_values)
    refuse(Message("more than {1} values", limits::pickle_values));
  Pickled& value = values_.emplace_back();
  value.kind = kind;
  stack_.push_back(&value);
  return value;
}

const Pickled& PickleMachine::top(std::size_t below) const {
  if (stack_.size() <= below) refuse(Message("an empty stack"));
  return *stack_[stack_.size() - 1 - below];
}

Pickled& PickleMachine::pop() {
  static_cast<void>(top());
  Pickled& value = *stack_.back();
  stack_.pop_back();
  return value;
}

// Where the values behind the last mark begin; the mark goes.
std::size_t PickleMachine::pop_mark() {
  const auto found = std::find_if(stack_.rbegin(), stack_.rend(),
                                  [](const Pickled* v) { return v->kind == Pickled::Kind::mark; });
  if (found == stack_.rend()) refuse(Message("no mark on the stack"));
  const auto place = static_cast<std::size_t>(stack_.rend() - found) - 1;
  stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(place));
  return place;
}

// The last values of the stack as one.
void PickleMachine::push_tuple(std::size_t count) {
  if (count > stack_.size()) refuse(Message("an empty stack"));
  const std::vector<const Pickled*> items(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
  stack_.resize(stack_.size() - count);
  push(Pickled::Kind::tuple).items = items;
}

void PickleMachine::put(std::uint64_t slot) {
  static_cast<void>(top());
  if (memo_.size() >= limits::pickle_values) refuse(Message("more than {1} values", limits::pickle_values));
  memo_[slot] = stack_.back();
}

void PickleMachine::get(std::uint64_t slot) {
  const auto found = memo_.find(slot);
  if (found == memo_.end()) refuse(Message("the unknown memo {1}", slot));
  if (stack_.size() >= limits::pickle_values) refuse(Message("more than {1} values", limits::pickle_values));
  stack_.push_back(found->second);
}

// ---- What a state dict is made of ----

void PickleMachine::global() {
  const std::string_view module = line(), name = line();
  if (module == "collections" && name == "OrderedDict") {
    push(Pickled::Kind::ordered);
    return;
  }
  if (module == "torch._utils" && name == "_rebuild_tensor_v2") {
    push(Pickled::Kind::rebuild);
    return;
  }
  const auto type = std::ranges::find(storage_types, name, &StorageType::name);
  if (module != "torch" || type == storage_types.end())
    refuse(Message("the name {1}.{2}, which is never called or imported", shown(module), shown(name)));
  push(Pickled::Kind::storage_type).text = type->dtype;
}

// ('storage', torch.FloatStorage, key, place, values)
void PickleMachine::persistent() {
  const Pickled& id = pop();
  const bool fits = id.kind == Pickled::Kind::tuple && id.items.size() == 5 &&
                    id.items[0]->kind == Pickled::Kind::text && id.items[0]->text == "storage" &&
                    id.items[1]->kind == Pickled::Kind::storage_type &&
                    id.items[2]->kind == Pickled::Kind::text && id.items[2]->text.size() <= most_key_bytes &&
                    id.items[4]->kind == Pickled::Kind::number && id.items[4]->number >= 0;
  if (!fits) refuse(Message("a reference to something other than a storage"));
  if (id.items[4]->number > limits::storage_values)
    refuse(Message("a storage of {1} values", id.items[4]->number));
  Pickled& storage = push(Pickled::Kind::storage);
  storage.text = id.items[1]->text;
  storage.key = id.items[2]->text;
  storage.number = id.items[4]->number;
}

void PickleMachine::call() {
  const Pickled& arguments = pop();
  const Pickled& callee = pop();
  if (callee.kind == Pickled::Kind::ordered && arguments.kind == Pickled::Kind::tuple &&
      arguments.items.empty()) {
    push(Pickled::Kind::dictionary);
  } else if (callee.kind == Pickled::Kind::rebuild) {
    rebuild_tensor(arguments);
  } else {
    refuse(Message("a call of something other than OrderedDict() or _rebuild_tensor_v2"));
  }
}

// (storage, first value, shape, strides, requires_grad, hooks)
void PickleMachine::rebuild_tensor(const Pickled& arguments) {
  const auto& items = arguments.items;
  const auto all_numbers = [](const Pickled& tuple) {
    return tuple.kind == Pickled::Kind::tuple && tuple.items.size() <= limits::dimensions &&
           std::ranges::all_of(tuple.items, [](const Pickled* item) {
             return item->kind == Pickled::Kind::number && item->number >= 0;
           });
  };
  const bool fits = arguments.kind == Pickled::Kind::tuple && items.size() == 6 &&
                    items[0]->kind == Pickled::Kind::storage && items[1]->kind == Pickled::Kind::number &&
                    items[1]->number >= 0 && all_numbers(*items[2]) && all_numbers(*items[3]) &&
                    items[2]->items.size() == items[3]->items.size();
  if (!fits) refuse(Message("a tensor whose storage, shape or strides are none"));
  const auto& shape = items[2]->items;
  const auto& strides = items[3]->items;
  std::int64_t values = 1;
  for (std::size_t i = shape.size(); i > 0; --i) {
    const std::int64_t size = shape[i - 1]->number;
    if (size > 1 && strides[i - 1]->number != values)
      refuse(Message("a tensor that is not dense and row-major"));
    if (!multiply(values, size)) refuse(Message("a tensor of more values than can be counted"));
  }
  const std::int64_t first = items[1]->number, held = items[0]->number;
  if (first > held || values > held - first)
    refuse(Message("a tensor of {1} values from value {2} on of a storage of {3}", values, first, held));
  Pickled& tensor = push(Pickled::Kind::tensor);
  tensor.items = {items[0]};
  tensor.number = first;
  for (const Pickled* size : shape) tensor.shape.push_back(size->number);
}

// Keys and values from `first` on go into the dictionary below them.
void PickleMachine::set_items(std::size_t first) {
  const std::vector<const Pickled*> items(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
  stack_.resize(first);
  static_cast<void>(top());
  Pickled& dictionary = *stack_.back();
  if (dictionary.kind != Pickled::Kind::dictionary || items.size() % 2 != 0)
    refuse(Message("items of something other than a dictionary"));
  if (dictionary.items.size() + items.size() > limits::pickle_values)
    refuse(Message("more than {1} values", limits::pickle_values));
  dictionary.items.insert(dictionary.items.end(), items.begin(), items.end());
}

// The attributes of a state dict (its _metadata) are versions of modules: they say nothing about weights.
void PickleMachine::build() {
  const Pickled& attributes = pop();
  if (top().kind != Pickled::Kind::dictionary || attributes.kind != Pickled::Kind::dictionary)
    refuse(Message("attributes of something other than a dictionary"));
}

// ---- Running ----

void PickleMachine::step(unsigned char opcode) {
  switch (static_cast<Opcode>(opcode)) {
    case Opcode::proto:
      if (const std::uint64_t version = little_endian(1); version != 2)
        refuse(Message("protocol {1} instead of 2", version));
      return;
    case Opcode::mark:
      push(Pickled::Kind::mark);
      return;
    case Opcode::none:
      push(Pickled::Kind::none);
      return;
    case Opcode::newtrue:
    case Opcode::newfalse:
      push(Pickled::Kind::flag).number = opcode == static_cast<unsigned char>(Opcode::newtrue) ? 1 : 0;
      return;
    case Opcode::binint:
      return push_number(static_cast<std::int32_t>(static_cast<std::uint32_t>(little_endian(4))));
    case Opcode::binint1:
      return push_number(static_cast<std::int64_t>(little_endian(1)));
    case Opcode::binint2:
      return push_number(static_cast<std::int64_t>(little_endian(2)));
    case Opcode::long1:
      return push_number(long_number());
    case Opcode::binunicode: {
      const std::string_view text = take(little_endian(4));
      push(Pickled::Kind::text).text = text;
      return;
    }
    case Opcode::empty_tuple:
      return push_tuple(0);
    case Opcode::tuple1:
      return push_tuple(1);
    case Opcode::tuple2:
      return push_tuple(2);
    case Opcode::tuple3:
      return push_tuple(3);
    case Opcode::tuple: {
      const std::size_t first = pop_mark();
      return push_tuple(stack_.size() - first);
    }
    case Opcode::empty_dict:
      push(Pickled::Kind::dictionary);
      return;
    case Opcode::setitem:
      if (stack_.size() < 3) refuse(Message("an empty stack"));
      return set_items(stack_.size() - 2);
    case Opcode::setitems:
      return set_items(pop_mark());
    case Opcode::binput:
      return put(little_endian(1));
    case Opcode::long_binput:
      return put(little_endian(4));
    case Opcode::binget:
      return get(little_endian(1));
    case Opcode::long_binget:
      return get(little_endian(4));
    case Opcode::global:
      return global();
    case Opcode::binpersid:
      return persistent();
    case Opcode::reduce:
      return call();
    case Opcode::build:
      return build();
    default:
      refuse(Message("the opcode {1}, which no state dict has", int{opcode}));
  }
}

const Pickled& PickleMachine::run() {
  for (;;) {
    opcode_at_ = at_;
    const auto opcode = static_cast<unsigned char>(take(1)[0]);
    if (opcode == static_cast<unsigned char>(Opcode::stop)) return top();
    step(opcode);
  }
}

}  // namespace tilescribe::weights
