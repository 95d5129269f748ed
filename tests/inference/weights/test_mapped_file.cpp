// SPDX-License-Identifier: Apache-2.0
// Files that shrink while they are mapped, and what is no file at all.

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "inference/weights/json_file.h"
#include "inference/weights/mapped_file.h"
#include "inference/weights/safetensors.h"
#include "tests/inference/weights/failure.h"
#include "tests/support/safetensors_writer.h"

using namespace tilescribe::tests;
using namespace tilescribe::weights;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// Every byte, in the order of their addresses.
std::size_t count_ones(std::span<const std::byte> bytes) {
  return static_cast<std::size_t>(std::ranges::count(bytes, std::byte{1}));
}

std::string shorter(const fs::path& file, std::size_t before, std::size_t now) {
  return "The file " + file.string() + " became shorter while it was read: it had " + std::to_string(before) +
         " bytes, and now it has " + std::to_string(now) + ".";
}

}  // namespace

class TestMappedFile : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  fs::path write(const std::string& name, const std::string& bytes) {
    fs::path file = fs::path(folder_.path().toStdString()) / name;
    write_file(file, bytes);
    return file;
  }

 private slots:
  void initTestCase() { QVERIFY(folder_.isValid()); }

  void a_file_that_shrinks_gives_zeros_and_an_error_data() {
    QTest::addColumn<qulonglong>("left");
    QTest::newRow("nothing is left") << qulonglong{0};
    QTest::newRow("a page is left") << qulonglong{4096};
    QTest::newRow("the last page loses its end") << qulonglong{4 * mebibyte - 1};
    QTest::newRow("half is left") << qulonglong{2 * mebibyte};
  }
  void a_file_that_shrinks_gives_zeros_and_an_error() {
    QFETCH(qulonglong, left);
    const fs::path file = write("shrinks", std::string(4 * mebibyte, '\1'));
    const MappedFile map(file);
    QCOMPARE(count_ones(map.bytes().first(4096)), std::size_t{4096});
    map.check();
    fs::resize_file(file, left);
    QCOMPARE(count_ones(map.bytes()), std::size_t{left});
    QCOMPARE(caught([&] { map.check(); }).sentence, shorter(file, 4 * mebibyte, left));
    map.release(map.bytes());
    QCOMPARE(caught([&] { map.check(); }).sentence, shorter(file, 4 * mebibyte, left));
  }

  void zeros_that_were_read_are_not_forgotten() {
    const fs::path file = write("comes back", std::string(mebibyte, '\1'));
    const MappedFile map(file);
    fs::resize_file(file, 0);
    QCOMPARE(count_ones(map.bytes()), std::size_t{0});
    write_file(file, std::string(mebibyte, '\1'));
    VERIFY_CONTAINS(caught([&] { map.check(); }).sentence, file.string() + " could not be read whole");
  }

  /// As weights are converted: by threads, of which each meets the end.
  void many_threads_may_meet_the_end() {
    const fs::path file = write("threads", std::string(8 * mebibyte, '\1'));
    const fs::path other = write("other", std::string(mebibyte, '\1'));
    const MappedFile map(file), whole(other);
    fs::resize_file(file, 0);
    std::array<std::size_t, 4> ones{};
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < ones.size(); ++i) {
        threads.emplace_back(
            [&, i] { ones[i] = count_ones(map.bytes().subspan(i * 2 * mebibyte, 2 * mebibyte)); });
      }
    }
    for (const std::size_t count : ones) QCOMPARE(count, std::size_t{0});
    VERIFY_CONTAINS(caught([&] { map.check(); }).sentence, "became shorter");
    QCOMPARE(count_ones(whole.bytes()), mebibyte);
    whole.check();
  }

  /// Maps come and go; the place of one that is gone is another's.
  void a_map_that_is_gone_is_guarded_no_more() {
    for (int i = 0; i < 3; ++i) {
      const fs::path file = write("again", std::string(mebibyte, '\1'));
      std::optional<MappedFile> gone(std::in_place, file);
      gone.reset();
      const MappedFile map(file);
      QCOMPARE(count_ones(map.bytes()), mebibyte);
      map.check();
      fs::resize_file(file, 0);
      QCOMPARE(count_ones(map.bytes()), std::size_t{0});
      VERIFY_CONTAINS(caught([&] { map.check(); }).sentence, "became shorter");
    }
  }

  void a_tensor_whose_file_shrank_is_an_error() {
    WrittenTensors tensors;
    tensors["a"] = float_tensor("F32", {64, 1024}, std::vector<float>(64 * 1024, 1.0f));
    tensors["b"] = {"I32", {1024}, std::string(4096, '\1')};
    const fs::path file = write("a.safetensors", safetensors_bytes(tensors));
    const SafetensorsFile opened(file);
    const std::size_t size = fs::file_size(file);
    QCOMPARE(opened.floats("a").front(), 1.0f);
    fs::resize_file(file, 4096);
    QCOMPARE(caught([&] { static_cast<void>(opened.floats("a")); }).sentence, shorter(file, size, 4096));
    QCOMPARE(caught([&] { static_cast<void>(opened.integers("b")); }).sentence, shorter(file, size, 4096));
  }

  void what_is_no_file_is_refused_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"fifo", "socket", "device", "folder"}) QTest::newRow(kind) << kind;
  }
  void what_is_no_file_is_refused() {
    QFETCH(QString, kind);
    const QTemporaryDir short_folder;  // a socket's name is short
    fs::path path = fs::path(short_folder.path().toStdString()) / "config.json";
    if (kind == "fifo") {
      QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    } else if (kind == "socket") {
      const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
      sockaddr_un address{};
      address.sun_family = AF_UNIX;
      path.string().copy(address.sun_path, sizeof address.sun_path - 1);
      const int bound = ::bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address);
      ::close(server);
      QCOMPARE(bound, 0);
    } else if (kind == "device") {
      path = "/dev/zero";
    } else {
      fs::create_directory(path);
    }
    const std::string expected =
        "A regular file was expected at " + path.string() + ", but it is something else.";
    QCOMPARE(caught([&] { const MappedFile map(path); }).sentence, expected);
    QCOMPARE(caught([&] { static_cast<void>(read_json_object(path, 1024)); }).sentence, expected);
  }

  // A JSON file of few bytes may take many times as many in memory.
  void too_many_values_are_refused() {
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "index.json";
    const auto write = [&](const char* value, int times) {
      const QByteArray list = QByteArray(value).append(',').repeated(times - 1).append(value);
      std::ofstream(path, std::ios::binary) << "{\"a\":[" << list.toStdString() << "]}";
    };
    constexpr std::size_t bytes = 64 << 20;
    for (const char* value : {"0", "{}", "[]", "null"}) {
      write(value, 8);
      QCOMPARE(read_json_object(path, bytes, 10).at("a").size(), std::size_t{8});
      QVERIFY(caught([&] {
                static_cast<void>(read_json_object(path, bytes, 9));
              }).sentence.starts_with("At most 9 values were expected in " + path.string()));
      write(value, 1 << 20);
      QVERIFY(caught([&] {
                static_cast<void>(read_json_object(path, bytes));
              }).sentence.starts_with("At most 1048576 values were expected"));
    }
    // As many as are taken, in a list of objects: it is read in proportion to its length.
    write("{}", (1 << 20) - 2);
    QCOMPARE(read_json_object(path, bytes).at("a").size(), std::size_t{(1 << 20) - 2});
  }
};

QTEST_APPLESS_MAIN(TestMappedFile)
#include "test_mapped_file.moc"
