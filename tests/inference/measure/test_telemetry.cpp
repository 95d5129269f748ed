// SPDX-License-Identifier: Apache-2.0
// What a device says of its kernels becomes records in which every operation is counted once.
#include <QtTest>

#include "inference/measure/telemetry.h"
#include "kernels/profile/records.h"

using namespace tilescribe;
using kernels::ActivityRecord;

namespace {

ActivityRecord kernel(std::string_view op, std::string_view outer, std::int64_t flops, std::uint64_t run,
                      std::int32_t layer, std::int64_t start_ns) {
  ActivityRecord record;
  record.activity = kernels::Activity::kernel;
  record.label = {op, "tuned", outer, {.stage = "prefill", .layer = layer}, {flops, 10 * flops}, run};
  record.kernel = op;
  record.start_ns = start_ns;
  record.duration_ns = 10;
  return record;
}

std::vector<std::int64_t> flops_of(const std::vector<ActivityRecord>& records) {
  Telemetry telemetry(0, {});
  telemetry.take(records);
  const ProfileSession session = telemetry.finish();
  std::vector<std::int64_t> flops;
  for (const ProfileRecord& record : session.records) {
    flops.push_back(record.flops);
    if (record.bytes != 10 * record.flops) flops.push_back(-1);
  }
  return flops;
}

}  // namespace

class TelemetryTest : public QObject {
  Q_OBJECT

 private slots:
  /// Of two kernels of one run the first one has the count.
  void an_op_of_two_kernels_counts_once() {
    QCOMPARE(flops_of({kernel("attend", "", 7, 1, 0, 0), kernel("attend", "", 7, 1, 0, 20),
                       kernel("attend", "", 7, 2, 0, 40)}),
             (std::vector<std::int64_t>{7, 0, 7}));
  }

  void what_parts_do_is_not_their_ops_too() {
    // Behind the op's own kernel, and before it.
    QCOMPARE(flops_of({kernel("mlp", "", 30, 1, 0, 0), kernel("linear", "mlp", 10, 2, 0, 20),
                       kernel("mlp", "", 30, 3, 1, 40), kernel("linear", "mlp", 10, 4, 1, 60)}),
             (std::vector<std::int64_t>{20, 10, 20, 10}));
    QCOMPARE(flops_of({kernel("norm", "qkv", 2, 2, 0, 0), kernel("qkv", "", 30, 1, 0, 20),
                       kernel("norm", "qkv", 2, 4, 1, 40), kernel("qkv", "", 30, 3, 1, 60)}),
             (std::vector<std::int64_t>{2, 28, 2, 28}));
    // What moves between the op's kernels is counted of the part alone.
    ActivityRecord part = kernel("linear", "mlp", 10, 2, 0, 20);
    part.label.cost.bytes = 290;
    Telemetry telemetry(0, {});
    telemetry.take(std::vector{kernel("mlp", "", 30, 1, 0, 0), part});
    const ProfileSession session = telemetry.finish();
    QCOMPARE(session.records.at(0).bytes, 200);
    QCOMPARE(session.records.at(1).bytes, 290);
    // Both, and never below nothing.
    QCOMPARE(flops_of({kernel("norm", "mlp", 2, 2, 0, 0), kernel("mlp", "", 30, 1, 0, 20),
                       kernel("linear", "mlp", 40, 3, 0, 40)}),
             (std::vector<std::int64_t>{2, 0, 40}));
  }

  /// How fast files are transcribed is what their rows say, whenever the profile began.
  void audio_and_time_are_those_of_the_files() {
    const std::int64_t now_ns = kernels::record_clock_ns();
    // The first file was opened 10 s ago, the profile began 2 s ago.
    Telemetry telemetry(now_ns - 2'000'000'000, {});
    QCOMPARE(telemetry.frame({}).transcribing_s, 0.0);  // of no file yet
    telemetry.transcribed(100.0, 10.0, false);
    ProfileFrame frame = telemetry.frame({});
    QCOMPARE(frame.audio_done_s, 100.0);
    QVERIFY(frame.transcribing_s >= 10.0 && frame.transcribing_s < 70.0);
    telemetry.transcribed(117.0, 11.0, true);
    frame = telemetry.frame({});
    QCOMPARE(frame.audio_done_s, 117.0);
    QCOMPARE(frame.transcribing_s, 11.0);
    // The next one is measured whole.
    telemetry.transcribed(0.0, 0.0, false);
    telemetry.transcribed(4.0, 1.0, true);
    frame = telemetry.frame({});
    QCOMPARE(frame.audio_done_s, 121.0);
    QCOMPARE(frame.transcribing_s, 12.0);
    // So is one that continues what an earlier run transcribed, however short that run was.
    telemetry.transcribed(3600.0, 0.5, false);
    telemetry.transcribed(3607.0, 1.0, true);
    QCOMPARE(telemetry.finish().audio_s, 28.0);  // that became text since it began
  }

  void tokens_of_drafts_are_added_up() {
    Telemetry telemetry(0, {});
    telemetry.drafted(15, 12);
    telemetry.drafted(3, 0);
    const ProfileSession session = telemetry.finish();
    QCOMPARE(session.draft_tokens, 18);
    QCOMPARE(session.draft_accepted, 12);
  }
};

QTEST_GUILESS_MAIN(TelemetryTest)
#include "test_telemetry.moc"
