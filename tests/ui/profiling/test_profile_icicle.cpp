// SPDX-License-Identifier: Apache-2.0
// The icicle: where its bars stand, and how it is used.
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "tests/support/patience.h"
#include "tests/support/profiler_clicks.h"
#include "ui/profiling/icicle.h"
#include "ui/theme/theme.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

class TestProfileIcicle : public QObject {
  Q_OBJECT

 private:
  std::shared_ptr<ProfileSession> session_;
  std::unique_ptr<ProfileDocument> document_;
  std::unique_ptr<Icicle> icicle_;
  std::unique_ptr<QSignalSpy> chosen_;

  ProfileSelection last_choice() const { return document_->selection(); }
  void open(std::shared_ptr<ProfileSession> session) {
    session_ = std::move(session);
    document_->open(session_);
    settle(*document_);
  }
  const IcicleBar& bar(const std::vector<std::string>& names) const {
    std::vector<std::size_t> path;
    const ProfileNode* node = &icicle_->tree();
    for (const std::string& name : names) {
      const auto child = std::ranges::find(node->children, name, &ProfileNode::name);
      if (child == node->children.end()) qFatal("no %s", name.c_str());
      path.push_back(static_cast<std::size_t>(child - node->children.begin()));
      node = &*child;
    }
    const auto found = std::ranges::find(icicle_->bars(), path, &IcicleBar::path);
    if (found == icicle_->bars().end()) qFatal("%s is not shown", names.back().c_str());
    return *found;
  }
  void click(const std::vector<std::string>& names) {
    QTest::mouseClick(icicle_.get(), Qt::LeftButton, {}, bar(names).rect.center().toPoint());
  }

 private slots:
  void init() {
    document_ = std::make_unique<ProfileDocument>();
    icicle_ = std::make_unique<Icicle>(*document_);
    icicle_->setPalette(make_palette(theme_colors(false)));
    icicle_->resize(1280, 180);
    icicle_->show();
    QVERIFY(QTest::qWaitForWindowExposed(icicle_.get(), patience_ms));
    open(std::make_shared<ProfileSession>(synthetic_profile()));
    chosen_ = std::make_unique<QSignalSpy>(document_.get(), &ProfileDocument::selectionChanged);
  }
  void cleanup() {
    icicle_.reset();
    document_.reset();
  }

  void bars_are_as_wide_as_their_share() {
    const auto all = static_cast<double>(icicle_->tree().own_ns);
    for (const IcicleBar& each : icicle_->bars()) {
      const double share = static_cast<double>(each.node->own_ns) / all;
      QVERIFY(std::abs(each.rect.width() - 1280.0 * share) < 0.01);
      QVERIFY(each.rect.width() >= 1.0);
      QCOMPARE(each.rect.top(), 45.0 * static_cast<double>(each.path.size()));
      if (each.path.empty()) continue;
      // Within its parent.
      const auto parent = std::ranges::find_if(icicle_->bars(), [&](const IcicleBar& above) {
        return above.path == std::vector<std::size_t>(each.path.begin(), each.path.end() - 1);
      });
      QVERIFY(each.rect.left() >= parent->rect.left() - 0.01);
      QVERIFY(each.rect.right() <= parent->rect.right() + 0.01);
    }
    for (const IcicleBar& a : icicle_->bars()) {
      for (const IcicleBar& b : icicle_->bars()) {
        if (&a != &b) QVERIFY(!a.rect.adjusted(0.01, 0.01, -0.01, -0.01).intersects(b.rect));
      }
    }
  }

  void a_click_selects_stage_layer_and_op() {
    click({"decode"});
    ProfileSelection expected;
    expected.stage = "decode";
    QCOMPARE(last_choice(), expected);
    click({"decode", "layer 2"});
    expected.layer = 2;
    QCOMPARE(last_choice(), expected);
    const std::string op = bar({"decode", "layer 2"}).node->children.front().name;
    click({"decode", "layer 2", op});
    QCOMPARE(last_choice().layer, std::optional<std::int32_t>(2));
    QVERIFY(!last_choice().kinds.empty());
    // What is selected is exactly what the bar counts.
    std::int64_t own = 0;
    for (const ProfileRecord& record : session_->records) {
      if (is_selected(*session_, record, last_choice())) own += record.own_ns();
    }
    QCOMPARE(own, bar({"decode", "layer 2", op}).node->own_ns);
    click({});
    QVERIFY(last_choice().empty());
  }

