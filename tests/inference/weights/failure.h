// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <string>

#include "kernels/core/error.h"

namespace tilescribe::tests {

/// The Error that `call` throws; empty texts when it throws none.
struct Caught {
  std::string sentence;
  std::string details;
};

template <class Call>
Caught caught(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.what(), error.details()};
  }
  return {};
}

}  // namespace tilescribe::tests

/// Fails, showing the text, unless it contains `part`.
#define VERIFY_CONTAINS(text, part) \
  QVERIFY2((text).find(part) != std::string::npos, QByteArray("'" + QByteArray((text).c_str()) + "'"))
