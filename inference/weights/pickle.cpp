// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/pickle.h"

#include <set>

#include "inference/weights/pickle_machine.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {

std::vector<PickledTensor> parse_state_dict(std::span<const std::byte> pickle, const std::string& where) {
  PickleMachine machine(pickle, where);
  const Pickled& state = machine.run();
  if (state.kind != Pickled::Kind::dictionary) machine.refuse(Message("something other than a dictionary"));
  std::vector<PickledTensor> tensors;
  std::set<std::string_view> names;  // each once, so that all of them together are no longer than the pickle
  for (std::size_t i = 0; i + 1 < state.items.size(); i += 2) {
    const Pickled &name = *state.items[i], &value = *state.items[i + 1];
    if (name.kind != Pickled::Kind::text || value.kind != Pickled::Kind::tensor)
      machine.refuse(Message("an entry that is not a tensor with a name"));
    if (!names.insert(name.text).second) machine.refuse(Message("two tensors of the same name"));
    const Pickled& storage = *value.items[0];
    tensors.push_back({.name = std::string(name.text),
                       .dtype = std::string(storage.text),
                       .shape = value.shape,
                       .storage = std::string(storage.key),
                       .storage_values = storage.number,
                       .first = value.number});
  }
  return tensors;
}

}  // namespace tilescribe::weights