  void a_double_click_zooms_and_bars_above_lead_out() {
    QTest::mouseDClick(icicle_.get(), Qt::LeftButton, {}, bar({"encoder"}).rect.center().toPoint());
    QCOMPARE(icicle_->breadcrumb(), QStringList{QStringLiteral("encoder")});
    QCOMPARE(bar({"encoder"}).rect.width(), 1280.0);
    QVERIFY(bar({}).above);
    QTest::mouseDClick(icicle_.get(), Qt::LeftButton, {},
                       bar({"encoder", "layer 1"}).rect.center().toPoint());
    QCOMPARE(icicle_->breadcrumb().size(), 2);
    QTest::mouseClick(icicle_.get(), Qt::LeftButton, {}, bar({"encoder"}).rect.center().toPoint());
    QCOMPARE(icicle_->breadcrumb(), QStringList{QStringLiteral("encoder")});
    QTest::keyClick(icicle_.get(), Qt::Key_Escape);
    QVERIFY(icicle_->breadcrumb().isEmpty());
    QTest::keyClick(icicle_.get(), Qt::Key_Escape);  // then what is selected
    QVERIFY(last_choice().empty());
  }

  void keys_reach_every_level() {
    QTest::keyClick(icicle_.get(), Qt::Key_Down);  // the widest stage
    QTest::keyClick(icicle_.get(), Qt::Key_Return);
    const auto widest = std::ranges::max_element(icicle_->tree().children, {}, &ProfileNode::own_ns);
    QCOMPARE(last_choice().stage, std::optional<std::string>(widest->stage));
    QTest::keyClick(icicle_.get(), Qt::Key_Left);
    QTest::keyClick(icicle_.get(), Qt::Key_Return);
    QVERIFY(last_choice().stage != widest->stage);
    QTest::keyClick(icicle_.get(), Qt::Key_Down);
    QTest::keyClick(icicle_.get(), Qt::Key_Plus);
    QCOMPARE(icicle_->breadcrumb().size(), 2);
    QTest::keyClick(icicle_.get(), Qt::Key_Minus);
    QCOMPARE(icicle_->breadcrumb().size(), 1);
  }

  void a_range_counts_what_lies_in_it() {
    const std::int64_t all = icicle_->tree().own_ns;
    QTest::mouseDClick(icicle_.get(), Qt::LeftButton, {}, bar({"decode"}).rect.center().toPoint());
    ProfileSelection selection;
    selection.range = ProfileSelection::Range{session_->duration_ns / 2, session_->duration_ns};
    document_->select(selection);
    settle(*document_);
    QVERIFY(icicle_->tree().own_ns > 0 && icicle_->tree().own_ns < all);
    QCOMPARE(icicle_->breadcrumb(), QStringList{QStringLiteral("decode")});  // still there
    click({"decode", "layer 0"});
    QCOMPARE(last_choice().range, selection.range);
    selection.range = ProfileSelection::Range{0, 1};
    document_->select(selection);
    settle(*document_);
    QVERIFY(icicle_->bars().empty());  // nothing ran: words instead
    QVERIFY(!icicle_->grab().isNull());
  }

  void a_selection_from_elsewhere_dims() {
    const QImage before = icicle_->grab().toImage();
    ProfileSelection selection;
    selection.kinds = {session_->records.back().kind};
    document_->select(selection);
    settle(*document_);
    QVERIFY(icicle_->grab().toImage() != before);
    document_->select({});
    QCOMPARE(icicle_->grab().toImage(), before);
  }

  void details_name_time_and_shares() {
    const QString text = icicle_->details_of(bar({"decode", "layer 1"}));
    QVERIFY2(text.startsWith(QStringLiteral("decode › layer 1: ")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("of all")) && text.contains(QStringLiteral("of decode")));
  }

  void without_a_profile_it_says_so() {
    open(nullptr);
    QVERIFY(icicle_->bars().empty());
    for (const int key : {Qt::Key_Down, Qt::Key_Return, Qt::Key_Plus, Qt::Key_Escape}) {
      QTest::keyClick(icicle_.get(), static_cast<Qt::Key>(key));
    }
    QTest::mouseClick(icicle_.get(), Qt::LeftButton, {}, {100, 60});
    QVERIFY(!icicle_->grab().isNull());
    open(std::make_shared<ProfileSession>());
    QVERIFY(icicle_->bars().empty());
    QCOMPARE(chosen_->count(), 0);
  }
};

QTEST_MAIN(TestProfileIcicle)
#include "test_profile_icicle.moc"
