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

class FakeKeyring : public QObject, public Keyring {
 public:
  explicit FakeKeyring(std::shared_ptr<FakeDesktop::State> state) : state_(std::move(state)) {}
  void read(const QString& server, Then then) override {
    later([this, server, then = std::move(then)] {
      const bool works = state_->keyring_problem.isEmpty();
      then({works ? state_->keys.value(server) : QString(), state_->keyring_problem});
    });
  }
  void write(const QString& server, const QString& key, Then then) override {
    later([this, server, key, then = std::move(then)] {
      if (state_->keyring_problem.isEmpty() && key.isEmpty()) state_->keys.remove(server);
      if (state_->keyring_problem.isEmpty() && !key.isEmpty()) state_->keys[server] = key;
      then({key, state_->keyring_problem});
    });
  }

 private:
  void later(std::function<void()> what) {
    QMetaObject::invokeMethod(this, std::move(what), Qt::QueuedConnection);
  }
  std::shared_ptr<FakeDesktop::State> state_;
};

}  // namespace

std::unique_ptr<GlobalShortcut> FakeDesktop::shortcut() {
  return std::make_unique<FakeShortcut>(state);
}

std::unique_ptr<Keyring> FakeDesktop::keyring() {
  return std::make_unique<FakeKeyring>(state);
}

std::unique_ptr<TextTyper> FakeDesktop::typer() {
  return std::make_unique<FakeTyper>(state);
}

}  // namespace tilescribe::test
