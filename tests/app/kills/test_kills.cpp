// SPDX-License-Identifier: Apache-2.0
// Programs that are killed at random moments, at six kinds of work in turn: nothing older than 1 s (sound) or
// 2 s (text) is lost, and nothing half-written stands under a final name. TILESCRIBE_KILLS says how many
// kills there are, TILESCRIBE_KILL_SEED when they come.
#include <QtTest>
#include <array>

#include "tests/app/kills/killed_work.h"

using namespace tilescribe::test;

namespace {

struct Kind {
  const char* name;
  std::unique_ptr<KilledWork> (*make)();
};
constexpr std::array kinds{Kind{"recording", killed_recording}, Kind{"transcribing", killed_transcribing},
                           Kind{"editing", killed_editing},     Kind{"exporting", killed_exporting},
                           Kind{"serving", killed_serving},     Kind{"archiving", killed_archiving}};

int number_in(const char* variable, int otherwise) {
  bool given = false;
  const int number = qEnvironmentVariableIntValue(variable, &given);
  return given ? number : otherwise;
}

}  // namespace

class KillsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const int seed = number_in("TILESCRIBE_KILL_SEED", 1);
    random_.seed(static_cast<unsigned>(seed));
    qInfo("%d kills, seed %d", kills_, seed);
    QVERIFY(kills_ > 0);
  }

  void after_a_kill_data() {
    QTest::addColumn<int>("kind");
    for (int kill = 0; kill < kills_; ++kill) {
      const int kind = kill % static_cast<int>(kinds.size());
      QTest::addRow("%d: %s", kill, kinds[static_cast<std::size_t>(kind)].name) << kind;
    }
  }
  void after_a_kill() {
    QFETCH(int, kind);
    const auto number = static_cast<std::size_t>(kind);
    try {
      if (!work_[number]) work_[number] = kinds[number].make();
      work_[number]->kill_once(random_);
    } catch (const std::exception& error) {
      QFAIL(error.what());
    }
  }

  void after_all_data() {
    QTest::addColumn<int>("kind");
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      QTest::addRow("%s", kinds[kind].name) << static_cast<int>(kind);
  }
  void after_all() {
    QFETCH(int, kind);
    const auto& work = work_[static_cast<std::size_t>(kind)];
    if (!work) return;  // fewer kills than kinds
    try {
      work->finish();
    } catch (const std::exception& error) {
      QFAIL(error.what());
    }
    qInfo("%s", qPrintable(work->summary()));
  }

 private:
  const int kills_ = number_in("TILESCRIBE_KILLS", 12);
  Random random_;
  std::array<std::unique_ptr<KilledWork>, kinds.size()> work_;
};

QTEST_GUILESS_MAIN(KillsTest)
#include "test_kills.moc"
