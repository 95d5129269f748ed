// SPDX-License-Identifier: Apache-2.0
#include "inference/download/transfer.h"

#include "kernels/core/error.h"

namespace tilescribe::download {

const TransferPlugin& transfer_plugin() {
  static const PluginTable<TransferPlugin> library = open_table(download_plugin);
  if (library.functions == nullptr)
    throw Error("The network needs a part of the program that is missing: {1}", library.reason);
  return *library.functions;
}

}  // namespace tilescribe::download
