// SPDX-License-Identifier: Apache-2.0
// Messages from one program of ours to another.
#include <QtTest>
#include <limits>

#include "app/message_text.h"

using namespace tilescribe;

class MessageTextTest : public QObject {
  Q_OBJECT

 private slots:
  void aMessageComesBackAsItWas() {
    const Message inner("{1} of {2}", -7, Real{0.25, 2});
    const Message verbatim = Message::verbatim("a \"name\"\nwith {1}, \\ and ü");
    for (const Message& message :
         {inner, verbatim, Message("{1}: {2}", inner, verbatim), Message("nothing"),
          Message("{1}", std::numeric_limits<std::int64_t>::min()),
          Message("{1}", std::numeric_limits<std::uint64_t>::max()), Message("{1}", Real{1e300, 0})}) {
      const std::string line = message_text(message);
      QVERIFY(line.find('\n') == std::string::npos);
      const std::optional<Message> read = read_message_text(line);
      QVERIFY2(read && *read == message, line.c_str());
    }
  }

  void whatIsNoMessageIsNone() {
    const std::string deep = [] {
      Message message("end");
      for (int i = 0; i < 20; ++i) message = Message("{1} in", message);
      return message_text(message);
    }();
    for (const std::string& line :
         {std::string(), std::string("PASS"), std::string("{}"), std::string("{\"message\":"),
          std::string("{\"message\":1,\"arguments\":[]}"), std::string("{\"message\":\"a\"}"),
          std::string("{\"message\":\"{1}\",\"arguments\":[null]}"),
          std::string("{\"message\":\"{1}\",\"arguments\":[{\"number\":1}]}"),
          std::string("{\"message\":\"{1}\",\"arguments\":[{\"number\":\"x\",\"decimals\":1}]}"),
          std::string("{\"message\":\"{1}\",\"arguments\":[{\"number\":1,\"decimals\":2000000000}]}"),
          std::string("{\"message\":\"{1}\",\"arguments\":[{\"number\":1,\"decimals\":-1}]}"),
          std::string("{\"message\":\"{1}\",\"arguments\":[18446744073709551615]}"),
          std::string("{\"message\":\"a\",\"arguments\":[1,2,3,4,5,6,7,8,9,10]}"), deep})
      QVERIFY2(!read_message_text(line), line.c_str());
  }

  void bytesThatAreNoTextAreReplaced() {
    const std::optional<Message> read = read_message_text(message_text(Message::verbatim("a\xFFz")));
    QVERIFY(read && english(*read) == "a\uFFFDz");
  }
};

QTEST_APPLESS_MAIN(MessageTextTest)
#include "test_message_text.moc"
