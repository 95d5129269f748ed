// SPDX-License-Identifier: Apache-2.0
// The safetensors reader: what it reads, and every kind of file that it must refuse with a sentence.

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <filesystem>
#include <limits>
#include <span>
#include <string>

#include "inference/weights/safetensors.h"
#include "tests/inference/weights/failure.h"
#include "tests/support/safetensors_writer.h"

using namespace tilescribe::tests;
using namespace tilescribe::weights;

namespace {

SafetensorsHeader parse(const std::string& file) {
  return parse_safetensors_header(std::as_bytes(std::span(file)), "test.safetensors");
}

/// The header of one tensor "a" of 2×3 F32, with its offsets as given.
std::string one_tensor(const std::string& offsets, const std::string& shape = "[2,3]",
                       const std::string& dtype = "\"F32\"") {
  return R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

}  // namespace

class TestSafetensors : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }
  void reads_values_of_every_dtype();
  void reads_unaligned_data();
  void keeps_names_shapes_and_metadata();
  void release_keeps_the_values();
  void accepts_empty_tensors_and_scalars();
  void refuses_bad_files_data();
  void refuses_bad_files();
  void says_how_much_is_missing();
  void every_cut_of_a_file_is_refused();
  void refuses_files_that_cannot_be_opened();
  void refuses_wrong_kinds_of_values();

 private:
  std::filesystem::path write(const std::string& bytes) {
    std::filesystem::path file = folder_.filePath("test.safetensors").toStdString();
    write_file(file, bytes);
    return file;
  }
  QTemporaryDir folder_;
};

void TestSafetensors::reads_values_of_every_dtype() {
  const std::vector<float> values{0.0f, 1.0f, -2.5f, 0.125f, 96.0f, -0.0078125f};
  WrittenTensors tensors;
  for (const char* dtype : {"F32", "F16", "BF16"}) tensors[dtype] = float_tensor(dtype, {2, 3}, values);
  tensors["I64"] = i64_tensor({3}, {-1, 0, std::int64_t{1} << 40});
  tensors["U8"] = {"U8", {2}, std::string("\xff\x01", 2)};
  tensors["I8"] = {"I8", {2}, std::string("\xff\x01", 2)};
  tensors["U16"] = {"U16", {1}, std::string("\xfe\xff", 2)};
  tensors["I16"] = {"I16", {1}, std::string("\xfe\xff", 2)};
  tensors["U32"] = {"U32", {1}, std::string("\xfe\xff\xff\xff", 4)};
  tensors["I32"] = {"I32", {1}, std::string("\xfe\xff\xff\xff", 4)};
  tensors["U64"] = {"U64", {1}, std::string("\x05\0\0\0\0\0\0\0", 8)};
  tensors["BOOL"] = {"BOOL", {2}, std::string("\x01\x00", 2)};
  tensors["F64"] = {"F64", {1}, std::string("\0\0\0\0\0\0\xf8\x3f", 8)};
  const SafetensorsFile file(write(safetensors_bytes(tensors)));
  for (const char* dtype : {"F32", "F16", "BF16"}) QCOMPARE(file.floats(dtype), values);
  using Integers = std::vector<std::int64_t>;
  QCOMPARE(file.integers("I64"), (Integers{-1, 0, std::int64_t{1} << 40}));
  QCOMPARE(file.integers("U8"), (Integers{255, 1}));
  QCOMPARE(file.integers("I8"), (Integers{-1, 1}));
  QCOMPARE(file.integers("U16"), (Integers{65534}));
  QCOMPARE(file.integers("I16"), (Integers{-2}));
  QCOMPARE(file.integers("U32"), (Integers{4294967294}));
  QCOMPARE(file.integers("I32"), (Integers{-2}));
  QCOMPARE(file.integers("U64"), (Integers{5}));
  QCOMPARE(file.integers("BOOL"), (Integers{1, 0}));
  QCOMPARE(file.floats("F64"), (std::vector<float>{1.5f}));
}

void TestSafetensors::reads_unaligned_data() {
  const std::vector<float> values{1.0f, -2.0f, 3.0f};
  const WrittenTensors tensors{{"a", float_tensor("F32", {3}, values)}, {"b", i64_tensor({2}, {7, -9})}};
  const SafetensorsFile file(write(safetensors_bytes(tensors, 3)));
  QVERIFY(reinterpret_cast<std::uintptr_t>(file.bytes("a").data()) % alignof(float) != 0);
  QCOMPARE(file.floats("a"), values);
  QCOMPARE(file.integers("b"), (std::vector<std::int64_t>{7, -9}));
}

