// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <sys/stat.h>

#include "app/cli/console.h"
#include "app/cli/output_files.h"

using namespace tilescribe::cli;

class OutputFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void names_data() {
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<QStringList>("outputs");
    QTest::newRow("plain") << QStringList{"a.wav", "x/b.tar.mp3", "c"}
                           << QStringList{"a.srt", "b.tar.srt", "c.srt"};
    QTest::newRow("collisions") << QStringList{"a.wav", "a.mp3", "x/a.wav"}
                                << QStringList{"a.srt", "a-2.srt", "a-3.srt"};
    QTest::newRow("a collision that meets a name")
        << QStringList{"a.wav", "a.mp3", "a-2.wav"} << QStringList{"a.srt", "a-2.srt", "a-2-2.srt"};
    QTest::newRow("twice the same") << QStringList{"a.wav", "a.wav"} << QStringList{"a.srt", "a-2.srt"};
    QTest::newRow("hidden") << QStringList{".a"} << QStringList{".a.srt"};
  }
  void names() {
    QFETCH(QStringList, inputs);
    QFETCH(QStringList, outputs);
    std::vector<std::filesystem::path> files;
    for (const QString& input : inputs) files.emplace_back(input.toStdString());
    QStringList found;
    for (const auto& output : output_files("out", files, "srt"))
      found << QString::fromStdString(output.string());
    for (QString& output : outputs) output.prepend("out/");
    QCOMPARE(found, outputs);
  }

  /// Tried one after the other for every input, 20,000 names would be 200 million questions to the disk.
  void aNameTwentyThousandTimes() {
    constexpr std::size_t count = 20'000;
    const auto found = output_files("out", std::vector<std::filesystem::path>(count, "a.wav"), "txt");
    QCOMPARE(found.size(), count);
    QCOMPARE(found.front().string(), std::string("out/a.txt"));
    QCOMPARE(found.back().string(), "out/a-" + std::to_string(count) + ".txt");
  }

  void noInputIsOverwritten() {
    const auto found = output_files("x/../x", {"x/a.txt", "y/../x/b.wav", "x/b.txt"}, "txt");
    QCOMPARE(found[0].string(), std::string("x/../x/a-2.txt"));
    QCOMPARE(found[1].string(), std::string("x/../x/b-2.txt"));
    QCOMPARE(found[2].string(), std::string("x/../x/b-3.txt"));
  }

  void folders() {
    QTemporaryDir place;
    const std::filesystem::path base = place.path().toStdString();
    prepare_folder(base / "new" / "nested");
    QVERIFY(std::filesystem::is_directory(base / "new" / "nested"));
    prepare_folder(base / "new" / "nested");

    QFile file(place.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const char* name : {"file", "file/inside"}) {
      try {
        prepare_folder(base / name);
        QFAIL("a file is no folder");
      } catch (const CommandError& error) {
        QVERIFY2(QString(error.what())
                     .startsWith("The output folder " + place.filePath(name) + " can't be used: "),
                 error.what());
      }
    }
  }
};

QTEST_APPLESS_MAIN(OutputFilesTest)
#include "test_output_files.moc"
