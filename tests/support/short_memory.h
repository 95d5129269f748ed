// SPDX-License-Identifier: Apache-2.0
// For one source of a test: replaces the program's operator new by one that can fail.
#pragma once

#include <cstdlib>
#include <new>

namespace tilescribe::test {

/// So many large pieces of memory this thread still finds, and then no more; -1: all.
inline thread_local int large_pieces = -1;
inline constexpr std::size_t large_bytes = 10'000;

inline bool finds_no_memory(std::size_t size) {
  if (size < large_bytes || large_pieces < 0) return false;
  if (large_pieces == 0) return true;
  --large_pieces;
  return false;
}

}  // namespace tilescribe::test

void* operator new(std::size_t size) {
  void* memory = tilescribe::test::finds_no_memory(size) ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return tilescribe::test::finds_no_memory(size) ? nullptr : std::malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