void TestSafetensors::keeps_names_shapes_and_metadata() {
  const WrittenTensors tensors{{"x.weight", float_tensor("BF16", {1, 2, 1}, {1.0f, 2.0f})},
                               {"a", i64_tensor({1}, {4})}};
  const SafetensorsFile file(write(safetensors_bytes(tensors)));
  QCOMPARE(file.tensors().size(), std::size_t{2});
  QCOMPARE(file.tensors()[0].name, std::string("a"));  // in the order of the data
  QCOMPARE(file.entry("x.weight").dtype, std::string("BF16"));
  QCOMPARE(file.entry("x.weight").shape, (std::vector<std::int64_t>{1, 2, 1}));
  QCOMPARE(file.bytes("x.weight").size(), std::size_t{4});
  QCOMPARE(file.metadata().at("format"), std::string("pt"));
  QVERIFY(file.has("a") && !file.has("b"));
  VERIFY_CONTAINS(caught([&] { file.entry("b"); }).sentence, "The tensor b in ");
}

void TestSafetensors::release_keeps_the_values() {
  std::vector<float> values(20000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const SafetensorsFile file(write(safetensors_bytes({{"a", float_tensor("F32", {20000}, values)}})));
  QCOMPARE(file.floats("a"), values);
  file.release("a");
  QCOMPARE(file.floats("a"), values);
}

void TestSafetensors::accepts_empty_tensors_and_scalars() {
  const SafetensorsHeader header = parse(safetensors_bytes(
      R"({"empty":{"dtype":"F32","shape":[0,4],"data_offsets":[2,2]},"s":{"data_offsets":[0,4],)"
      R"("shape":[],"dtype":"F32"}})",
      "1234"));
  QCOMPARE(header.tensors.size(), std::size_t{2});
  QVERIFY(header.tensors[0].shape.empty());
  QCOMPARE(header.tensors[1].begin, header.tensors[1].end);
  QVERIFY(parse(safetensors_bytes("{}", "")).tensors.empty());
}

void TestSafetensors::refuses_bad_files_data() {
  QTest::addColumn<std::string>("file");
  QTest::addColumn<std::string>("part");  // of the sentence
  const std::string data(24, '\0');
  const auto add = [&](const char* name, const std::string& header, const char* part) {
    QTest::newRow(name) << safetensors_bytes(header, data) << std::string(part);
  };
  const auto raw = [](const char* name, const std::string& file, const char* part) {
    QTest::newRow(name) << file << std::string(part);
  };
  raw("empty file", "", "has 0.");
  raw("seven bytes", std::string(7, '\1'), "has 7.");
  raw("header of 0", std::string(8, '\0') + data, "claims 0.");
  raw("header of 2^64-1", std::string(8, '\xff') + data, "claims 18446744073709551615.");
  raw("header longer than the file", std::string("\x40\0\0\0\0\0\0\0{}", 10), "ends at byte 72");
  raw("a text file", "This is not a checkpoint at all.", "not a safetensors file");
  raw("a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n", "Git LFS");
  add("no JSON", "garbage!", "not valid JSON (at byte 9)");
  add("unfinished JSON", R"({"a":{"dtype":"F32")", "not valid JSON");
  add("bad UTF-8", "{\"\xc3\x28\":1}", "not valid JSON");
  add("two roots", "{}{}", "not valid JSON");
  add("a list", "[]", "a list stands where it may not, at its start");
  add("a number", "7", "the number 7");
  add("deep lists", std::string(200000, '['), "a list stands");
  add("deep lists in a shape", one_tensor("[0,24]", std::string(200000, '[')), "the value of shape of a");
  add("deep objects", R"({"a":{"dtype":)" + std::string(1000, '{'), "the value of dtype of a");
  add("value of a name", R"({"a":3})", "the value of a");
  add("null", R"({"a":null})", "null");
  add("metadata with a number", R"({"__metadata__":{"x":1}})", "the value of x");
  add("duplicate name", one_tensor("[0,24]").substr(0, one_tensor("[0,24]").size() - 1) + R"(,"a":{}})",
      "the name a appears twice");
  add("duplicate field", R"({"a":{"dtype":"F32","dtype":"F32"}})", "the field dtype twice");
  add("unknown field", R"({"a":{"stride":[1]}})", "unknown field stride");
  add("no offsets", R"({"a":{"dtype":"F32","shape":[2,3]}})", "lacks its dtype");
  add("one offset", one_tensor("[0]"), "lacks its dtype");
  add("three offsets", one_tensor("[0,24,24]"), "more than two data_offsets");
  add("negative offset", one_tensor("[-8,16]"), "the number -8");
  add("fractional offset", one_tensor("[0,24.5]"), "the number 24.5");
  add("offset as text", one_tensor(R"(["0","24"])"), "the text \"0\"");
  add("backward offsets", one_tensor("[24,0]"), "ends before, at 0");
  add("offsets beyond 2^63", one_tensor("[9223372036854775808,9223372036854775832]"),
      "need 9223372036854775832 bytes after the header, but 24 are there");
  add("offsets near 2^64", one_tensor("[18446744073709551591,18446744073709551615]"), "is cut off");
  add("offset beyond 2^64", one_tensor("[0,18446744073709551616]"), "the number 18446744073709551616");
  add("negative dimension", one_tensor("[0,24]", "[2,-3]"), "the number -3");
  add("dimension of 2^63", one_tensor("[0,24]", "[9223372036854775808]"),
      "a dimension of 9223372036854775808");
  add("shape that overflows", one_tensor("[0,24]", "[4294967296,4294967296]"),
      "a shape larger than any file");
  add("shape that wraps to its bytes", one_tensor("[0,24]", "[4611686018427387904,6,4]"),
      "a shape larger than any file");
  add("too many dimensions", one_tensor("[0,24]", "[1,1,1,1,1,1,1,1,6]"), "more than 8 dimensions");
  add("too few bytes", one_tensor("[0,20]"), "should have 24 bytes by its shape and dtype, but has 20");
  add("too many bytes", one_tensor("[0,24]", "[2,2]"), "should have 16 bytes");
  add("unknown dtype", one_tensor("[0,24]", "[2,3]", "\"Q4_K\""), "unknown dtype Q4_K");
  add("dtype as a number", one_tensor("[0,24]", "[2,3]", "32"), "the number 32");
  add("past the end", one_tensor("[4,28]"), "need 28 bytes after the header, but 24 are there");
  add("overlap",
      R"({"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[8],)"
      R"("data_offsets":[7,15]}})",
      "The tensors a and b overlap");
  add("the same bytes twice",
      R"({"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[8],)"
      R"("data_offsets":[0,8]}})",
      "overlap");
  add("overlap around an empty tensor",
      R"({"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},"e":{"dtype":"U8","shape":[0],)"
      R"("data_offsets":[4,4]},"b":{"dtype":"U8","shape":[8],"data_offsets":[6,14]}})",
      "The tensors a and b overlap");
  add("control characters in a name", R"({"\u001b[31m":1})", "the value of ?[31m");
}

