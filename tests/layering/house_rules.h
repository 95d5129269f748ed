// SPDX-License-Identifier: Apache-2.0
// The house rules that a test can read off the sources: which room may include what (ARCHITECTURE.md,
// "Rooms"), a licence line first, no overlong files, no left-overs, instructions of a GPU in kernels/device
// alone, tests that wait with patience.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::layering {

/// A broken rule, as one line for a person: "ui/a.cpp:12 includes …, but …".
using Complaint = std::string;

/// One #include line of a file.
struct Include {
  int line = 0;        // counted from 1
  std::string target;  // what stands between the quotes or brackets
  bool quoted = false;
};

/// The #include lines of a C++ or CUDA source.
std::vector<Include> includes_of(std::string_view source);

/// Why a file must not have this include, or nothing where it may. `path` is relative to the top folder, with
/// forward slashes.
std::optional<std::string> why_forbidden(const std::string& path, const Include& include);

/// All complaints about one file: its includes (C++ and CUDA only), its licence line, its length, left-overs.
std::vector<Complaint> complaints_about(const std::string& path, std::string_view source);

/// The sources of our own in a tree, relative to its top and sorted: C++, CUDA, CMake, shell and Python.
/// Folders that hold none of ours (build, .git) are passed over.
std::vector<std::string> sources_in(const std::filesystem::path& top);

/// A whole text file. Throws std::runtime_error when it can't be read.
std::string read_text(const std::filesystem::path& file);

}  // namespace tilescribe::layering
