// SPDX-License-Identifier: Apache-2.0
// A profile comes back from its file as it was, and saving is all or nothing.
#include <QtTest>

#include <sys/stat.h>

#include "inference/api/profile_store.h"
#include "kernels/core/error.h"
#include "tests/inference/store/profile_equality.h"
#include "tests/support/profile_sessions.h"

namespace {

using namespace tilescribe;

QStringList names(const QString& folder) {
  return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

std::string complaint(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

// One of everything, with the values at the edges of what the fields hold.
ProfileSession edges() {
  ProfileSession session;
  session.setting = {.engine = Message::verbatim("CPU, \"bf16\", 2 threads"),
                     .compute = "bf16",
                     .model = "Modèle\n2",
                     .audio = std::string("no UTF-8: \xFF\xFE, a zero: \0, behind it", 34),
                     .source = "clock of the CPU",
                     .fallback_reason = Message::verbatim("There is no CUPTI."),
                     .began = "2026-11-22T01:02:03",
                     .program = "Tilescribe 0.1.0",
                     .full = false,
                     .ceilings = {.read_gb_s = 0.1,
                                  .copy_gb_s = {},
                                  .f32_tflop_s = 1.0 / 3.0,
                                  .tf32_tflop_s = 0.0,
                                  .bf16_tflop_s = {},
                                  .fp8_tflop_s = 2.0}};
  session.kinds = {{.activity = ProfileActivity::replay,
                    .stage = "decode",
                    .op = "",
                    .variant = "",
                    .part_of = "",
                    .kernel = "",
                    .short_name = ""},
                   {.activity = ProfileActivity::kernel,
                    .stage = "encoder",
                    .op = "linear",
                    .variant = "tuned",
                    .part_of = "mlp",
                    .kernel = std::string(5000, 'k'),
                    .short_name = "k'; DROP TABLE kinds"}};
  session.records = {{.start_ns = -7, .duration_ns = 0},
                     {.start_ns = 1LL << 52,
                      .duration_ns = 1LL << 53,
                      .inner_ns = 1LL << 53,
                      .flops = 1LL << 62,
                      .bytes = 1LL << 61,
                      .step = 1LL << 40,
                      .shared_bytes = 1LL << 60,
                      .kind = 1,
                      .stream = 0xFFFFFFFFU,
                      .layer = 65535,
                      .windows = 2147483647,
                      .grid = {0xFFFFFFFFU, 0xFFFFFFFEU, 0xFFFFFFFDU},
                      .block = {1024, 2, 3},
                      .registers = 0xFFFFFFFFU,
                      .threads = 2147483647,
                      .replayed = true}};
  ProfileTotal total;
  total.kind = 1;
  total.layer = 3;
  total.calls = 4, total.own_ns = 5, total.busy_ns = 6, total.shared_ns = 7, total.composed = 8;
  total.flops = 9, total.bytes = 10, total.least_ns = 11, total.most_ns = 12, total.squares = 1e300;
  total.histogram.counts.front() = 0xFFFFFFFFU;
  total.histogram.counts.back() = 1;
  session.totals = {ProfileTotal{}, total};
  session.spans = {{.start_ns = 1, .duration_ns = 2, .stage = "audio", .step = 3, .windows = 4}};
  session.tokens = {{.at_ns = 5, .window = 6, .text = "\xC3"}, {.at_ns = 5, .window = -1, .text = ""}};
  session.windows = {
      {.index = 0, .audio_start_s = 0.1, .audio_end_s = 0.2, .begin_ns = 3, .end_ns = 0, .peaks = {}},
      {.index = 9,
       .audio_start_s = 0.2,
       .audio_end_s = 1e9,
       .begin_ns = 3,
       .end_ns = 4,
       .peaks = {0.1F, 1.0F, 1e-40F}}};
  session.memory = {{.at_ns = 0, .used_bytes = 1LL << 62}};
  session.duration_ns = 1LL << 53;
  session.audio_s = 0.3;
  session.draft_tokens = 18, session.draft_accepted = 17;
  session.taken = 13, session.lost = 14, session.dropped = 15;
  session.cost_percent = -0.25;
  session.detail_every = 16;
  return session;
}

}  // namespace

class SessionFileTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }
  void cleanup() {
    for (const QString& name : names(folder_.path())) QFile::remove(folder_.filePath(name));
  }

  void formatsFollowTheEnding() {
    QCOMPARE(profile_format("a.b/c.sqlite"), ProfileFormat::session);
    QCOMPARE(profile_format("c.json"), ProfileFormat::trace);
    QCOMPARE(profile_format("c.csv"), ProfileFormat::table);
    QCOMPARE(profile_format("c.html"), ProfileFormat::report);
    QCOMPARE(complaint([] { profile_format("c.txt"); }),
             std::string("Expected a profile's name to end in .sqlite, .json, .csv or .html, found c.txt."));
  }