void TestSafetensors::refuses_bad_files() {
  QFETCH(std::string, file);
  QFETCH(std::string, part);
  const std::string sentence = caught([&] { parse(file); }).sentence;
  VERIFY_CONTAINS(sentence, part);
  VERIFY_CONTAINS(sentence, "test.safetensors");
  QVERIFY(sentence.ends_with("."));
  VERIFY_CONTAINS(caught([&] { SafetensorsFile opened(write(file)); }).sentence, part);
}

void TestSafetensors::says_how_much_is_missing() {
  const std::string whole = safetensors_bytes({{"a", float_tensor("F32", {2}, {1.0f, 2.0f})}});
  const std::string sentence = caught([&] { parse(whole.substr(0, whole.size() - 3)); }).sentence;
  VERIFY_CONTAINS(sentence, "is cut off: its tensors need 8 bytes after the header, but 5 are there");
}

void TestSafetensors::every_cut_of_a_file_is_refused() {
  const std::string whole = safetensors_bytes(
      {{"a", float_tensor("F32", {2}, {1.0f, 2.0f})}, {"b", float_tensor("BF16", {3}, {1.0f, 2.0f, 3.0f})}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    // A copy of its own length, so that a sanitizer sees any read past the cut.
    const std::vector<char> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const std::string sentence =
        caught([&] { parse_safetensors_header(std::as_bytes(std::span(cut)), "cut"); }).sentence;
    QVERIFY2(!sentence.empty(), qPrintable(QString("cut at %1 was accepted").arg(size)));
  }
}

void TestSafetensors::refuses_files_that_cannot_be_opened() {
  const std::filesystem::path folder = folder_.path().toStdString();
  VERIFY_CONTAINS(caught([&] { SafetensorsFile file(folder / "absent.safetensors"); }).sentence,
                  "absent.safetensors could not be read: No such file");
  VERIFY_CONTAINS(caught([&] { SafetensorsFile file(folder); }).sentence, "A regular file was expected");
}

void TestSafetensors::refuses_wrong_kinds_of_values() {
  WrittenTensors tensors{{"f", float_tensor("F32", {1}, {1.0f})}, {"i", i64_tensor({1}, {1})}};
  tensors["huge"] = {"U64", {1}, std::string(8, '\xff')};
  const SafetensorsFile file(write(safetensors_bytes(tensors)));
  VERIFY_CONTAINS(caught([&] { file.integers("f"); }).sentence, "but it holds F32");
  VERIFY_CONTAINS(caught([&] { file.floats("i"); }).sentence, "but it holds I64");
  VERIFY_CONTAINS(caught([&] { file.integers("huge"); }).sentence, "but it holds 18446744073709551615");
}

QTEST_APPLESS_MAIN(TestSafetensors)
#include "test_safetensors.moc"
