// SPDX-License-Identifier: Apache-2.0
// without_seccomp PROGRAM ARGUMENTS…: runs a program on a system that refuses to restrict processes further.
#include <array>
#include <cerrno>
#include <cstddef>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::array<sock_filter, 4> code{{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
                                   {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_seccomp},
                                   {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EINVAL},
                                   {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}}};
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 3;
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) return 3;
  ::execv(argv[1], argv + 1);
  return 4;
}
