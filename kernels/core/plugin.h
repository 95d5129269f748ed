// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/core/message.h"

namespace tilescribe {

/// Folders where the program's own plugins may lie: beside the program, in ../lib, and where an installation
/// puts them.
TILESCRIBE_EXPORT std::vector<std::filesystem::path> plugin_directories();

/// A plugin of the program's own, opened at run time and kept open until the process ends.
class TILESCRIBE_EXPORT Plugin {
 public:
  /// Tries `file_name` in each plugin directory. A plugin that is not there, or whose libraries are not,
  /// gives an empty plugin with a reason.
  static Plugin open(const std::string& file_name);

  explicit operator bool() const { return handle_ != nullptr; }
  const Message& reason() const { return reason_; }  // why it could not be opened, a sentence

  /// The address of a C function, or null.
  void* symbol(const char* name) const;
  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* handle_ = nullptr;
  Message reason_;
};

}  // namespace tilescribe
