// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/core/message.h"

namespace tilescribe {

/// Folders where our plugins may be: beside the program, in ../lib, and where an installation puts them.
TILESCRIBE_EXPORT std::vector<std::filesystem::path> plugin_directories();

/// One of our plugins, opened at run time and kept open until the process ends.
class TILESCRIBE_EXPORT Plugin {
 public:
  /// Tries `file_name` in each plugin directory. If the plugin or a library that it needs is missing, the
  /// result is empty and has a reason.
  static Plugin open(const std::string& file_name);

  explicit operator bool() const { return handle_ != nullptr; }
  const Message& reason() const { return reason_; }  // why it could not be opened: a sentence

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
