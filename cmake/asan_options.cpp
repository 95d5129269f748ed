// SPDX-License-Identifier: Apache-2.0
// What AddressSanitizer's runtime asks each of our programs for at its start. ASAN_OPTIONS adds to it.

// GCC 12's runtime may take a thread's storage for the layout of glibc 2.19 by where it happens to begin;
// LeakSanitizer then reads past it and dies at exit (https://github.com/google/sanitizers/issues/1322).
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "intercept_tls_get_addr=0";
}
