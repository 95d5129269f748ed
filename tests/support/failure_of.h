// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "kernels/core/error.h"

namespace tilescribe::test {

/// The sentence of the Error that a call throws; empty: it throws none.
template <class Call>
QString failure_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace tilescribe::test
