// SPDX-License-Identifier: Apache-2.0
// What a chat service is asked, and which of its answers are taken. No connection is opened.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "inference/cleanup/answer.h"
#include "inference/cleanup/chat.h"
#include "tests/support/failure_of.h"

using namespace tilescribe;
using namespace tilescribe::cleanup;
using test::failure_of;

namespace {

const Group two{{.row = 4, .text = "helo"}, {.row = 6, .text = "你好"}};

/// The body of an answer with this content.
std::string answer(const QString& content, const char* reason = "stop") {
  const QJsonObject message{{QStringLiteral("role"), QStringLiteral("assistant")},
                            {QStringLiteral("content"), content}};
  const QJsonObject choice{{QStringLiteral("message"), message},
                           {QStringLiteral("finish_reason"), QLatin1String(reason)}};
  return QJsonDocument(QJsonObject{{QStringLiteral("choices"), QJsonArray{choice}}}).toJson().toStdString();
}

Transcript transcript_of(int segments, const std::string& text) {
  Transcript transcript;
  for (int i = 0; i < segments; ++i) transcript.segments.push_back({.text = text});
  return transcript;
}

}  // namespace

class TestChat : public QObject {
  Q_OBJECT

 private slots:
  void groups_have_limits_and_no_empty_segment() {
    Transcript transcript = transcript_of(120, "a");
    transcript.segments[3].text.clear();
    transcript.segments[7].text = "  ";
    const std::vector<Group> by_number = groups_of(transcript);
    QCOMPARE(by_number.size(), std::size_t{3});
    QCOMPARE(by_number[0].size(), most_segments);
    QCOMPARE(by_number[2].size(), std::size_t{18});
    QCOMPARE(by_number[0][3].row, std::size_t{4});
    QCOMPARE(by_number[2].back().row, std::size_t{119});
    // 1,500 Chinese characters are 4,500 bytes. A segment that is too long goes alone.
    std::string wide;
    for (int i = 0; i < 1500; ++i) wide += "字";
    Transcript long_ones = transcript_of(3, wide);
    long_ones.segments.insert(long_ones.segments.begin() + 2, {.text = wide + wide + wide});
    const std::vector<Group> by_length = groups_of(long_ones);
    QCOMPARE(by_length.size(), std::size_t{3});
    QCOMPARE(by_length[0].size(), std::size_t{2});
    QCOMPARE(by_length[1].size(), std::size_t{1});
    QVERIFY(groups_of({}).empty());
  }

  void a_request_is_json_with_every_text() {
    const CleanUpOptions options{.model = "m \"1\"", .instruction = "Correct it."};
    const Group group{{.row = 0, .text = "a \"quoted\"\\ 你好"}, {.row = 1, .text = "bad \xFF byte"}};
    const QByteArray body = QByteArray::fromStdString(request_body(group, options));
    const QJsonObject request = QJsonDocument::fromJson(body).object();
    QCOMPARE(request[QLatin1String("model")].toString(), QStringLiteral("m \"1\""));
    QCOMPARE(request[QLatin1String("stream")], QJsonValue(false));
    QCOMPARE(request[QLatin1String("temperature")], QJsonValue(0));
    const QJsonArray messages = request[QLatin1String("messages")].toArray();
    QCOMPARE(messages.size(), 2);
    QVERIFY(messages[0][QLatin1String("content")].toString().contains(QStringLiteral(" Correct it.\n")));
    const auto sent =
        QJsonDocument::fromJson(messages[1][QLatin1String("content")].toString().toUtf8()).array();
    QCOMPARE(sent.size(), 2);
    QCOMPARE(sent[0][QLatin1String("id")].toInt(), 1);
    QCOMPARE(sent[0][QLatin1String("text")].toString(), QStringLiteral("a \"quoted\"\\ 你好"));
    QCOMPARE(sent[1][QLatin1String("text")].toString(), QStringLiteral("bad \uFFFD byte"));
    QVERIFY(!QByteArray::fromStdString(request_body(group, options, false)).contains("temperature"));
  }

