// SPDX-License-Identifier: Apache-2.0
// Whole numbers of a document, and all else that get() would make one of.
#include <QtTest>
#include <cstdint>
#include <limits>

#include "inference/text/json_access.h"

using namespace tilescribe;
using nlohmann::json;

class WholeNumberTest : public QObject {
  Q_OBJECT

 private slots:
  void what_fits_is_taken() {
    QCOMPARE(text::whole_number<std::int64_t>(json(std::numeric_limits<std::int64_t>::min())),
             std::numeric_limits<std::int64_t>::min());
    QCOMPARE(text::whole_number<std::uint64_t>(json(std::numeric_limits<std::uint64_t>::max())),
             std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(text::whole_number<int>(json(-1)), -1);
    QCOMPARE(text::whole_number<int>(nlohmann::ordered_json::parse("7")), 7);
  }

  void what_does_not_fit_is_none() {
    QVERIFY(!text::whole_number<std::int64_t>(json(std::numeric_limits<std::uint64_t>::max())));
    QVERIFY(!text::whole_number<std::uint64_t>(json(-1)));
    QVERIFY(!text::whole_number<int>(json(std::int64_t{1} << 31)));
  }

  void what_is_no_whole_number_is_none() {
    for (const char* value : {"1.0", "1e3", "1e89", "true", "null", "\"1\"", "[1]", "{}"})
      QVERIFY2(!text::whole_number<int>(json::parse(value)), value);
  }
};

QTEST_APPLESS_MAIN(WholeNumberTest)
#include "test_whole_number.moc"
