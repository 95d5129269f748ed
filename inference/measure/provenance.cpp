// SPDX-License-Identifier: Apache-2.0
#include "inference/api/provenance.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "inference/api/lab.h"
#include "inference/measure/local_time.h"
#include "inference/measure/source_commit.h"
#include "kernels/core/build_id.h"

namespace tilescribe {

std::string driver_version_in(std::string_view text) {
  // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.82.07  Wed …": the compiler's version is in the next
  // line.
  std::istringstream words{std::string(text.substr(0, text.find('\n')))};
  for (std::string word; words >> word;) {
    const bool number = word.find_first_not_of("0123456789.") == std::string::npos;
    if (number && word.find('.') != std::string::npos && word.front() != '.' && word.back() != '.')
      return word;
  }
  return {};
}

Provenance provenance_now(int gpu) {
  Provenance now;
  now.program = "Tilescribe " TILESCRIBE_VERSION;
  now.commit = source_commit;
  now.build = kernels_build_id();
  now.began = local_time();
  for (const DeviceRow& row : devices()) {
    if (row.gpu != gpu) continue;
    now.device = english(row.name);
    now.facts = row.facts;
    break;
  }
  if (gpu >= 0) {
    std::ifstream file("/proc/driver/nvidia/version");
    now.driver = driver_version_in(std::string(std::istreambuf_iterator<char>(file), {}));
  }
  return now;
}

}  // namespace tilescribe
