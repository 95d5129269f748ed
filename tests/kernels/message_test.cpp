// SPDX-License-Identifier: Apache-2.0
// A message is data: its English, its equality, and what an Error keeps of it.
#include "kernels/core/message.h"

#include <QtTest>
#include <cstdint>
#include <limits>
#include <string>

#include "kernels/core/error.h"

using namespace tilescribe;

class MessageTest : public QObject {
  Q_OBJECT

 private slots:
  void places_are_filled_in_any_order_and_more_than_once() {
    const Message message("{2} of {1} tokens, {2} again, {3} s", 7, std::string("three"), Real{1.25, 1});
    QCOMPARE(english(message), std::string("three of 7 tokens, three again, 1.2 s"));
    QCOMPARE(std::string(message.code()), std::string("{2} of {1} tokens, {2} again, {3} s"));
    QCOMPARE(message.arguments().size(), std::size_t{3});
  }

  void whole_numbers_are_exact() {
    const Message message("{1} {2} {3}", std::numeric_limits<std::int64_t>::min(), std::int8_t{-1},
                          std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(english(message), std::string("-9223372036854775808 -1 18446744073709551615"));
  }

  void a_message_may_be_a_part_of_another() {
    const Message reason("{1} is gone", "the disk");
    QCOMPARE(english(Message("It failed: {1}.", reason)), std::string("It failed: the disk is gone."));
  }

  void foreign_text_is_shown_as_it_is() {
    QCOMPARE(english(Message::verbatim("{1} {x %1")), std::string("{1} {x %1"));
    QCOMPARE(english(Message("<{1}>", "{2}")), std::string("<{2}>"));
  }

  void what_another_process_took_apart_is_checked() {
    QVERIFY(Message::received("{1} of {2}", {Argument(1), Argument("b")}) == Message("{1} of {2}", 1, "b"));
    QCOMPARE(english(Message::received("{2} and {1}", {Argument("a"), Argument("b")})),
             std::string("b and a"));
    for (const std::string code : {"{1}", "{1} {3}", "{1} {2} {", "{1} {2} {x}", "{1} {2} {0}", "{1} {2} {9"})
      QCOMPARE(english(Message::received(code, {Argument("a"), Argument("b")})), code);
    QCOMPARE(english(Message::received(std::string("{1}\0", 4), {Argument("a")})), std::string("{1}\0", 4));
    const std::string long_code = "{1}" + std::string(1022, 'x');  // such are not kept for ever
    QCOMPARE(english(Message::received(long_code, {Argument("a")})), long_code);
  }

  void equal_messages_say_the_same() {
    QVERIFY(Message("{1} s", Real{1.0, 1}) == Message("{1} s", Real{1.0, 1}));
    QVERIFY(Message("{1} s", Real{1.0, 1}) != Message("{1} s", Real{1.0, 2}));
    QVERIFY(Message("{1} s", 1) != Message("{1} ms", 1));
    QVERIFY(Message().empty() && Message() != Message("no"));
  }

  void an_error_keeps_its_message_and_says_it_in_english() {
    try {
      throw DeviceError(Message("GPU {1} is gone.", 2), "status 999");
    } catch (const Error& error) {
      QVERIFY(error.message() == Message("GPU {1} is gone.", 2));
      QCOMPARE(std::string(error.what()), std::string("GPU 2 is gone."));
      QCOMPARE(error.details(), std::string("status 999"));
    }
    QCOMPARE(std::string(Error("Found {1}.", "none").what()), std::string("Found none."));
  }
};

QTEST_APPLESS_MAIN(MessageTest)
#include "message_test.moc"
