// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "inference/align/attention_path.h"

using namespace tilescribe::align;

namespace {

constexpr std::size_t tokens = 12, frames = 60;

// Attention of one head, made of what each token looks at.
class Head {
 public:
  // `share` of the weight where `place` says, the rest everywhere.
  Head(const std::function<double(std::size_t token)>& place, double share) {
    for (std::size_t t = 0; t < tokens; ++t) {
      // Between two frames the weight is divided.
      const double at = place(t) - 0.5;
      const auto low = static_cast<std::size_t>(at);
      const auto upper = static_cast<float>(at - static_cast<double>(low));
      for (std::size_t f = 0; f < frames; ++f) {
        float weight = static_cast<float>((1.0 - share) / frames);
        if (f == low) weight += static_cast<float>(share) * (1.0f - upper);
        if (f == low + 1) weight += static_cast<float>(share) * upper;
        values.push_back(weight);
      }
    }
  }
  std::vector<float> values;
};

double said(std::size_t token) {
  return 3.25 + 4.5 * static_cast<double>(token);
}
const Head follows([](std::size_t t) { return said(t); }, 0.6);
const Head follows_less([](std::size_t t) { return said(t) + 0.4; }, 0.4);
const Head hardly([](std::size_t t) { return said(t); }, 0.2);
const Head sink([](std::size_t) { return 0.5; }, 0.95);  // all tokens look at the first frame
const Head backwards([](std::size_t t) { return said(tokens - 1 - t); }, 0.9);

AttentionWeights weights_of(std::vector<float>& all, std::initializer_list<const Head*> heads) {
  all.clear();
  for (const Head* head : heads) all.insert(all.end(), head->values.begin(), head->values.end());
  return {heads.size(), tokens, frames, all};
}

}  // namespace

class TestAttentionPath : public QObject {
  Q_OBJECT

 private slots:
  void heads_that_follow_are_found() {
    std::vector<float> all;
    const auto closely = following(weights_of(all, {&sink, &hardly, &backwards, &follows, &follows_less}));
    QVERIFY(closely[0] < 0.01);
    QVERIFY(closely[2] < 0.15);
    QVERIFY(closely[3] > 0.4 && closely[3] < 0.6);
    QVERIFY(closely[4] > 0.2 && closely[4] < closely[3]);
    QCOMPARE(following_heads(closely), (std::vector<std::size_t>{3, 4}));
  }

  void none_is_chosen_where_none_follows() {
    std::vector<float> all;
    QVERIFY(following_heads(following(weights_of(all, {&sink}))).empty());
    QVERIFY(following_heads({}).empty());
    QVERIFY(following_heads(std::vector<double>{0.09}).empty());
    QCOMPARE(following_heads(std::vector<double>(30, 0.5)).size(), std::size_t{8});
    QVERIFY(token_places(weights_of(all, {&sink}), {}).empty());
  }

  void places_lie_between_frames_and_never_go_back() {
    std::vector<float> all;
    const AttentionWeights one = weights_of(all, {&sink, &follows});
    const auto places = token_places(one, std::vector<std::size_t>{1});
    QCOMPARE(places.size(), tokens);
    for (std::size_t t = 0; t < tokens; ++t)
      QVERIFY2(std::abs(places[t] - said(t)) < 0.05, qPrintable(QString::number(places[t] - said(t))));
    const auto others = token_places(weights_of(all, {&backwards}), std::vector<std::size_t>{0});
    QVERIFY(std::ranges::is_sorted(others));
  }

  void one_token_and_one_frame_are_enough() {
    const std::vector<float> all{1.0f};
    const AttentionWeights one{1, 1, 1, all};
    QCOMPARE(token_places(one, std::vector<std::size_t>{0}), std::vector<double>{0.5});
    QCOMPARE(following(one), std::vector<double>{0.0});
    QCOMPARE(following({2, 0, 5, {}}), (std::vector<double>{0.0, 0.0}));
  }
};

QTEST_GUILESS_MAIN(TestAttentionPath)
#include "test_attention_path.moc"
