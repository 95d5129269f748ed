// SPDX-License-Identifier: Apache-2.0
// Files of torch.save: what a state dict has is read, and nothing else. Hostile pickles are written here,
// opcode by opcode (the names are those of Python's pickletools).

#include <QTemporaryDir>
#include <QtTest>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "inference/export/zip.h"
#include "inference/weights/pickle.h"
#include "inference/weights/torch_archive.h"
#include "tests/inference/weights/failure.h"
#include "tests/support/safetensors_writer.h"

using namespace tilescribe::tests;
using namespace tilescribe::weights;

namespace {

constexpr const char* committed = TILESCRIBE_TEST_DATA "/gpt/mingpt.pt";

std::string bytes_of(std::uint64_t value, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}
std::string unicode(const std::string& text) {
  return "X" + bytes_of(text.size(), 4) + text;
}
std::string number(std::uint64_t value) {
  return "\x8a\x08" + bytes_of(value, 8);  // LONG1
}
std::string global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}
std::string storage(std::uint64_t values, const std::string& key = "0") {
  return "(" + unicode("storage") + global("torch", "FloatStorage") + unicode(key) + unicode("cpu") +
         number(values) + "tQ";
}
std::string rebuilt(const std::string& what, std::uint64_t first, const std::string& shape,
                    const std::string& strides) {
  return global("torch._utils", "_rebuild_tensor_v2") + "(" + what + number(first) + shape + strides +
         "\x89" + global("collections", "OrderedDict") + ")RtR";
}
std::string dictionary_of(const std::string& value) {
  return "\x80\x02}" + unicode("w") + value + "s.";
}
std::string pair_of(std::uint64_t a, std::uint64_t b) {
  return number(a) + number(b) + "\x86";
}

