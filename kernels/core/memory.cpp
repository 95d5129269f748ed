// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/memory.h"

#include <malloc.h>
#include <sys/mman.h>

namespace tilescribe::kernels {

Error out_of_memory(std::size_t bytes, const Message& purpose) {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  const std::size_t needed = bytes / mebibyte + (bytes % mebibyte != 0 ? 1 : 0);
  if (purpose.empty()) return Error("There is not enough memory: another {1} MiB were needed.", needed);
  return Error("There is not enough memory: another {1} MiB were needed {2}.", needed, purpose);
}

void require_memory(std::size_t bytes, const Message& purpose) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw out_of_memory(bytes, purpose);
  ::munmap(memory, bytes);
}

GivesMemoryBack::~GivesMemoryBack() {
  ::malloc_trim(0);
}

}  // namespace tilescribe::kernels
