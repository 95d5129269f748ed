// SPDX-License-Identifier: Apache-2.0
#include "inference/download/transfer.h"

#include "kernels/core/error.h"
#include "kernels/core/plugin.h"

namespace tilescribe::download {

const TransferPlugin& transfer_plugin() {
  static const Plugin library = Plugin::open(transfer_plugin_file);
  if (!library) throw Error("The network needs a part of the program that is missing: {1}", library.reason());
  auto* const entry = library.function<TransferPluginEntry>(transfer_plugin_symbol);
  const TransferPlugin* const plugin = entry != nullptr ? entry(transfer_plugin_abi) : nullptr;
  if (plugin == nullptr) throw Error("{1} belongs to another version of Tilescribe.", transfer_plugin_file);
  return *plugin;
}

}  // namespace tilescribe::download
