// SPDX-License-Identifier: Apache-2.0
// Every test runs in the locale C and in UTC, whoever starts it: figures and dates are compared with texts.
// Both are set before main, so that Qt never asks for others; processes that a test starts inherit them.
#include <cstdlib>

namespace {

[[gnu::constructor]] void set_locale() {
  ::setenv("LC_ALL", "C.UTF-8", 1);
  ::unsetenv("LANGUAGE");
  ::setenv("TZ", "UTC", 1);
}

}  // namespace
