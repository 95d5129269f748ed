// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "inference/text/utf8.h"

using tilescribe::text::replace_invalid_utf8;
using tilescribe::text::trim_whitespace;
using namespace std::string_literals;

class TestUtf8 : public QObject {
  Q_OBJECT

 private slots:
  // What Python 3.11 gives for bytes.decode("utf-8", "replace"); R stands for U+FFFD.
  void replaces_as_python_does_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* bytes, const char* expected) {
      QTest::newRow(name) << QByteArray(bytes) << QByteArray(expected).replace('R', "\xEF\xBF\xBD");
    };
    row("nothing", "", "");
    row("valid", "aé€🙂\x7F", "aé€🙂\x7F");
    row("last code points", "\xF4\x8F\xBF\xBF\xEE\x80\x80\xED\x9F\xBF",
        "\xF4\x8F\xBF\xBF\xEE\x80\x80\xED\x9F\xBF");
    row("a lone continuation", "a\x80z", "aRz");
    row("bytes that never occur", "\xC0\xC1\xF5\xFE\xFF", "RRRRR");
    row("an overlong slash", "\xC0\xAF", "RR");
    row("an overlong three", "\xE0\x80\xAF", "RRR");
    row("an overlong four", "\xF0\x80\x80\xAF", "RRRR");
    row("a surrogate", "\xED\xA0\x80", "RRR");
    row("beyond Unicode", "\xF4\x90\x80\x80", "RRRR");
    row("a cut two", "\xC3", "R");
    row("a cut three", "\xE2\x82", "R");
    row("a cut four", "\xF0\x9F\x99", "R");
    row("cut by a letter", "\xE2\x82z\xF0\x9Fz\xC3z", "RzRzRz");
    row("cut by another character", "\xE2\x82\xE2\x82\xAC", "R€");
    row("cut by an impossible byte", "\xE2\x82\xFFz", "RRz");
    row("one continuation too many", "\xC3\xA9\xA9", "éR");
  }
  void replaces_as_python_does() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    QCOMPARE(replace_invalid_utf8(bytes.toStdString()), expected.toStdString());
  }

  void cutting_the_input_changes_nothing() {
    const std::string bytes = "a\xE2\x82\xF0\x9F\x99\x82\xED\xA0\x80€\xF4\x90z\xC3";
    const std::string whole = replace_invalid_utf8(bytes);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
      tilescribe::text::Utf8Replacer replacer;
      std::string text;
      replacer.append(bytes.substr(0, cut), text);
      replacer.append(bytes.substr(cut), text);
      replacer.finish(text);
      QCOMPARE(text, whole);
    }
  }

  void zero_bytes_are_text() { QCOMPARE(replace_invalid_utf8("a\0b"s), "a\0b"s); }

  void trims_what_python_trims() {
    QCOMPARE(trim_whitespace(""), std::string_view());
    QCOMPARE(trim_whitespace(" \t\r\n\v\f\x1C\x1F "), std::string_view());
    QCOMPARE(trim_whitespace("  a b \n"), std::string_view("a b"));
    QCOMPARE(trim_whitespace("\u00A0\u3000\u2003语\u2028\u0085"), std::string_view("语"));
    QCOMPARE(trim_whitespace("\u200Ba\uFEFF"), std::string_view("\u200Ba\uFEFF"));
    QCOMPARE(trim_whitespace("."), std::string_view("."));
  }
};

QTEST_APPLESS_MAIN(TestUtf8)
#include "test_text_utf8.moc"
