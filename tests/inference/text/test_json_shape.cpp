// SPDX-License-Identifier: Apache-2.0
// JSON that others made: what lies too deep, and objects that are too large to keep their order.
#include <QtTest>
#include <string>

#include "inference/text/json_access.h"
#include "kernels/core/error.h"

using namespace tilescribe;
using nlohmann::json, nlohmann::ordered_json;

class JsonShapeTest : public QObject {
  Q_OBJECT

 private slots:
  void what_lies_too_deep_is_refused_data() {
    QTest::addColumn<QByteArray>("open");
    QTest::addColumn<QByteArray>("close");
    QTest::newRow("lists") << QByteArray("[") << QByteArray("]");
    QTest::newRow("objects") << QByteArray("{\"a\":") << QByteArray("}");
    QTest::newRow("both") << QByteArray("[{\"a]\":") << QByteArray("}]");
  }
  void what_lies_too_deep_is_refused() {
    QFETCH(QByteArray, open);
    QFETCH(QByteArray, close);
    const int levels = static_cast<int>(open.count('[') + open.count('{'));
    const auto nested = [&](int times) {
      return (open.repeated(times) + "0" + close.repeated(times)).toStdString();
    };
    const int most = static_cast<int>(text::json_depth) / levels;
    QCOMPARE(text::parse_foreign(nested(most)), json::parse(nested(most)));
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(text::parse_foreign(nested(most + 1))), Error);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(text::parse_foreign(nested(200'000))), Error);
  }

  void many_lists_beside_one_another_are_not_deep() {
    const std::string many = "[" + QByteArray("[{}],").repeated(100'000).toStdString() + "[]]";
    QCOMPARE(text::parse_foreign(many).size(), std::size_t{100'001});
  }

  // Each takes many times its text in memory.
  void too_many_values_are_refused_data() {
    QTest::addColumn<QByteArray>("value");
    for (const char* value : {"0", "{}", "[]", "[0,0]"}) QTest::newRow(value) << QByteArray(value);
  }
  void too_many_values_are_refused() {
    QFETCH(QByteArray, value);
    const auto each = static_cast<std::size_t>(1 + value.count(',') + value.count('[') + value.count('{'));
    const auto list = [&](std::size_t values) {
      const auto times = static_cast<qsizetype>(values / each);
      return "[" + (value + ",").repeated(times - 1).toStdString() + value.toStdString() + "]";
    };
    QVERIFY(!text::shape_complaint(list(text::json_values), 256));
    const std::string many = list(text::json_values + each);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(text::parse_foreign(many)), Error);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(text::parse_json(many, "here")), Error);
  }

  void brackets_and_commas_in_strings_do_not_count() {
    const std::string brackets(1000, '[');
    const std::string commas(1000, ',');
    const std::string quoted = "{\"a\\\\\":\"" + brackets + "\\\"[[[\",\"b\":\"" + commas + "\"}";
    QCOMPARE(text::parse_foreign<ordered_json>(quoted).size(), std::size_t{2});
  }

  void only_ordered_objects_are_short() {
    const auto object = [](std::size_t members) {
      std::string all = "{\"0\":0";
      for (std::size_t i = 1; i < members; ++i) all += ",\"" + std::to_string(i) + "\":0";
      return all + "}";
    };
    constexpr std::size_t most = text::json_ordered_members;
    QCOMPARE(text::parse_foreign<ordered_json>(object(most)).size(), most);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(text::parse_foreign<ordered_json>(object(most + 1))), Error);
    QCOMPARE(text::parse_foreign(object(10 * most)).size(), 10 * most);
    const std::string list = "[" + QByteArray("0,").repeated(1000).toStdString() + "0]";
    QCOMPARE(text::parse_foreign<ordered_json>(list).size(), std::size_t{1001});
  }

  void what_is_no_json_is_left_to_the_parser() {
    for (const char* words : {"", "]", "}}}", "\"", "\"\\", "{,", "[1,2", "\"[[["}) {
      QVERIFY(!text::shape_complaint(words, 256));
      QVERIFY_EXCEPTION_THROWN(static_cast<void>(text::parse_foreign(words)), json::parse_error);
    }
  }
};

QTEST_APPLESS_MAIN(JsonShapeTest)
#include "test_json_shape.moc"
