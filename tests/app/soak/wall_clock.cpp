// SPDX-License-Identifier: Apache-2.0
// The C library's functions that tell the time, for all of the process: std::chrono and Qt ask them, too.
#include "tests/app/soak/wall_clock.h"

#include <atomic>
#include <ctime>

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

std::atomic<std::time_t> off_s{0};

timespec now_by(clockid_t clock) {
  timespec now{};
  ::syscall(SYS_clock_gettime, clock, &now);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now.tv_sec += off_s;
  return now;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int clock_gettime(clockid_t clock, timespec* now) noexcept {
  *now = now_by(clock);
  return 0;
}

extern "C" [[gnu::visibility("default")]] int gettimeofday(timeval* now, void*) noexcept {
  const timespec exact = now_by(CLOCK_REALTIME);
  *now = {exact.tv_sec, exact.tv_nsec / 1000};
  return 0;
}

extern "C" [[gnu::visibility("default")]] std::time_t time(std::time_t* now) noexcept {
  const std::time_t seconds = now_by(CLOCK_REALTIME).tv_sec;
  if (now != nullptr) *now = seconds;
  return seconds;
}

namespace tilescribe::test {

void jump_wall_clock(std::chrono::seconds by) {
  off_s += by.count();
}

}  // namespace tilescribe::test
