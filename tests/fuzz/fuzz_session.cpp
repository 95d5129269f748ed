// SPDX-License-Identifier: Apache-2.0
// Any bytes as a profile's file: refused with an Error, or a session without a contradiction.
#include "inference/store/session_file.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  const auto file = folder.write("profile.sqlite", fuzz::characters(data, size));
  try {
    fuzz::require(!store::complaint_about(store::read_session(file)), "a session contradicts itself");
  } catch (const Error&) {
  }
  return 0;
}
