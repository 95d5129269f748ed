// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

/// Where a plugin's table of functions is. `symbol` is its only symbol, a C function that returns the table,
/// or null if it was built for another number than `abi`. C++ types cross the border, because both sides come
/// from one build; the number, which grows when they change, rejects a plugin from another.
template <class Table>
struct PluginEntry {
  const char* file;
  const char* symbol;
  std::uint32_t abi;
};

/// A plugin's table, which is never freed, or a sentence that says why there is none.
template <class Table>
struct PluginTable {
  const Table* functions = nullptr;
  Message reason = {};
};

template <class Table>
PluginTable<Table> open_table(const PluginEntry<Table>& entry) {
  const Plugin plugin = Plugin::open(entry.file);
  if (!plugin) return {.reason = plugin.reason()};
  auto* const table_for = plugin.function<const Table*(std::uint32_t)>(entry.symbol);
  if (table_for == nullptr)
    return {.reason = Message("{1} is not the plugin that is needed here.", entry.file)};
  const Table* const table = table_for(entry.abi);
  if (table == nullptr)
    return {.reason = Message("{1} belongs to another version of Tilescribe.", entry.file)};
  return {.functions = table};
}

}  // namespace tilescribe
