// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupts.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <semaphore.h>

#include "app/cli/console.h"

namespace tilescribe::cli {
namespace {

constexpr std::array signals{SIGINT, SIGTERM};

sem_t interrupted;  // a handler has no other way to reach an object, and may do nothing else to it

void on_signal(int) {
  const int saved = errno;
  ::sem_post(&interrupted);
  errno = saved;
}

}  // namespace

Interrupts::Interrupts() {
  if (::sem_init(&interrupted, 0, 0) != 0)
    throw CommandError("Interrupts can't be watched: {1}.", std::generic_category().message(errno));
  watcher_ = std::jthread([this](const std::stop_token& ending) {
    while (::sem_wait(&interrupted) != 0 && errno == EINTR) continue;
    if (!ending.stop_requested()) source_.request_stop();
  });
  for (const int number : signals) {
    struct sigaction before {};
    struct sigaction action {};
    action.sa_handler = on_signal;
    // RESETHAND: the second signal gets the default action. RESTART: no library sees EINTR.
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (const int number : signals) {
    struct sigaction now {};
    ::sigaction(number, nullptr, &now);
    if (now.sa_handler == on_signal) std::signal(number, SIG_DFL);
  }
  watcher_.request_stop();
  ::sem_post(&interrupted);
  watcher_.join();
  ::sem_destroy(&interrupted);
}

}  // namespace tilescribe::cli
