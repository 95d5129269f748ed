// SPDX-License-Identifier: Apache-2.0
#include "app/gui/server_controller.h"

#include "ui/shell/shell.h"
#include "ui/words.h"

namespace tilescribe {

namespace {

constexpr double test_s = 20.0;  // an answer to Test may take so long

}  // namespace

ServerController::ServerController(Engines& engines, Desktop& desktop, TranscriptionService& service,
                                   ui::Shell& shell)
    : engines_(engines), shell_(shell), part_(shell), keyring_(desktop.keyring()) {
  using ui::ServerPart;
  connect(&part_, &ServerPart::testRequested, this, &ServerController::test);
  connect(&part_, &ServerPart::testStopped, this, &ServerController::stop_test);
  connect(&part_, &ServerPart::chosen, this, [this](const RemoteOptions& server) {
    if (may_have_key(server)) {
      with_key(server, [this](const RemoteOptions& known) { emit chosen(known); });
    } else {
      keep(server);
      emit chosen(server);
    }
  });
  // Between its beginning and its end a file's audio goes to the server of the engine.
  service.on<EngineOpening>(this, [this](const auto&) { server_.clear(); });
  service.on<EngineReady>(
      this, [this](const EngineReady& event) { server_ = QString::fromStdString(event.engine.server); });
  service.on<JobBegins>(this, [this](const JobBegins& event) {
    if (server_.isEmpty()) return;
    sending_.insert(event.id);
    part_.set_sending(server_);
  });
  service.on<JobFinished>(this, [this](const JobFinished& event) { end_job(event.id); });
  service.on<JobFailed>(this, [this](const JobFailed& event) { end_job(event.id); });
}

void ServerController::end_job(JobId id) {
  if (sending_.erase(id) > 0 && sending_.empty()) part_.set_sending({});
}

void ServerController::choose(const RemoteOptions& known) {
  part_.choose(known);
  shown_ = known.key.empty() ? std::string() : known.address;
  look_up(QString::fromStdString(known.address), [this, address = known.address](const KeyAnswer& answer) {
    if (!answer.key.isEmpty()) shown_ = address;
    part_.show_kept(answer.key, answer.problem);
  });
}

/// An empty field removes the key that stood in it. A key that was not shown is still the server's.
bool ServerController::may_have_key(const RemoteOptions& server) const {
  return server.key.empty() && server.address != shown_;
}

void ServerController::look_up(const QString& server, const std::function<void(const KeyAnswer&)>& then) {
  keyring_->read(server, [this, server, then](const KeyAnswer& answer) {
    if (finished_) return;
    if (answer.problem.isEmpty() && !keys_.contains(server)) keys_[server] = answer.key;
    then({keys_.value(server), answer.problem});
  });
}

void ServerController::with_key(const RemoteOptions& server,
                                const std::function<void(const RemoteOptions&)>& then) {
  look_up(QString::fromStdString(server.address), [server, then](const KeyAnswer& answer) {
    RemoteOptions with = server;
    with.key = answer.key.toStdString();
    then(with);
  });
}

void ServerController::with_key(const EngineOptions& options,
                                const std::function<void(const EngineOptions&)>& then) {
  if (options.engine != Engine::remote) return then(options);
  with_key(options.remote, [options, then](const RemoteOptions& server) {
    EngineOptions with = options;
    with.remote = server;
    then(with);
  });
}

void ServerController::test(const RemoteOptions& server) {
  stop_test();
  if (!may_have_key(server)) return ask(server);
  with_key(server, [this, number = tests_](const RemoteOptions& known) {
    if (number == tests_) ask(known);
  });
}

/// Opening the engine remote asks the server for its models, once.
void ServerController::ask(const RemoteOptions& server) {
  EngineOptions options{.engine = Engine::remote, .remote = server};
  options.remote.answer_s = test_s;
  testing_.run([&engines = engines_, options,
                stop = stop_.get_token()] { return engines.open(options, stop)->model().name; },
               [this, number = tests_](const Outcome<std::string>& outcome) {
                 if (finished_ || number != tests_) return;
                 if (outcome.value) return part_.show_answer(QString::fromStdString(*outcome.value));
                 part_.show_problem(ui::words(outcome.failure.message));
               });
}

void ServerController::stop_test() {
  ++tests_;
  stop_.request_stop();
  stop_ = {};
}

void ServerController::keep(const RemoteOptions& server) {
  const QString address = QString::fromStdString(server.address);
  const QString key = QString::fromStdString(server.key);
  if (keys_.contains(address) && keys_.value(address) == key && !unkept_.contains(address)) return;
  keys_[address] = key;
  unkept_.insert(address);  // until the keyring has it
  keyring_->write(address, key, [this, address](const KeyAnswer& answer) {
    if (answer.problem.isEmpty()) unkept_.remove(address);
    if (finished_ || answer.problem.isEmpty() || answer.key.isEmpty()) return;
    shell_.show_message(tr("%1 The key is known until Tilescribe ends.").arg(answer.problem));
  });
}

void ServerController::finish() {
  finished_ = true;
  stop_test();
}

}  // namespace tilescribe