std::vector<PickledTensor> parse(const std::string& pickle) {
  return parse_state_dict(std::as_bytes(std::span(pickle)), "bad.pt");
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

class TestPickle : public QObject {
  Q_OBJECT

 private slots:
  void reads_what_torch_saved() {
    const StoredWeights weights = stored_in_torch_archive(committed);
    QCOMPARE(weights.size(), std::size_t{2 + 2 * 13 + 2 + 1});
    const StoredWeight& head = weights.at("lm_head.weight");
    QCOMPARE(head.dtype, std::string("F32"));
    QCOMPARE(head.shape, (std::vector<std::int64_t>{10, 12}));
    const SourceTensor mask = weights.at("transformer.h.1.attn.bias").read();
    QCOMPARE(mask.shape, (std::vector<std::int64_t>{1, 1, 6, 6}));
    for (std::int64_t i = 0; i < 36; ++i) QCOMPARE(mask.view().as<float>()[i], i % 6 <= i / 6 ? 1.0f : 0.0f);
  }

  void reads_tensors_that_share_a_storage() {
    const std::string one = rebuilt(storage(12), 4, pair_of(2, 3), pair_of(3, 1));
    const std::vector<PickledTensor> tensors = parse(dictionary_of(one));
    QCOMPARE(tensors.size(), std::size_t{1});
    QCOMPARE(tensors[0].first, std::int64_t{4});
    QCOMPARE(tensors[0].shape, (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(tensors[0].storage_values, std::int64_t{12});
  }

  void refuses_everything_else_data() {
    QTest::addColumn<std::string>("pickle");
    QTest::addColumn<std::string>("found");
    const auto row = [](const char* name, const std::string& pickle, const char* found) {
      QTest::newRow(name) << pickle << std::string(found);
    };
    const std::string good = rebuilt(storage(6), 0, pair_of(2, 3), pair_of(3, 1));
    row("os.system", dictionary_of(global("os", "system") + unicode("true") + "\x85R"), "os.system");
    row("posix.system", dictionary_of(global("posix", "system") + unicode("true") + "\x85R"), "posix.system");
    row("eval", dictionary_of(global("builtins", "eval") + unicode("1") + "\x85R"), "builtins.eval");
    row("torch.load", dictionary_of(global("torch", "load") + unicode("x") + "\x85R"), "torch.load");
    row("a dotted name", dictionary_of(global("torch._utils", "os.system")), "os.system");
    row("inside a tensor", dictionary_of(rebuilt(global("os", "system"), 0, pair_of(1, 1), pair_of(1, 1))),
        "os.system");
    row("a call of a text", dictionary_of(unicode("print") + ")R"), "a call");
    row("a call of a storage type", dictionary_of(global("torch", "FloatStorage") + ")R"), "a call");
    row("OrderedDict of something", dictionary_of(global("collections", "OrderedDict") + number(1) + "\x85R"),
        "a call");
    row("STACK_GLOBAL", dictionary_of(unicode("os") + unicode("system") + "\x93"), "opcode 147");
    row("INST", dictionary_of("(ios\nsystem\n"), "opcode 105");
    row("OBJ", dictionary_of("(" + global("collections", "OrderedDict") + "o"), "opcode 111");
    row("NEWOBJ", dictionary_of(global("collections", "OrderedDict") + ")\x81"), "opcode 129");
    row("EXT1", dictionary_of("\x82\x01"), "opcode 130");
    row("protocol 4", "\x80\x04}.", "protocol 4");
    row("attributes of a tensor", dictionary_of(good + "}b"), "attributes");
    row("no dictionary", "\x80\x02" + number(3) + ".", "something other than a dictionary");
    row("a number as a value", dictionary_of(number(3)), "not a tensor");
    row("a memo that is none", "\x80\x02j" + bytes_of(0xffffffff, 4) + ".", "unknown memo 4294967295");
    row("nothing on the stack", "\x80\x02s.", "empty stack");
    row("no mark", "\x80\x02}t.", "no mark");
    row("nothing", "", "end in the middle");
    row("a text longer than the file", "\x80\x02X" + bytes_of(0xfffffff0, 4) + "w", "end in the middle");
    row("cut off", dictionary_of(good).substr(0, 80), "end in the middle");
    row("storage out of bounds", dictionary_of(rebuilt(storage(6), 1, pair_of(2, 3), pair_of(3, 1))),
        "6 values from value 1 on of a storage of 6");
    row("first value beyond it", dictionary_of(rebuilt(storage(6), 7, pair_of(0, 3), pair_of(3, 1))),
        "of a storage of 6");
    row("sizes that overflow",
        dictionary_of(rebuilt(storage(6), 0, pair_of(1ULL << 32, 1ULL << 32), pair_of(1ULL << 32, 1))),
        "more values than can be counted");
    row("a storage that overflows",
        dictionary_of(rebuilt(storage(1ULL << 61), 0, pair_of(1, 1), pair_of(1, 1))),
        "a storage of 2305843009213693952 values");
    // Else a few bytes would stand for a long text each.
    row("a name twice", "\x80\x02}" + unicode("w") + "q\x01" + good + "q\x02sh\x01h\x02s.",
        "two tensors of the same name");
    row("a long key",
        dictionary_of(rebuilt(storage(6, std::string(65, '1')), 0, pair_of(2, 3), pair_of(3, 1))),
        "a reference to something other than a storage");
    row("transposed", dictionary_of(rebuilt(storage(6), 0, pair_of(3, 2), pair_of(1, 3))), "not dense");
    row("strides of another rank", dictionary_of(rebuilt(storage(6), 0, pair_of(2, 3), number(3) + "\x85")),
        "strides");
    row("a negative size",
        dictionary_of(
            rebuilt(storage(6), 0, "J" + bytes_of(0xffffffff, 4) + number(3) + "\x86", pair_of(3, 1))),
        "shape or strides");
    row("a long negative size", dictionary_of(number(~0ULL)), "negative number");
    row("a huge number", dictionary_of(std::string("\x8a\xff") + std::string(255, '\x01')), "255 bytes");
    std::string nested = "\x80\x02)";
    for (int i = 0; i < 200'000; ++i) nested += "\x85";
    row("nested", nested + ".", "something other than a dictionary");
    std::string doubling = "\x80\x02)";
    for (int i = 0; i < 200; ++i) doubling += "q\x01h\x01\x86";
    row("doubling", doubling + ".", "something other than a dictionary");
    row("a dictionary in itself", "\x80\x02}q\x01" + unicode("w") + "h\x01s.", "not a tensor");
    row("each of a million in the next", "\x80\x02)" + std::string(1'100'000, '\x85') + ".",
        "more than 1048576 values");
    row("a million values", "\x80\x02" + std::string(1'100'000, 'N') + ".", "more than 1048576 values");
  }
  void refuses_everything_else() {
    QFETCH(std::string, pickle);
    QFETCH(std::string, found);
    const Caught error = caught([&] { parse(pickle); });
    VERIFY_CONTAINS(error.sentence, "Expected nothing but the tensors of a state dict in bad.pt, found ");
    VERIFY_CONTAINS(error.sentence, found);
  }

  void refuses_damaged_archives_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("part");
    std::string whole = content(committed);
    QTest::newRow("no zip") << std::string("\x80\x02}.") << std::string("a zip archive");
    QTest::newRow("cut off") << whole.substr(0, whole.size() / 2) << std::string("a zip archive");
    std::string changed = whole;
    changed[changed.find("PK\x03\x04", changed.find("/data/1")) - 40] ^= 1;  // a value of some storage
    QTest::newRow("another checksum") << changed << std::string("a wrong checksum");
    using tilescribe::exporting::zip_archive;
    QTest::newRow("no pickle") << zip_archive(std::vector<tilescribe::exporting::ZipEntry>{{"a/b", "c"}})
                               << std::string("it is no file of torch.save");
    QTest::newRow("compressed") << zip_archive(std::vector<tilescribe::exporting::ZipEntry>{
                                       {"a/data.pkl",
                                        std::string_view("\x80\x02}.                             ")}})
                                << std::string("a compressed one");
  }
  void refuses_damaged_archives() {
    QFETCH(std::string, bytes);
    QFETCH(std::string, part);
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("model.pt").toStdString();
    write_file(file, bytes);
    const Caught error = caught([&] {
      for (const auto& [name, weight] : stored_in_torch_archive(file)) weight.read();
    });
    VERIFY_CONTAINS(error.sentence, part);
    VERIFY_CONTAINS(error.sentence, file.string());
  }
};

QTEST_APPLESS_MAIN(TestPickle)
#include "test_pickle.moc"
