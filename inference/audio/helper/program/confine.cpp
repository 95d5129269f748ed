// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/helper/program/confine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <system_error>
#include <vector>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inference/audio/helper/protocol.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
#error "The number of this architecture is needed here (linux/audit.h)."
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool reserves_terabytes = true;
#else
constexpr bool reserves_terabytes = false;
#endif

constexpr auto allowed_calls = std::to_array<std::uint32_t>({
    // the file, the socket, and the error output, on which the C library says why it gives up
    SYS_read,
    SYS_pread64,
    SYS_lseek,
    SYS_fstat,
    SYS_newfstatat,
    SYS_write,
    SYS_writev,
    SYS_sendmsg,
    SYS_recvmsg,
    // memory; mmap and mprotect stand below
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    // time and chance
    SYS_clock_gettime,
    SYS_gettimeofday,
    SYS_getrandom,
    SYS_setitimer,
    // itself
    SYS_getpid,
    SYS_gettid,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sigaltstack,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
});

constexpr std::uint32_t argument(unsigned place) {  // its lower half: both architectures are little-endian
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) + 8 * place;
}

class Filter {
 public:
  void load(std::uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void answer(std::uint32_t what) { add(BPF_RET | BPF_K, what); }
  // Goes on if the loaded word is this one, else behind the next `skipped` instructions.
  void if_is(std::uint32_t word, std::uint8_t skipped) { add(BPF_JMP | BPF_JEQ | BPF_K, word, 0, skipped); }
  void if_not(std::uint32_t word, std::uint8_t skipped) { add(BPF_JMP | BPF_JEQ | BPF_K, word, skipped, 0); }
  void if_has(std::uint32_t bits, std::uint8_t skipped) { add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped); }
  void keep_bits(std::uint32_t bits) { add(BPF_ALU | BPF_AND | BPF_K, bits); }

  std::vector<sock_filter>& code() { return code_; }

 private:
  void add(int code, std::uint32_t word, std::uint8_t yes = 0, std::uint8_t no = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), yes, no, word});
  }
  std::vector<sock_filter> code_;
};

Filter filter() {
  constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
  Filter made;
  made.load(offsetof(seccomp_data, arch));
  made.if_not(architecture, 1);
  made.answer(SECCOMP_RET_KILL_PROCESS);
  made.load(offsetof(seccomp_data, nr));
  for (const std::uint32_t call : allowed_calls) {
    made.if_is(call, 1);
    made.answer(SECCOMP_RET_ALLOW);
  }
  // Memory that is never code.
  for (const std::uint32_t call : std::to_array<std::uint32_t>({SYS_mmap, SYS_mprotect})) {
    made.if_is(call, 4);
    made.load(argument(2));
    made.if_has(PROT_EXEC, 1);
    made.answer(refused);
    made.answer(SECCOMP_RET_ALLOW);
  }
  // There is one thread, so nobody is ever waited for.
  made.if_is(SYS_futex, 4);
  made.load(argument(1));
  made.keep_bits(FUTEX_CMD_MASK);
  made.if_is(FUTEX_WAKE, 1);
  made.answer(SECCOMP_RET_ALLOW);
  made.answer(refused);
  return made;
}

[[noreturn]] void refuse() {
  throw Error("The system refused what decoding needs: {1}.", std::generic_category().message(errno));
}

// No core file, which would hold what was said. A program that the kernel gives cores to (systemd-coredump)
// gets them in spite of a limit of 0; only a limit of 1 byte keeps them from it.
void leave_no_core() {
  rlimit both{};
  bool set = ::getrlimit(RLIMIT_CORE, &both) == 0;
  both.rlim_cur = both.rlim_max = std::min(rlim_t{1}, both.rlim_max);
  set = set && ::setrlimit(RLIMIT_CORE, &both) == 0;
  if (!set) refuse();
}

// Seconds of processor time until SIGPROF, and of the process's own code until SIGVTALRM; 0: never.
void set_timers(std::int64_t work_s, std::int64_t header_s) {
  itimerval timer{};
  timer.it_value.tv_sec = work_s;
  ::setitimer(ITIMER_PROF, &timer, nullptr);
  timer.it_value.tv_sec = header_s;
  ::setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

void limit(__rlimit_resource what, rlim_t most) {
  rlimit both{};
  bool set = ::getrlimit(what, &both) == 0;
  both.rlim_cur = std::min(most, both.rlim_cur);  // the user's own may be lower
  both.rlim_max = std::min(most, both.rlim_max);
  set = set && ::setrlimit(what, &both) == 0;
  if (!set) refuse();
}

}  // namespace

Message confine(const Limits& limits) {
  constexpr rlim_t gigabyte = rlim_t{1} << 30;
  limit(RLIMIT_NOFILE, helper_file + 1);
  limit(RLIMIT_FSIZE, 0);
  ::signal(SIGXFSZ, SIG_IGN);  // the error output may be a file; what a library says there is lost
  limit(RLIMIT_NPROC, 0);
  leave_no_core();
  if (!reserves_terabytes) limit(RLIMIT_AS, static_cast<rlim_t>(limits.memory_gb) * gigabyte);

  Filter made = filter();
  const sock_fprog program{static_cast<unsigned short>(made.code().size()), made.code().data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0) {
    return {};
  }
  return Message("seccomp was refused ({1})", std::generic_category().message(errno));
}

void begin_work(const Limits& limits) {
  set_timers(limits.work_s, 0);
}

void begin_header(const Limits& limits) {
  set_timers(limits.work_s, limits.header_s);
}

std::int64_t exceeded_limit_s(const Limits& limits, int status) {
  if (!WIFSIGNALED(status)) return 0;
  if (WTERMSIG(status) == SIGPROF) return limits.work_s;
  return WTERMSIG(status) == SIGVTALRM ? limits.header_s : 0;
}

}  // namespace tilescribe::audio
