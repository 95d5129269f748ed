// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_desktop.h"

#include <utility>

namespace tilescribe::test {

namespace {

class FakeShortcut : public GlobalShortcut {
 public:
  explicit FakeShortcut(std::shared_ptr<FakeDesktop::State> state) : state_(std::move(state)) {
    state_->shortcut = this;
  }
  ~FakeShortcut() override { state_->shortcut = nullptr; }
  QString limit() const override { return state_->limit; }
  void set(const QKeySequence& keys) override {
    state_->wanted = keys;
    if (!state_->refusal.isEmpty()) Q_EMIT refused(state_->refusal);
  }
  QString keys() const override {
    const bool works = state_->refusal.isEmpty() && state_->limit.isEmpty();
    return works ? state_->wanted.toString(QKeySequence::NativeText) : QString();
  }

 private:
  std::shared_ptr<FakeDesktop::State> state_;
};

class FakeTyper : public TextTyper {
 public:
  explicit FakeTyper(std::shared_ptr<FakeDesktop::State> state) : state_(std::move(state)) {}
  QString limit() const override { return state_->limit; }
  void type(const QString& text) override { state_->typed += text; }

 private:
  std::shared_ptr<FakeDesktop::State> state_;
};

}  // namespace

std::unique_ptr<GlobalShortcut> FakeDesktop::shortcut() {
  return std::make_unique<FakeShortcut>(state);
}

std::unique_ptr<TextTyper> FakeDesktop::typer() {
  return std::make_unique<FakeTyper>(state);
}

}  // namespace tilescribe::test