  void answers_are_taken_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("first");
    QTest::addRow("plain") << R"([{"id":1,"text":"hello"},{"id":2,"text":"您好"}])"
                           << "hello";
    QTest::addRow("fence") << "```json\n[{\"id\":1,\"text\":\"hello\"},{\"id\":2,\"text\":\"您好\"}]\n```"
                           << "hello";
    QTest::addRow("thought") << "<think>\n[1]\n</think>\n\n[{\"id\":1,\"text\":\"hello\"},"
                                "{\"id\":2,\"text\":\"您好\"}]"
                             << "hello";
    QTest::addRow("order, quoted ids") << R"([{"id":"2","text":"您好"},{"id":"1","text":"hello"}])"
                                       << "hello";
    QTest::addRow("line ends") << R"([{"id":1,"text":" a\nb\u2028c\u0000 "},{"id":2,"text":"您好"}])"
                               << "a b c";
    QTest::addRow("more members") << R"([{"id":1,"text":"hello","why":"l"},{"id":2,"text":"您好"}])"
                                  << "hello";
  }
  void answers_are_taken() {
    QFETCH(QString, content);
    QFETCH(QString, first);
    const std::vector<std::string> texts = texts_of(answer(content), two);
    QCOMPARE(texts.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(texts[0]), first);
    QCOMPARE(texts[1], std::string("您好"));
  }

  void answers_are_refused_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("why");
    const QString second = QStringLiteral(R"(,{"id":2,"text":"b"}])");
    QTest::addRow("empty") << ""
                           << "the texts of 2 segments as a JSON array";
    QTest::addRow("prose") << "Here you are: [1]"
                           << "found: Here you are: [1]";
    QTest::addRow("half") << "[{\"id\":1,\"text\":\"a\"},{\"id\":2,\"te"
                          << "as a JSON array";
    QTest::addRow("object") << R"({"1":"a","2":"b"})"
                            << "as a JSON array";
    QTest::addRow("open fence") << "```json\n[{\"id\":1,\"text\":\"a\"}" + second << "as a JSON array";
    QTest::addRow("open thought") << "<think>[{\"id\":1,\"text\":\"a\"}" + second << "as a JSON array";
    QTest::addRow("too few") << R"([{"id":1,"text":"a"}])"
                             << "2 segments, found 1.";
    QTest::addRow("too many") << R"([{"id":1,"text":"a"},{"id":2,"text":"b"},{"id":3,"text":"c"}])"
                              << "2 segments, found 3.";
    QTest::addRow("twice") << R"([{"id":2,"text":"a"})" + second << "one text for segment 7";
    QTest::addRow("unknown") << R"([{"id":3,"text":"a"})" + second << "the number of its segment";
    QTest::addRow("none") << R"([{"id":0,"text":"a"})" + second << "the number of its segment";
    QTest::addRow("negative") << R"([{"id":-1,"text":"a"})" + second << "the number of its segment";
    QTest::addRow("real") << R"([{"id":1.5,"text":"a"})" + second << "the number of its segment";
    QTest::addRow("word") << R"([{"id":"1x","text":"a"})" + second << "the number of its segment";
    QTest::addRow("no id") << R"([{"text":"a"})" + second << "the number of its segment";
    QTest::addRow("no text") << R"([{"id":1})" + second << "the number of its segment";
    QTest::addRow("a number") << R"([{"id":1,"text":5})" + second << "the number of its segment";
    QTest::addRow("strings") << R"(["a","b"])"
                             << "the number of its segment";
    QTest::addRow("empty text") << R"([{"id":1,"text":" \n"})" + second << "segment 5, found an empty one";
    QTest::addRow("long") << "[{\"id\":1,\"text\":\"" + QString(209, QLatin1Char('a')) + "\"}" + second
                          << "about 4 characters for segment 5, found 209.";
    QTest::addRow("surrogate") << R"([{"id":1,"text":"\ud800"})" + second << "as a JSON array";
    QTest::addRow("deep") << QString(100'000, QLatin1Char('[')) << "as a JSON array";
    const QString deep = QString(200'000, QLatin1Char('[')) + QString(200'000, QLatin1Char(']'));
    QTest::addRow("deep and whole") << '[' + deep + ",0]"
                                    << "as a JSON array";
  }
  void answers_are_refused() {
    QFETCH(QString, content);
    QFETCH(QString, why);
    const QString failure = failure_of([&] { texts_of(answer(content), two); });
    QVERIFY2(failure.contains(why), qPrintable(failure));
    QVERIFY(failure.size() < 400);
  }

  void the_longest_text_is_still_taken() {
    const QString text(208, QLatin1Char('a'));
    const auto texts =
        texts_of(answer("[{\"id\":1,\"text\":\"" + text + "\"},{\"id\":2,\"text\":\"b\"}]"), two);
    QCOMPARE(texts[0].size(), std::size_t{208});
  }

  void bodies_are_refused_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("why");
    QTest::addRow("empty") << QByteArray() << "in JSON";
    QTest::addRow("html") << QByteArray("<html>\x01Login</html>") << "found: <html> Login</html>";
    QTest::addRow("no choices") << QByteArray("{}") << "of a chat model";
    QTest::addRow("empty choices") << QByteArray(R"({"choices":[]})") << "of a chat model";
    QTest::addRow("a list") << QByteArray("[1]") << "of a chat model";
    QTest::addRow("no message") << QByteArray(R"({"choices":[{}]})") << "of a chat model";
    QTest::addRow("null") << QByteArray(R"({"choices":[{"message":{"content":null}}]})") << "of a chat model";
    QTest::addRow("failure") << QByteArray(R"({"error":{"message":"No such model"}})")
                             << "a failure: No such model";
    QTest::addRow("not UTF-8") << QByteArray("{\"choices\":[{\"message\":{\"content\":\"\xFF\"}}]}")
                               << "in JSON";
    QTest::addRow("cut off") << QByteArray::fromStdString(answer(QStringLiteral("[]"), "length"))
                             << "cut off";
  }
  void bodies_are_refused() {
    QFETCH(QByteArray, body);
    QFETCH(QString, why);
    const QString failure = failure_of([&] { texts_of(body.toStdString(), two); });
    QVERIFY2(failure.contains(why), qPrintable(failure));
  }

  void a_service_says_why_it_fails() {
    QCOMPARE(words_of_failure(R"({"error":{"message":"bad\nkey"}})"), std::string("bad key"));
    QCOMPARE(words_of_failure(R"({"error":"bad key"})"), std::string("bad key"));
    QCOMPARE(words_of_failure("<html>"), std::string());
    QCOMPARE(words_of_failure(R"({"error":7})"), std::string());
  }

  void addresses_are_checked() {
    for (const char* typed : {"http://localhost:11434/v1", " http://localhost:11434/v1/ ",
                              "http://localhost:11434/v1/chat/completions"})
      QCOMPARE(checked_chat_address(typed), std::string("http://localhost:11434/v1"));
    QCOMPARE(checked_chat_address("https://api.example.org"), std::string("https://api.example.org"));
    for (const char* wrong : {"", "localhost:11434", "ftp://host/v1", "file:///etc/passwd", "http://",
                              "http:///v1", "http://me:word@host/v1", "http://host/v1?a=b",
                              "http://host/v1#a", "http://ho st/v1", "HTTP://host"})
      QVERIFY2(
          failure_of([&] { checked_chat_address(wrong); }).startsWith(QStringLiteral("Expected an address")),
          wrong);
    QVERIFY(is_readable_on_the_way("http://192.168.1.5:8080/v1"));
    QVERIFY(is_readable_on_the_way("http://localhost.example.org/v1"));
    QVERIFY(is_readable_on_the_way("http://127.example.org/v1"));
    for (const char* safe : {"https://example.org/v1", "http://localhost:1/v1", "http://127.0.0.1:8080/v1",
                             "http://[::1]:8080/v1"})
      QVERIFY2(!is_readable_on_the_way(safe), safe);
  }

  void nothing_is_sent_with_wrong_options() {
    const Transcript transcript = transcript_of(1, "a");
    const CleanUpOptions right{.address = "http://127.0.0.1:1", .model = "m"};
    const auto failure = [&](const CleanUpOptions& options) {
      return failure_of(
          [&] { clean_up(transcript, options, [](const CleanUpProgress&) { qFatal("it went on"); }, {}); });
    };
    CleanUpOptions options = right;
    options.address = "gopher://host";
    QVERIFY(failure(options).startsWith(QStringLiteral("Expected an address")));
    options = right;
    options.model = " ";
    QVERIFY(failure(options).contains(QStringLiteral("name of a model")));
    options = right;
    options.key = "a\r\nX-Other: b";
    QVERIFY(failure(options).contains(QStringLiteral("another character")));
  }

  void what_was_heard_is_kept() {
    const Segment segment{.text = "helo wrld"};
    const Segment once = with_clean_text(segment, "hello world");
    QCOMPARE(once.text, std::string("hello world"));
    QCOMPARE(once.heard, std::string("helo wrld"));
    QCOMPARE(with_clean_text(once, "Hello, world.").heard, std::string("helo wrld"));
    QVERIFY(with_clean_text(segment, "helo wrld").heard.empty());
  }
};

QTEST_GUILESS_MAIN(TestChat)
#include "test_chat.moc"
