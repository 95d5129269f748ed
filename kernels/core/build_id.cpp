// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/build_id.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <elf.h>
#include <link.h>

namespace tilescribe {
namespace {

struct Search {
  std::uintptr_t address = 0;
  std::string id;
};

std::string id_in_notes(const std::byte* notes, std::size_t bytes) {
  const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
  while (bytes >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes, sizeof note);
    const std::size_t whole = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
    if (whole > bytes) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(notes + sizeof note, "GNU", 4) == 0) {
      constexpr const char* digits = "0123456789abcdef";
      std::string id;
      for (std::size_t i = 0; i < note.n_descsz; ++i) {
        const auto byte = std::to_integer<unsigned>(notes[sizeof note + padded(note.n_namesz) + i]);
        id += digits[byte / 16];
        id += digits[byte % 16];
      }
      return id;
    }
    notes += whole;
    bytes -= whole;
  }
  return {};
}

// Looks into one loaded object; returns whether it holds the address.
int look_into(dl_phdr_info* object, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  bool holds = false;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    holds =
        holds || (part.p_type == PT_LOAD && search.address >= begin && search.address - begin < part.p_memsz);
  }
  if (!holds) return 0;
  for (int i = 0; i < object->dlpi_phnum && search.id.empty(); ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    search.id =
        id_in_notes(reinterpret_cast<const std::byte*>(object->dlpi_addr + part.p_vaddr), part.p_memsz);
  }
  return 1;
}

}  // namespace

std::string build_id(const void* address) {
  Search search{reinterpret_cast<std::uintptr_t>(address), {}};
  dl_iterate_phdr(look_into, &search);
  return search.id;
}

std::string kernels_build_id() {
  static const char here = 0;
  return build_id(&here);
}

}  // namespace tilescribe
