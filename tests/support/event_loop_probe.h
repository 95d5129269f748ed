// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QString>
#include <chrono>
#include <vector>

namespace tilescribe::test {

/// What the event loop of the GUI thread did between start() and stop().
struct LoopReport {
  std::vector<double> rounds_ms;  // wall time of every round that handled an event
  double worst_waiting_ms =
      0;  // of a round: neither computed nor kept from it by other threads of the machine
  double worst_event_cpu_ms = 0;  // the GUI thread's own processor time within one event
  QString worst_event;            // its receiver and type
  std::size_t events = 0;

  /// Share of the rounds that took at most so long, 0…1; 1 without rounds.
  double share_within(double ms) const;
  double worst_round_ms() const;
  QString text() const;
};

/// A QApplication that measures its event loop. A round is what happens between two waits of the loop for
/// something to do. An event's processor time (CLOCK_THREAD_CPUTIME_ID) is that of the outermost
/// QApplication::notify, so painting counts as part of the event that caused it.
class ProbedApplication : public QApplication {
  Q_OBJECT

 public:
  /// Also turns off glib's event loop for this process: there Qt signals its waits at other places.
  ProbedApplication(int& argc, char** argv);

  void start();
  LoopReport stop();

  bool notify(QObject* receiver, QEvent* event) override;

 private:
  using Clock = std::chrono::steady_clock;

  void begin_round();
  void on_awake();
  void end_round();

  bool measuring_ = false;
  int depth_ = 0;
  bool in_round_ = false;
  bool round_was_awake_ = false;  // the round has passed the loop's start
  bool round_has_events_ = false;
  Clock::time_point round_start_;
  double round_start_used_ms_ = 0;  // as used_ms() said then
  LoopReport report_;
};

}  // namespace tilescribe::test
