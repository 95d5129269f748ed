// SPDX-License-Identifier: Apache-2.0
// Every test runs in the locale C, whoever starts it: figures and dates are compared with texts. It is set
// before main, so that Qt never asks for another one; processes that a test starts inherit it.
#include <cstdlib>

namespace {

[[gnu::constructor]] void set_locale() {
  ::setenv("LC_ALL", "C.UTF-8", 1);
  ::unsetenv("LANGUAGE");
}

}  // namespace
