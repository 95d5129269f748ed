// SPDX-License-Identifier: Apache-2.0
// The open profile by itself, without a window: the selection and its history, results and jobs.
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/held_pool.h"
#include "tests/support/patience.h"
#include "tests/support/profile_sessions.h"
#include "ui/profile/profile_document.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;
using Part = ProfileDocument::Part;

namespace {

std::shared_ptr<const ProfileSession> made(const SyntheticProfile& options = {}) {
  return std::make_shared<const ProfileSession>(synthetic_profile(options));
}

ProfileSelection stage(const char* name) {
  ProfileSelection selection;
  selection.stage = name;
  return selection;
}

}  // namespace

class TestProfileDocument : public QObject {
  Q_OBJECT

 private slots:
  void results_are_those_of_the_pure_functions() {
    ProfileDocument document;
    const auto session = made({.slow_op = "linear", .slow_factor = 20.0});
    document.open(session, QStringLiteral("a.sqlite"));
    document.compare_with(made({.seed = 2}), QStringLiteral("b.sqlite"));
    ProfileSelection selection = stage("decode");
    selection.range = ProfileSelection::Range{0, session->duration_ns / 2};
    selection.kinds = {session->records[session->records.size() / 4].kind};
    document.select(selection);
    QVERIFY(!document.times() && !document.findings() && !document.roofline() && !document.tree());
    QVERIFY(!document.timeline() && !document.histogram());
    QVERIFY(!document.table(ProfileGrouping::op) && !document.comparison(ProfileGrouping::op));
    QVERIFY(document.is_computing());
    // What is dimmed begins when everything is arranged.
    QTRY_VERIFY(document.timeline() && !document.is_computing());
    QCOMPARE(document.times()->idle.busy_ns, profile_idle(*session, selection.range).busy_ns);
    QCOMPARE(document.tree()->own_ns, profile_tree(*session, {.range = selection.range}).own_ns);
    ProfileSelection within = selection;
    within.kinds.clear();
    QCOMPARE(document.table(ProfileGrouping::op)->size(),
             profile_table(*session, ProfileGrouping::op, within).size());
    QCOMPARE(document.roofline()->size(), profile_roofline(*session, within).size());
    QCOMPARE(document.histogram()->median_us, profile_histogram(*session, selection).median_us);
    QCOMPARE(document.comparison(ProfileGrouping::op)->after_ms,
             compare_profiles(*document.before(), *session, ProfileGrouping::op, within).after_ms);
    QCOMPARE(document.timeline()->duration_ns, TimelineModel(session).duration_ns);
    const auto findings = document.findings();
    QCOMPARE(findings->size(), profile_findings(*session).size());
    const auto slow = std::ranges::find_if(
        *findings, [](const ProfileLead& lead) { return lead.finding.row.starts_with("linear"); });
    QVERIFY(slow != findings->end());
    for (const std::uint32_t kind : slow->kinds) QCOMPARE(session->kinds[kind].op, std::string("linear"));
  }

  void results_are_kept_for_steps_back_and_forward() {
    ProfileDocument document;
    document.open(made());
    QVERIFY(!document.can_go_back() && !document.can_go_forward());
    document.table(ProfileGrouping::kernel);
    QTRY_VERIFY(!document.is_computing());
    const auto all = document.table(ProfileGrouping::kernel);
    document.select(stage("decode"));
    document.select(stage("encoder"));
    document.table(ProfileGrouping::kernel);
    QTRY_VERIFY(!document.is_computing());
    const auto encoder = document.table(ProfileGrouping::kernel);
    document.go_back();
    QVERIFY(document.selection() == stage("decode"));
    document.go_back();
    QVERIFY(document.selection().empty() && !document.can_go_back());
    QVERIFY(document.table(ProfileGrouping::kernel) == all);
    document.go_forward();
    document.go_forward();
    QVERIFY(document.selection() == stage("encoder") && !document.can_go_forward());
    QVERIFY(document.table(ProfileGrouping::kernel) == encoder);
    document.go_back();
    document.select(stage("prefill"));  // another way from here
    QVERIFY(!document.can_go_forward());
    document.go_back();
    QVERIFY(document.selection() == stage("decode"));
    document.open(made());
    QVERIFY(document.selection().empty() && !document.can_go_back() && !document.can_go_forward());
  }

  void the_job_of_an_earlier_selection_is_cancelled_and_its_result_dropped() {
    ProfileDocument document;
    const auto session = made();
    document.open(session);
    QSignalSpy computed(&document, &ProfileDocument::computed);
    {
      const HeldPool held(analysis_pool());
      document.select(stage("decode"));
      QVERIFY(!document.table(ProfileGrouping::kernel) && !document.times());
      document.select(stage("encoder"));  // nobody looks at it yet
      QVERIFY(!document.is_computing(Part::table));
      QVERIFY(!document.is_computing(Part::times));
      QVERIFY(!document.table(ProfileGrouping::kernel));
      QVERIFY(document.is_computing(Part::table));
    }
    QTRY_VERIFY(!document.is_computing());
    QCOMPARE(computed.count(), 1);  // the pool has done all its work: no other comes
    QCoreApplication::sendPostedEvents();
    QCOMPARE(computed.count(), 1);
    QCOMPARE(document.table(ProfileGrouping::kernel)->size(),
             profile_table(*session, ProfileGrouping::kernel, stage("encoder")).size());
  }

  void a_job_whose_result_is_still_wanted_goes_on() {
    ProfileDocument document;
    document.open(made());
    connect(&document, &ProfileDocument::selectionChanged, this,
            [&document] { document.times(); });  // the same for every stage
    QSignalSpy computed(&document, &ProfileDocument::computed);
    {
      const HeldPool held(analysis_pool());
      document.times();
      document.select(stage("decode"));
      QVERIFY(document.is_computing(Part::times));
    }
    QTRY_COMPARE(computed.count(), 1);
    QVERIFY(document.times());
  }

  void nothing_of_a_profile_that_was_replaced_arrives() {
    ProfileDocument document;
    document.open(made());
    QSignalSpy computed(&document, &ProfileDocument::computed);
    {
      const HeldPool held(analysis_pool());
      document.timeline();
      document.findings();
      document.open(nullptr);
    }
    QVERIFY(!document.is_computing() && !document.timeline() && !document.findings());
    QCoreApplication::sendPostedEvents();
    QCOMPARE(computed.count(), 0);
  }

  void it_goes_while_jobs_are_computed() {
    std::weak_ptr<const ProfileSession> session;
    {
      const HeldPool held(analysis_pool());
      ProfileDocument document;
      auto opened = made();
      session = opened;
      document.open(std::move(opened));
      document.timeline();
      document.findings();
    }  // does not wait for them
    QCoreApplication::sendPostedEvents();
    QVERIFY(session.expired());
  }
};

QTEST_GUILESS_MAIN(TestProfileDocument)
#include "test_profile_document.moc"
