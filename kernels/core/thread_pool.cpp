// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

constexpr int background_nice = 10;
constexpr auto spin_time = std::chrono::microseconds(60);  // about as long as waking a thread takes

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

int available_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::max(1, CPU_COUNT(&set));
}

ThreadPool::ThreadPool(int threads, bool background) {
  const int wanted = threads > 0 ? threads : available_cores();
  try {
    workers_.reserve(static_cast<std::size_t>(wanted - 1));
    for (int worker = 1; worker < wanted; ++worker) {
      workers_.emplace_back([this, worker, background] {
        // A thread's first allocation reserves at least 64 MiB of addresses. It happens here, so that it
        // cannot take addresses that another thread's require_memory() has just counted on.
        void* volatile first = std::malloc(1);
        std::free(first);
        // On Linux each thread has its own nice value. If it is refused, the priority just stays as it was.
        if (background) setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), background_nice);
        work(worker);
      });
    }
  } catch (const std::system_error& refused) {
    quit();  // waits for the threads that were started
    throw Error(Message("The system started {1} of {2} CPU threads: fewer may be asked for, or there is not "
                        "enough memory.",
                        this->threads(), wanted),
                refused.what());
  } catch (...) {
    quit();  // likewise
    throw;
  }
}

ThreadPool::~ThreadPool() {
  quit();
}

void ThreadPool::quit() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
}

void ThreadPool::run_tasks(int worker) {
  for (;;) {
    if (job_.stop->stop_requested()) {
      cancelled_ = true;
      return;
    }
    const std::int64_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= job_.count) return;
    try {
      (*job_.task)(i, worker);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      next_ = job_.count;
    }
  }
}

void ThreadPool::work(int worker) {
  std::uint64_t seen = 0;
  for (;;) {
    const auto spin_until = std::chrono::steady_clock::now() + spin_time;
    while (generation_.load(std::memory_order_acquire) == seen && !quit_ &&
           std::chrono::steady_clock::now() < spin_until) {
      for (int i = 0; i < 32 && generation_.load(std::memory_order_acquire) == seen; ++i) pause_briefly();
    }
    if (generation_.load(std::memory_order_acquire) == seen) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return quit_ || generation_.load() != seen; });
    }
    if (quit_) return;
    seen = generation_.load(std::memory_order_acquire);
    inside_.fetch_add(1);
    if (open_) run_tasks(worker);
    inside_.fetch_sub(1);
  }
}

void ThreadPool::parallel_for(std::int64_t count, const std::function<void(std::int64_t, int)>& task,
                              const std::stop_token& stop) {
  if (count <= 0) return;
  job_ = {&task, &stop, count};
  next_ = 0;
  cancelled_ = false;
  error_ = nullptr;
  if (!workers_.empty() && count > 1) {
    {
      const std::lock_guard lock(mutex_);
      open_ = true;
      generation_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    run_tasks(0);
    open_ = false;  // workers that have not begun by now are not waited for: other programs may have taken
                    // their cores
    for (int spins = 0; inside_ != 0; ++spins) {
      pause_briefly();
      if (spins > 20'000) std::this_thread::yield();
    }
  } else {
    run_tasks(0);
  }
  if (error_) std::rethrow_exception(error_);
  if (cancelled_) throw Cancelled();
}

}  // namespace tilescribe::kernels
