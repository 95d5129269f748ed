// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

namespace tilescribe::test {

/// How long a test waits for what must come. It is long, because the sanitizers and other programs on the
/// machine slow everything down; a test that passes never waits it out. What takes minutes by itself has a
/// patience of its own.
inline constexpr int patience_ms = 60'000;

}  // namespace tilescribe::test

// Qt's own patience is 5 s: too little for a window that opens under the sanitizers beside other tests. The
// layering test sees to it that whoever waits includes this file.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, tilescribe::test::patience_ms)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message) \
  QTRY_VERIFY2_WITH_TIMEOUT(expression, message, tilescribe::test::patience_ms)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expression, expected) \
  QTRY_COMPARE_WITH_TIMEOUT(expression, expected, tilescribe::test::patience_ms)
