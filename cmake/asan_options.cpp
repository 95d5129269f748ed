// SPDX-License-Identifier: Apache-2.0
// What AddressSanitizer's runtime asks each of our programs for at its start (ASAN_OPTIONS adds to it), and
// what it needs at its end.
#include <filesystem>
#include <iterator>
#include <system_error>

#include <unistd.h>

// GCC 12's runtime may take a thread's storage for the layout of glibc 2.19 by where it happens to begin;
// LeakSanitizer then reads past it and dies at exit (https://github.com/google/sanitizers/issues/1322).
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "intercept_tls_get_addr=0";
}

namespace {

// LeakSanitizer does not see what a thread that is just ending still holds (Qt's data of a thread that was
// joined, say), and calls it lost. So the last threads get a moment to end before it looks.
struct LastThreads {
  ~LastThreads() {
    constexpr int most_tries = 100;
    constexpr useconds_t pause_us = 2000;
    for (int i = 0; i < most_tries; ++i) {
      std::error_code unknown;
      const std::filesystem::directory_iterator threads("/proc/self/task", unknown);
      if (unknown || std::distance(threads, {}) <= 1) return;
      ::usleep(pause_us);
    }
  }
} const last_threads;

}  // namespace
