// SPDX-License-Identifier: Apache-2.0
#include "tests/support/event_loop_probe.h"

#include <QEvent>
#include <QMetaEnum>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

namespace tilescribe::test {

namespace {

double thread_cpu_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// What this thread has computed so far, and how long it was ready to and other threads were computing. Linux
/// knows both (/proc/PID/task/TID/schedstat).
double used_ms() {
  static const int file = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  std::array<char, 96> text{};
  if (file < 0 || ::pread(file, text.data(), text.size() - 1, 0) <= 0) return thread_cpu_ms();
  char* end = nullptr;
  const double computed = std::strtod(text.data(), &end);
  return (computed + std::strtod(end, nullptr)) * 1e-6;
}

int& without_glib(int& argc) {
  qputenv("QT_NO_GLIB", "1");
  return argc;
}

}  // namespace

double LoopReport::share_within(double ms) const {
  if (rounds_ms.empty()) return 1.0;
  const auto good =
      std::count_if(rounds_ms.begin(), rounds_ms.end(), [&](double round) { return round <= ms; });
  return static_cast<double>(good) / static_cast<double>(rounds_ms.size());
}

double LoopReport::worst_round_ms() const {
  return rounds_ms.empty() ? 0.0 : *std::max_element(rounds_ms.begin(), rounds_ms.end());
}

QString LoopReport::text() const {
  return QStringLiteral(
             "%1 rounds, %2 % within 50 ms, longest %3 ms, longest waiting %4 ms; %5 events, most processor "
             "time %6 ms (%7)")
      .arg(rounds_ms.size())
      .arg(share_within(50.0) * 100.0, 0, 'f', 2)
      .arg(worst_round_ms(), 0, 'f', 1)
      .arg(worst_waiting_ms, 0, 'f', 1)
      .arg(events)
      .arg(worst_event_cpu_ms, 0, 'f', 1)
      .arg(worst_event);
}

ProbedApplication::ProbedApplication(int& argc, char** argv) : QApplication(without_glib(argc), argv) {
  auto* dispatcher = QAbstractEventDispatcher::instance();
  connect(dispatcher, &QAbstractEventDispatcher::awake, this, &ProbedApplication::on_awake,
          Qt::DirectConnection);
  connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, &ProbedApplication::end_round,
          Qt::DirectConnection);
}

void ProbedApplication::start() {
  report_ = {};
  in_round_ = false;
  measuring_ = true;
}

LoopReport ProbedApplication::stop() {
  end_round();
  measuring_ = false;
  return std::exchange(report_, {});
}

void ProbedApplication::begin_round() {
  in_round_ = true;
  round_was_awake_ = false;
  round_has_events_ = false;
  round_start_used_ms_ = used_ms();
  round_start_ = Clock::now();
}

void ProbedApplication::on_awake() {
  // Timers are served between the wait and this signal, posted events after it: both belong to one round.
  if (in_round_ && round_was_awake_) end_round();
  if (!in_round_) begin_round();
  round_was_awake_ = true;
}

void ProbedApplication::end_round() {
  if (in_round_ && round_has_events_ && measuring_) {
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - round_start_).count();
    report_.rounds_ms.push_back(ms);
    report_.worst_waiting_ms = std::max(report_.worst_waiting_ms, ms - (used_ms() - round_start_used_ms_));
  }
  in_round_ = false;
  round_was_awake_ = false;
  round_has_events_ = false;
}

bool ProbedApplication::notify(QObject* receiver, QEvent* event) {
  if (depth_ > 0 || !measuring_) return QApplication::notify(receiver, event);
  if (!in_round_) begin_round();
  round_has_events_ = true;
  // The receiver may not outlive the event.
  const QString name = QString::fromLatin1(receiver->metaObject()->className());
  const auto type = event->type();
  ++depth_;
  const double before = thread_cpu_ms();
  const bool result = QApplication::notify(receiver, event);
  const double used = thread_cpu_ms() - before;
  --depth_;
  ++report_.events;
  if (used > report_.worst_event_cpu_ms) {
    report_.worst_event_cpu_ms = used;
    report_.worst_event = QStringLiteral("%1, %2").arg(
        name, QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)));
  }
  return result;
}

}  // namespace tilescribe::test
