// SPDX-License-Identifier: Apache-2.0
// Templates: every text is escaped, blocks are repeated or left out, and what is missing is an error.
#include <QtTest>

#include <nlohmann/json.hpp>

#include "inference/store/template.h"
#include "kernels/core/error.h"

using namespace tilescribe;
using namespace tilescribe::store;
using nlohmann::json;

namespace {

QString fill(const char* text, const json& values) {
  return QString::fromStdString(filled({{"page", text}, {"part", "<{{name}}>\n"}}, "page", values));
}

}  // namespace

class TestTemplate : public QObject {
  Q_OBJECT

 private slots:
  void every_text_is_escaped() {
    const json values{{"name", "<b>\"a\" & 'b'</b>\x01\xFF\u00A0{{other}}{{#list}}"},
                      {"other", "never"},
                      {"list", {{{"name", "<i>"}}}}};
    const QString expected = QStringLiteral(
        "&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;\uFFFD\uFFFD&#160;{{other}}{{#list}}");
    QCOMPARE(fill("{{name}}", values), expected);
    QCOMPARE(fill("{{#name}}{{name}}{{/name}}", values), expected);
    QCOMPARE(fill("{{>part}}", values), QStringLiteral("<%1>\n").arg(expected));
    QCOMPARE(fill("{{#list}}{{>part}}{{/list}}", values), QStringLiteral("<&lt;i&gt;>\n"));
    QVERIFY_EXCEPTION_THROWN(fill("{{{name}}}", values), Error);  // there is no other way
    QVERIFY_EXCEPTION_THROWN(fill("{{&name}}", values), Error);
  }

  /// What fills the report: no template of it goes around the escaping.
  void the_report_has_no_other_tags() {
    for (const auto& [name, text] : report_templates()) {
      QVERIFY(!text.empty());
      QVERIFY(text.find("{{{") == text.npos && text.find("{{&") == text.npos);
    }
  }

  void blocks_are_repeated_or_left_out() {
    const char* block = "{{#x}}a{{/x}}{{^x}}b{{/x}}";
    QCOMPARE(fill(block, {{"x", json::array({1, 2, 3})}}), QStringLiteral("aaa"));
    for (const json& something : {json(true), json("text"), json{{"y", 1}}})
      QCOMPARE(fill(block, {{"x", something}}), QStringLiteral("a"));
    for (const json& nothing : {json(false), json(""), json(), json::array()})
      QCOMPARE(fill(block, {{"x", nothing}}), QStringLiteral("b"));
    QCOMPARE(fill(block, json::object()), QStringLiteral("b"));
  }

  void names_mean_the_innermost_block() {
    const json values{{"name", "out"}, {"only", "o"}, {"list", {{{"name", "in"}}, {{"other", "x"}}}}};
    QCOMPARE(fill("{{#list}}{{name}}{{only}} {{/list}}{{name}}", values), QStringLiteral("ino outo out"));
  }

  void a_tag_alone_takes_its_line_with_it() {
    const json values{{"name", "n"}, {"list", json::array({json::object(), json::object()})}};
    QCOMPARE(
        fill("{{! why }}\na\n{{#list}}\n{{name}}\n{{/list}}\n{{>part}}\nb {{#list}}c{{/list}}\n", values),
        QStringLiteral("a\nn\nn\n<n>\nb cc\n"));
  }

  void what_is_missing_is_an_error() {
    for (const char* wrong : {"{{name}}", "{{#a}}", "{{>nothing}}", "{{name", "{{#a}}{{/b}}{{/c}}"})
      QVERIFY_EXCEPTION_THROWN(fill(wrong, {{"a", true}}), Error);
    QVERIFY_EXCEPTION_THROWN(fill("{{a}}", {{"a", 7}}), Error);
  }
};

QTEST_APPLESS_MAIN(TestTemplate)
#include "test_template.moc"