  void everythingComesBack_data() {
    QTest::addColumn<int>("which");
    QTest::newRow("nothing in it") << 0;
    QTest::newRow("the edges of all fields") << 1;
    QTest::newRow("a GPU's") << 2;
    QTest::newRow("a CPU's") << 3;
  }
  void everythingComesBack() {
    QFETCH(int, which);
    SyntheticProfile options;
    options.gpu = which == 2;
    const ProfileSession session = which == 0   ? ProfileSession()
                                   : which == 1 ? edges()
                                                : synthetic_profile(options);
    if (which > 1)
      QVERIFY(session.records.size() > 100 && !session.totals.empty() && !session.tokens.empty());
    const std::filesystem::path file = path("a # name?mode=rw%41.sqlite");
    save_profile(session, file, ProfileFormat::session);
    QCOMPARE(QString::fromStdString(difference(session, open_profile(file))), QString());
    QCOMPARE(names(folder_.path()), QStringList{"a # name?mode=rw%41.sqlite"});
  }

  void everyFormatTakesTheEdges() {
    for (const ProfileSession& session : {ProfileSession(), edges()}) {
      for (const char* name : {"a.sqlite", "a.json", "a.csv", "a.html"}) {
        save_profile(session, path(name), profile_format(name));
        QVERIFY2(QFileInfo(folder_.filePath(name)).size() > 40, name);
      }
    }
    QCOMPARE(names(folder_.path()).size(), 4);
  }

  // A comparison that finds nothing must be one that would have.
  void everyDifferenceIsSeen() {
    const ProfileSession session = edges();
    const auto changed = [&](const auto& change) {
      ProfileSession other = session;
      change(other);
      return QString::fromStdString(difference(session, other));
    };
    QCOMPARE(changed([](ProfileSession& s) { s.records[1].block[2] = 4; }), QString("record 1"));
    QCOMPARE(changed([](ProfileSession& s) { s.totals[1].histogram.counts[77] = 1; }), QString("total 1"));
    QCOMPARE(changed([](ProfileSession& s) { s.windows[1].peaks[2] = 0.0F; }), QString("window 1"));
    QCOMPARE(changed([](ProfileSession& s) { s.setting.ceilings.copy_gb_s = 0.0; }), QString("ceilings"));
    QCOMPARE(changed([](ProfileSession& s) { s.setting.full = true; }), QString("setting"));
    QCOMPARE(changed([](ProfileSession& s) { s.cost_percent = 0.0; }), QString("numbers of the whole"));
  }

  void replacesAndKeepsTheMode() {
    const std::filesystem::path file = path("a.sqlite");
    save_profile(edges(), file, ProfileFormat::session);
    QCOMPARE(::chmod(file.c_str(), 0640), 0);
    save_profile(ProfileSession(), file, ProfileFormat::session);
    QCOMPARE(open_profile(file).records.size(), std::size_t{0});
    struct stat info {};
    QCOMPARE(::stat(file.c_str(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0640U);
    QCOMPARE(names(folder_.path()), QStringList{"a.sqlite"});
  }

  void failuresLeaveTheOlderFile() {
    const std::filesystem::path file = path("a.sqlite");
    save_profile(edges(), file, ProfileFormat::session);
    ProfileSession broken = edges();
    broken.records[1].kind = 2;
    for (const ProfileFormat format :
         {ProfileFormat::session, ProfileFormat::trace, ProfileFormat::table, ProfileFormat::report}) {
      QCOMPARE(
          complaint([&] { save_profile(broken, file, format); }),
          "The profile could not be saved as " + file.string() + ": record 1 names kind 2, and there are 2.");
    }
    QCOMPARE(QString::fromStdString(difference(edges(), open_profile(file))), QString());
    QCOMPARE(names(folder_.path()), QStringList{"a.sqlite"});
    const std::filesystem::path nowhere = path("no/such/folder.sqlite");
    QCOMPARE(complaint([&] { save_profile(edges(), nowhere, ProfileFormat::session); }),
             "The profile could not be saved as " + nowhere.string() + ": No such file or directory.");
    QVERIFY(QString::fromStdString(complaint([&] {
              save_profile(edges(), folder_.path().toStdString(), ProfileFormat::session);
            })).endsWith(": that is a folder."));
  }

 private:
  std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }
  QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(SessionFileTest)
#include "test_session_file.moc"
