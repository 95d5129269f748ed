// SPDX-License-Identifier: Apache-2.0
// What goes before the registry's choice: where it counts, and where it has no effect.
#define QT_NO_KEYWORDS
#include <QTest>
#include <map>

#include "tests/kernels/reference_variants.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

Configs narrow_and_wide(const Add::Problem& p, const Device&) {
  if (p.width > 100) return {};
  return {{"narrow", 1}, {"wide", 2}};
}

void nothing(const Add&, const Config&, Runner&) {}

/// One variant for every op.
class Always final : public Preferences {
 public:
  explicit Always(std::string variant) : preference_{std::move(variant)} {}
  std::optional<Preference> find(std::string_view, const std::string&) const override { return preference_; }

 private:
  Preference preference_;
};

class Map final : public Preferences {
 public:
  std::optional<Preference> find(std::string_view op, const std::string& problem) const override {
    asked.push_back(std::string(op) + " " + problem);
    const auto found = known.find(asked.back());
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }
  std::map<std::string, Preference> known;
  mutable std::vector<std::string> asked;
};

Add::Problem of_width(std::int64_t width) {
  return {{4, width, DType::f32}};
}

/// Whether problems with the same key are the same problem, and the other way round.
template <class T>
bool keys_tell_apart() {
  std::vector<typename T::Problem> problems = check_problems(Op<T>{});
  for (const auto& problem : bench_problems(Op<T>{}, Batching())) problems.push_back(problem);
  const auto also = [&](auto change) {
    typename T::Problem changed = problems.front();
    if (change(changed)) problems.push_back(changed);
  };
  // Members that no list of problems varies.
  also([](auto& p) {
    if constexpr (requires { p.weights.bytes; }) return ++p.weights.bytes, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.weights.dtype; }) return p.weights.dtype = DType::bf16, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.context; }) return p.context += 5, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.causal; }) return p.causal = !p.causal, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.rows_of; }) {
      p.rows_of = p.rows_of == RowsOf::step ? RowsOf::sequences : RowsOf::step;
      return true;
    }
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.sequences; }) return p.sequences += 2, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.rotary_dim; }) return p.rotary_dim += 2, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.margin; }) return p.margin = !p.margin, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.table_row_bytes; }) return p.table_row_bytes += 2, true;
    return false;
  });
  also([](auto& p) {
    if constexpr (requires { p.norm; }) {
      p.norm = p.norm == NormKind::rms ? NormKind::layer : NormKind::rms;
      return true;
    }
    return false;
  });
  for (const auto& a : problems) {
    for (const auto& b : problems) {
      if ((key_of(a) == key_of(b)) == (a == b)) continue;
      qWarning("%s: %s and %s", T::op_name.data(), key_of(a).c_str(), key_of(b).c_str());
      return false;
    }
  }
  return true;
}
template <class... Ops>
bool all_keys_tell_apart(OpList<Ops...>) {
  return (... && keys_tell_apart<Ops>());
}

}  // namespace

class PreferencesTest : public QObject {
  Q_OBJECT

  TestBackend backend_;
  std::shared_ptr<Map> map_ = std::make_shared<Map>();

  Plan<Add> plan(std::int64_t width) { return backend_.plan<Add>(of_width(width)); }
  void prefer(std::int64_t width, const Preference& preference) {
    map_->known["add " + key_of(of_width(width))] = preference;
    backend_.prefer(map_);
  }

 private Q_SLOTS:
  void initTestCase() {
    backend_.variants().add<Add>({"first", "reference", Message("Planted by a test."), always<Add::Problem>,
                                  +[](const Add&, Runner&) {}});
    backend_.variants().add<Add>(
        {"second", "reference", Message("Planted by a test."), narrow_and_wide, nothing});
  }
  void init() {
    map_ = std::make_shared<Map>();
    backend_.prefer(nullptr);
  }

  void itGoesBeforeTheRegistrysChoice() {
    QCOMPARE(plan(5).variant->name, std::string("first"));
    prefer(5, {"second"});
    QCOMPARE(plan(5).variant->name, std::string("second"));
    QVERIFY(plan(5).config == (Config{"narrow", 1}));
    QCOMPARE(plan(6).variant->name, std::string("first"));  // another problem
    prefer(5, {"second", "wide"});
    QVERIFY(plan(5).config == (Config{"wide", 2}));
    backend_.prefer(nullptr);
    QCOMPARE(plan(5).variant->name, std::string("first"));
  }

  void itIsAskedOncePerPlan() {
    backend_.prefer(map_);
    for (int i = 0; i < 3; ++i) plan(5);
    QCOMPARE(map_->asked.size(), 1U);
  }

  void itHasNoEffectWhereItDoesNotFit() {
    prefer(200, {"second"});  // does not take that width
    QCOMPARE(plan(200).variant->name, std::string("first"));
    prefer(5, {"second", "narrower"});  // no such configuration
    QCOMPARE(plan(5).variant->name, std::string("first"));
    prefer(6, {"third"});  // no such variant
    QCOMPARE(plan(6).variant->name, std::string("first"));
  }

  void whatIsForcedGoesFirst() {
    prefer(5, {"second"});
    backend_.force_variant("add", "first");
    QCOMPARE(plan(5).variant->name, std::string("first"));
    backend_.force_variant("add", "");
    QCOMPARE(plan(5).variant->name, std::string("second"));
  }

  void aForcedConfigurationRunsWhatHasIt() {
    prefer(200, {"first"});
    backend_.force_variant("add", "second", "wide");
    QVERIFY_THROWS_EXCEPTION(Error, backend_.require_forced_configs());
    QCOMPARE(plan(200).variant->name, std::string("first"));  // second does not take that width
    QVERIFY_THROWS_EXCEPTION(Error, backend_.require_forced_configs());
    QCOMPARE(plan(5).variant->name, std::string("second"));
    QVERIFY(plan(5).config == (Config{"wide", 2}));
    backend_.require_forced_configs();
    backend_.force_variant("add", "");
    backend_.require_forced_configs();
  }

  void aForcedConfigurationThatNobodyHasIsNamed() {
    const auto complaint = [this] {
      try {
        backend_.require_forced_configs();
      } catch (const Error& error) {
        return std::string(error.what());
      }
      return std::string("none");
    };
    backend_.force_variant("add", "second", "wider");
    QCOMPARE(plan(5).variant->name, std::string("first"));
    QCOMPARE(complaint(),
             std::string("Nothing ran as second/wider: for the problems of add that came, second has "
                         "the configurations narrow, wide."));
    backend_.force_variant("add", "first", "wider");
    QCOMPARE(plan(5).variant->name, std::string("first"));
    QCOMPARE(complaint(),
             std::string("Nothing ran as first/wider: for the problems of add that came, first has no "
                         "configurations."));
    backend_.force_variant("add", "");
  }

  void oneVariantForEveryOpThatHasIt() {
    backend_.prefer(std::make_shared<Always>("second"));
    QCOMPARE(plan(5).variant->name, std::string("second"));
    QCOMPARE(plan(200).variant->name, std::string("first"));
  }

  void keysTellProblemsApart() { QVERIFY(all_keys_tell_apart(AllOps{})); }
};

QTEST_APPLESS_MAIN(PreferencesTest)
#include "preferences_test.moc"
