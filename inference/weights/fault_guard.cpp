// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/fault_guard.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

#include <sys/mman.h>
#include <unistd.h>

namespace tilescribe::weights {

struct FaultGuard::Range {
  std::atomic<bool> taken{true};
  std::atomic<std::uintptr_t> begin{0}, end{0};
  std::atomic<bool> faulted{false};
  Range* next = nullptr;  // never changes once the range is in the list
};

namespace {

using Range = FaultGuard::Range;

std::atomic<Range*> first_range{nullptr};
struct sigaction handler_before {};
std::uintptr_t page_size = 4096;

// Everything below runs inside a signal handler: only atomics and system calls.

bool put_zeros(void* place) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  for (Range* range = first_range.load(); range != nullptr; range = range->next) {
    // A range that is being reassigned to another map ends at 0 in between.
    const std::uintptr_t end = range->end, begin = range->begin;
    if (range->end != end || address < begin || address >= end) continue;
    const std::uintptr_t into_page = address % page_size;
    range->faulted = true;
    return ::mmap(static_cast<std::byte*>(place) - into_page, end - (address - into_page), PROT_READ,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
  }
  return false;
}

void pass_on(int signal, siginfo_t* info, void* context) {
  if ((handler_before.sa_flags & SA_SIGINFO) != 0) {
    handler_before.sa_sigaction(signal, info, context);
  } else if (handler_before.sa_handler != SIG_DFL && handler_before.sa_handler != SIG_IGN) {
    handler_before.sa_handler(signal);
  } else {
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // arrives when the handler returns
  }
}

void on_bus_error(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const bool of_a_read = info->si_code > 0;  // and was not sent by a process
  if (!of_a_read || !put_zeros(info->si_addr)) pass_on(signal, info, context);
  errno = error;
}

void install() {
  static std::once_flag once;
  std::call_once(once, [] {
    page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, nullptr, &handler_before);  // before a fault may need it
    ::sigaction(SIGBUS, &action, nullptr);
  });
}

Range* take_range() {
  for (Range* range = first_range.load(); range != nullptr; range = range->next) {
    bool free = false;
    if (range->taken.compare_exchange_strong(free, true)) return range;
  }
  auto* const fresh = new Range;
  fresh->next = first_range.load();
  while (!first_range.compare_exchange_weak(fresh->next, fresh)) continue;
  return fresh;
}

}  // namespace

FaultGuard::FaultGuard(std::span<const std::byte> map) {
  if (map.empty()) return;
  install();
  range_ = take_range();
  range_->faulted = false;
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(map.data());
  range_->begin = begin;  // while the range still ends at 0
  range_->end = (begin + map.size() + page_size - 1) / page_size * page_size;
}

FaultGuard::~FaultGuard() {
  if (range_ == nullptr) return;
  range_->end = 0;  // before the map goes and another takes its place
  range_->begin = 0;
  range_->taken = false;
}

bool FaultGuard::faulted() const {
  return range_ != nullptr && range_->faulted;
}

}  // namespace tilescribe::weights
