// SPDX-License-Identifier: Apache-2.0
// Files that are no profile, or no sound one, are refused with a sentence; whatever is in them, nothing
// breaks.
#include <QtTest>
#include <functional>
#include <limits>
#include <random>

#include <sqlite3.h>
#include <sys/stat.h>

#include "inference/api/profile_store.h"
#include "inference/store/session_file.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"
#include "tests/inference/store/database_pages.h"
#include "tests/inference/store/profile_equality.h"
#include "tests/support/profile_sessions.h"

namespace {

using namespace tilescribe;

QByteArray content(const QString& file) {
  QFile opened(file);
  return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

void plant(const QString& file, const QByteArray& bytes) {
  QFile opened(file);
  QVERIFY(opened.open(QIODevice::WriteOnly | QIODevice::Truncate));
  QCOMPARE(opened.write(bytes), bytes.size());
}

// What opening a file says, without the file's name; "opened" where it opens.
QString opening(const QString& file) {
  try {
    open_profile(file.toStdString());
  } catch (const Error& error) {
    return QString::fromUtf8(error.what()).replace(file, "FILE");
  }
  return "opened";
}

void run(const QString& file, const char* sql) {
  sqlite3* handle = nullptr;
  QCOMPARE(::sqlite3_open(qPrintable(file), &handle), SQLITE_OK);
  const int status = ::sqlite3_exec(handle, sql, nullptr, nullptr, nullptr);
  const QByteArray message = ::sqlite3_errmsg(handle);
  ::sqlite3_close(handle);
  QVERIFY2(status == SQLITE_OK, message.constData());
}

// The first value of the first row.
int number(const QString& file, const char* sql) {
  sqlite3* handle = nullptr;
  int value = 0;
  const auto keep = [](void* to, int, char** values, char**) {
    *static_cast<int*>(to) = QByteArray(values[0]).toInt();
    return 0;
  };
  ::sqlite3_open(qPrintable(file), &handle);
  ::sqlite3_exec(handle, sql, keep, &value, nullptr);
  ::sqlite3_close(handle);
  return value;
}

}  // namespace

class HostileSessionTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QVERIFY(folder_.isValid());
    file_ = folder_.filePath("a.sqlite");
    SyntheticProfile options;
    options.windows = 1, options.layers = 1, options.tokens = 3;
    session_ = synthetic_profile(options);
    save_profile(session_, file_.toStdString(), ProfileFormat::session);
    QCOMPARE(opening(file_), QString("opened"));
  }

  void whatIsNoProfile() {
    const QString other = folder_.filePath("other");
    const QString expected = "Expected a profile that Tilescribe saved (.sqlite) in FILE, found ";
    QCOMPARE(opening(other), QString("FILE could not be opened: No such file or directory."));
    QCOMPARE(opening(folder_.path()), expected + "a folder.");
    plant(other, "");
    QCOMPARE(opening(other), expected + "an empty file.");
    plant(other, "SQLite format 3");
    QCOMPARE(opening(other), expected + "a file of another kind.");
    plant(other, QByteArray(5000, 'x'));
    QCOMPARE(opening(other), expected + "a file of another kind.");
    QVERIFY(QFile::remove(other));
    run(other, "CREATE TABLE kinds(a)");
    QCOMPARE(opening(other), expected + "a database of another program.");
    QVERIFY(QFile::remove(other));
    QCOMPARE(::mkfifo(qPrintable(other), 0600), 0);
    QCOMPARE(opening(other), expected + "no regular file.");
    QVERIFY(QFile::remove(other));
  }

  void otherVersions() {
    run(file_, "PRAGMA user_version = 4");
    QCOMPARE(
        opening(file_),
        QString("Expected version 3 of the profile in FILE, found version 4: a newer Tilescribe saved it."));
    run(file_, "PRAGMA user_version = 1");
    QCOMPARE(opening(file_), QString("Expected version 2 to 3 of the profile in FILE, found version 1."));
    run(file_, "PRAGMA user_version = 2");
    QVERIFY(opening(file_).contains("its table profile is another one"));
  }

  // What an earlier version of the program saved.
  void olderFilesOpen() {
    const ProfileSession session = open_profile(TILESCRIBE_TEST_DATA "/profiles/h200-nano.sqlite");
    QVERIFY(!session.records.empty());
    QCOMPARE(session.draft_tokens, std::int64_t{0});
  }

  // A small file whose pages name one another promises 10^12 rows.
  void sharedPages() {
    const int root = number(file_, "SELECT rootpage FROM sqlite_schema WHERE name = 'tokens'");
    test::Pages pages(content(file_));
    const int top = pages.add_shared(pages.page(root));
    pages.replace(root, pages.page(top));
    plant(file_, pages.bytes());
    QCOMPARE(opening(file_), QString("FILE is damaged: it names more than it can hold."));
  }

  // The table of tables is read before the first statement, and may name one index over and over.
  void sharedPagesOfTheSchema() {
    run(file_, "CREATE TABLE x(a UNIQUE)");
    const int root = number(file_, "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_x_1'");
    test::Pages pages(content(file_));
    const int tables = pages.add(pages.first_page_elsewhere());
    const int indices = pages.add_shared(test::index_page(pages.size(), root));
    pages.replace_first(test::interior_page(pages.size(), {tables, indices}));
    plant(file_, pages.bytes());
    QCOMPARE(opening(file_), QString("FILE is damaged: it names more than it can hold."));
  }

  // SQLite would copy all of it for each row, and make a 0 of it.
  void aLongBlobInsteadOfANumber() {
    const auto declare = [&](const char* from, const char* to) {
      const QString sql = QStringLiteral(
          "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
          "replace(sql, '%1', '%2') WHERE name = 'spans'");
      run(file_, qPrintable(sql.arg(QLatin1String(from), QLatin1String(to))));
    };
    declare(") STRICT", ")");  // such a table takes no other value, but a file may have one
    run(file_, "UPDATE spans SET start_ns = zeroblob(1000000) WHERE rowid = 1");
    declare(")", ") STRICT");
    QCOMPARE(opening(file_), QString("FILE is damaged: its start_ns is no number."));
  }

  void changedTables_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* sql, const char* said) {
      QTest::newRow(sql) << QByteArray(sql) << "FILE is damaged: " + QString(said) + ".";
    };
    row("DROP TABLE spans", "its table spans is missing");
    row("ALTER TABLE spans ADD COLUMN more INTEGER", "its table spans is another one");
    row("DROP VIEW record_details; DROP TABLE tokens; CREATE VIEW tokens AS WITH RECURSIVE n(i) AS (SELECT 1 "
        "UNION ALL "
        "SELECT i + 1 FROM n) SELECT i AS at_ns, 0, 'x' FROM n",
        "its table tokens is missing");
    row("DELETE FROM profile", "it has no heading");
    row("DELETE FROM launches WHERE id = 1", "the numbers of its launches have gaps");
    row("DELETE FROM records WHERE rowid = 5", "its digest is another one");
    row("DELETE FROM memory", "its digest is another one");
    row("UPDATE records SET duration_ns = duration_ns + 1 WHERE rowid = 5", "its digest is another one");
    row("UPDATE tokens SET text = text || ' '", "its digest is another one");
    row("UPDATE profile SET engine = 'cuda'", "its digest is another one");
    row("UPDATE records SET launch = -1 WHERE rowid = 1", "record 0 names launch -1, and there are");
    row("UPDATE records SET launch = 1000000 WHERE rowid = 1",
        "record 0 names launch 1000000, and there are");
    row("UPDATE launches SET registers = -1 WHERE id = 0", "it holds the registers -1");
    row("UPDATE launches SET replayed = 2 WHERE id = 0", "it holds the replayed 2");
    row("UPDATE kinds SET activity = 256 WHERE id = 0", "it holds the activity 256");
    row("UPDATE durations SET bucket = 320", "a duration names bucket 320 of total 0");
    row("UPDATE durations SET total = -1", "a duration names bucket");
  }
  void changedTables() {
    QFETCH(QByteArray, sql);
    QFETCH(QString, said);
    run(file_, sql.constData());
    said.chop(1);
    QVERIFY2(opening(file_).startsWith(said), qPrintable(opening(file_)));
  }

  // As a forger would write it, with the right digest.
  void brokenPromises_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("said");
    int which = 0;
    for (const char* said :
         {"record 3 names kind 4000000000, and there are",
          "record 3 starts at 0 ns and lasts -5 ns, 0 ns of them",
          "record 3 starts at 9223372036854775807 ns", "record 4 starts before the one in front of it",
          "record 3 is of layer -2", "record 3 has a count that is negative", "total 0 names kind 4000000000",
          "total 0 has a sum that is negative", "kind 0 is of no known activity", "a ceiling is no rate",
          "token 1 is earlier than the one before", "window 0 has a value beyond all measure",
          "its duration or its cost is beyond all measure", "a count of its records is negative",
          "reading 0 of the memory is out of order", "span 0 has a time or a count",
          "the names of its totals have more than 268435456 bytes together"}) {
      QTest::newRow(said) << which++ << "FILE is damaged: " + QString(said);
    }
  }
  void brokenPromises() {
    QFETCH(int, which);
    QFETCH(QString, said);
    ProfileSession broken = session_;
    ProfileRecord& record = broken.records[3];
    switch (which) {
      case 0:
        record.kind = 4'000'000'000U;
        break;
      case 1:
        record.start_ns = 0, record.duration_ns = -5, record.inner_ns = 0;
        break;
      case 2:
        record.start_ns = std::numeric_limits<std::int64_t>::max();
        break;
      case 3:
        broken.records[4].start_ns = record.start_ns - 1;
        break;
      case 4:
        record.layer = -2;
        break;
      case 5:
        record.flops = std::numeric_limits<std::int64_t>::max();
        break;
      case 6:
        broken.totals[0].kind = 4'000'000'000U;
        break;
      case 7:
        broken.totals[0].calls = -1;
        break;
      case 8:
        broken.kinds[0].activity = static_cast<ProfileActivity>(4);
        break;
      case 9:
        broken.setting.ceilings.read_gb_s = -1.0;
        break;
      case 10:
        broken.tokens[1].at_ns = broken.tokens[0].at_ns - 1;
        break;
      case 11:
        broken.windows[0].peaks = {std::numeric_limits<float>::infinity()};
        break;
      case 12:
        broken.duration_ns = -1;
        break;
      case 13:
        broken.dropped = -1;
        break;
      case 14:
        broken.memory[0].used_bytes = -1;
        break;
      case 15:
        broken.spans[0].duration_ns = -1;
        break;
      default:  // a small file: the name is there once
        broken.kinds[broken.totals[0].kind].kernel = std::string(1 << 20, 'k');
        broken.totals.resize(300, broken.totals[0]);
        break;
    }
    Replacement replacement(Message("profile"), file_.toStdString());
    store::write_session(broken, replacement, Message("not written"));
    replacement.commit();
    QVERIFY2(opening(file_).startsWith(said), qPrintable(opening(file_)));
  }

  void cutShort() {
    const QByteArray whole = content(file_);
    QVERIFY(whole.size() > 20'000);
    for (qsizetype size = 0; size < whole.size(); size += 509) {
      plant(file_, whole.left(size));
      QVERIFY2(opening(file_).endsWith("."), qPrintable(QString::number(size)));
    }
    plant(file_, whole.left(whole.size() - 4096));
    QVERIFY2(opening(file_).startsWith("FILE is damaged: "), qPrintable(opening(file_)));
  }

  // A byte that changes nothing may change; any other is noticed.
  void flippedBits() {
    const QByteArray whole = content(file_);
    std::mt19937 random(7);
    int refused = 0;
    for (int i = 0; i < 600; ++i) {
      QByteArray bytes = whole;
      // The first page, where the schema is, gets its share.
      const auto limit = static_cast<std::uint32_t>(i % 3 == 0 ? 4096 : whole.size());
      const auto at = static_cast<qsizetype>(random() % limit);
      bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << random() % 8));
      plant(file_, bytes);
      try {
        const ProfileSession found = open_profile(file_.toStdString());
        QVERIFY2(difference(session_, found).empty(), qPrintable(QString::number(at)));
      } catch (const Error& error) {
        QVERIFY(QByteArray(error.what()).endsWith("."));
        ++refused;
      }
    }
    QVERIFY2(refused > 200, qPrintable(QString::number(refused)));
  }

  // Whole stretches of noise, so that page numbers and lengths lead anywhere.
  void noise() {
    const QByteArray whole = content(file_);
    std::mt19937 random(11);
    for (int i = 0; i < 200; ++i) {
      QByteArray bytes = whole;
      const auto at = 100 + static_cast<qsizetype>(random() % static_cast<std::uint32_t>(whole.size() - 164));
      for (qsizetype k = 0; k < 64; ++k) bytes[at + k] = static_cast<char>(random());
      plant(file_, bytes);
      try {
        const ProfileSession found = open_profile(file_.toStdString());
        QVERIFY2(difference(session_, found).empty(), qPrintable(QString::number(at)));
      } catch (const Error& error) {
        QVERIFY(QByteArray(error.what()).endsWith("."));
      }
    }
  }

 private:
  QTemporaryDir folder_;
  QString file_;
  ProfileSession session_;
};

QTEST_APPLESS_MAIN(HostileSessionTest)
#include "test_hostile_session.moc"
