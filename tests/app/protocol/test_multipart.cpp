// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>
#include <string>
#include <vector>

#include "app/protocol/api_error.h"
#include "app/protocol/multipart.h"

using namespace tilescribe;
using namespace tilescribe::protocol;

namespace {

struct Part {
  std::string name, file, data;
  bool ended = false;
  bool operator==(const Part&) const = default;
};

class Parts : public PartSink {
 public:
  std::vector<Part> all;
  void begin_part(PartHead head) override { all.push_back({head.name, head.file_name.value_or("-"), {}}); }
  void part_data(std::string_view bytes) override { all.back().data += bytes; }
  void end_part() override { all.back().ended = true; }
};

// Reads `text` in pieces of so many bytes.
std::vector<Part> read(const std::string& text, std::size_t piece = 1 << 20) {
  Parts parts;
  MultipartReader reader("xyz", parts);
  for (std::size_t at = 0; at < text.size(); at += piece)
    reader.feed(std::string_view(text).substr(at, piece));
  reader.finish();
  return parts.all;
}

// The sentence with which `text` is refused; empty: it is not.
QString refusal(const std::string& text) {
  try {
    read(text);
  } catch (const RequestError& error) {
    return error.error().status == 400 ? QString(error.what()) : QString("another status");
  }
  return {};
}

const std::string form =
    "what comes before is passed over\r\n--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
    "--xyz  \r\ncontent-type: audio/wav\r\nCONTENT-DISPOSITION:form-data;name=file; filename=\"a \\\"b\\\"; "
    "c.wav\"\r\n\r\n\r\n--xy\r\n-z--xyz\r\n\r\n--xyz\r\nContent-Disposition: form-data; "
    "name=empty\r\n\r\n\r\n--xyz--\r\nand what comes behind";

}  // namespace

class MultipartTest : public QObject {
  Q_OBJECT

 private slots:
  void parts_wherever_the_pieces_break() {
    const std::vector<Part> expected{{"a", "-", "1", true},
                                     {"file", "a \"b\"; c.wav", "\r\n--xy\r\n-z--xyz\r\n", true},
                                     {"empty", "-", "", true}};
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 19U, 64U, 4096U}) QVERIFY(read(form, piece) == expected);
  }

  void a_form_may_begin_with_its_boundary() {
    const auto parts = read("--xyz\r\nContent-Disposition: form-data; name=n\r\n\r\nv\r\n--xyz--");
    QCOMPARE(parts.size(), 1U);
    QCOMPARE(parts[0].data, std::string("v"));
  }

  void a_form_without_parts() { QVERIFY(read("--xyz--\r\n").empty()); }

  void refusals() {
    const std::string head = "--xyz\r\nContent-Disposition: form-data; name=n\r\n\r\n";
    QCOMPARE(refusal(""), QString("The form ends before its last boundary."));
    QCOMPARE(refusal(head + "v"), QString("The form ends before its last boundary."));
    QCOMPARE(refusal(head + "v\r\n--xyz"), QString("The form ends before its last boundary."));
    QVERIFY(refusal("--xyz\r\nX: y\r\n\r\nv\r\n--xyz--").contains("form-data; name="));
    QVERIFY(refusal("--xyz\r\nno colon\r\n\r\nv\r\n--xyz--").contains("without a colon"));
    QVERIFY(refusal("--xyzz\r\nContent-Disposition: form-data; name=n\r\n\r\n").contains("end its line"));
    QVERIFY(refusal("--xyz\r\nX: " + std::string(9000, 'x')).contains("8192"));
    QVERIFY(refusal("--xyz" + std::string(200, ' ')).contains("end its line"));
    std::string many;
    for (int i = 0; i < 201; ++i) many += head + "v\r\n";
    QVERIFY(refusal(many + "--xyz--").contains("at most 200"));
    Parts none;
    QVERIFY_THROWS_EXCEPTION(RequestError, MultipartReader("", none));
    QVERIFY_THROWS_EXCEPTION(RequestError, MultipartReader(std::string(71, 'b'), none));
  }

  // Whatever comes ends in parts or a refusal, in any pieces the same.
  void random_damage() {
    std::mt19937 random(7);
    int refused = 0;
    for (int i = 0; i < 2000; ++i) {
      std::string text = form;
      for (auto changes = random() % 4 + 1; changes > 0; --changes) {
        const std::size_t at = random() % text.size();
        if (random() % 2 == 0) {
          text.erase(at, random() % 9 + 1);
        } else {
          text[at] = "\r\n-: \"\\;=xyz"[random() % 12];
        }
      }
      const QString whole = refusal(text);
      if (!whole.isEmpty()) ++refused;
      try {
        const auto parts = read(text, 1 + random() % 5);
        QVERIFY(whole.isEmpty() && parts == read(text));
      } catch (const RequestError& error) {
        QCOMPARE(QString(error.what()), whole);
      }
    }
    QVERIFY(refused > 100 && refused < 1900);
  }

  void parameters() {
    QCOMPARE(header_parameter("multipart/form-data; boundary=abc", "boundary").value_or(""),
             std::string("abc"));
    QCOMPARE(header_parameter("a; Boundary = \"a b\" ; x=y", "boundary").value_or(""), std::string("a b"));
    QCOMPARE(header_parameter("a; flag; x=y", "x").value_or(""), std::string("y"));
    QVERIFY(!header_parameter("boundary=abc", "boundary"));
    QVERIFY(!header_parameter("a; name=\"unclosed", "filename"));
    QCOMPARE(header_word(" Multipart/Form-Data ; x"), std::string("multipart/form-data"));
  }
};

QTEST_GUILESS_MAIN(MultipartTest)
#include "test_multipart.moc"
