// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/helper/program/run_helper.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inference/audio/helper/packet.h"
#include "inference/audio/helper/program/serve_file.h"
#include "inference/audio/helper/protocol.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

// The process of one file, and this side of the socket on which it answers.
struct FileProcess {
  pid_t process = -1;
  FileHandle socket;
  bool killed = false;
};

// What is said of a process that has ended, to a reader whose socket is full of its sound.
struct LastWords {
  FileHandle socket;
  PacketWriter answer;
};

// The kernel takes this process when memory is short, and not the program that waits for it.
void be_first_to_go() {
  const FileHandle score(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (score) static_cast<void>(!::write(score.get(), "1000", 4));  // where it is refused, others may go
}

// In the new process.
[[noreturn]] void decode(int socket, int file, PacketReader request, const Limits& limits) {
  try {
    const auto job = request.value<Job>();
    const auto stream = request.value<std::int32_t>();
    const Track track{stream, request.value<std::int32_t>()};
    const std::filesystem::path path = request.text();
    ::dup2(socket, helper_socket);
    ::dup2(file, helper_file);
    ::closefrom(helper_file + 1);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    be_first_to_go();
    const Message not_confined = confine(limits);
    serve_file(helper_socket, std::make_shared<AudioFile>(FileHandle(helper_file), path), job, track, limits,
               not_confined);
  } catch (const Error& error) {
    send_packet(helper_socket, failed_answer(error));
  }
  ::_exit(0);
}

class Processes {
 public:
  explicit Processes(const Limits& limits) : limits_(limits) {}

  void make(PacketBuffer& request) {
    if (request.files.size() != 2) return;
    FileProcess made{.socket = std::move(request.files[0])};
    made.process = ::fork();
    if (made.process == 0) decode(made.socket.get(), request.files[1].get(), request.reader(), limits_);
    if (made.process > 0) {
      all_.push_back(std::move(made));
      return;
    }
    const MachineError why("The system refused what decoding needs: {1}.",
                           std::generic_category().message(errno));
    send_packet(made.socket.get(), failed_answer(why), {}, MSG_DONTWAIT);
  }

  // Tells who waits for a process that has ended.
  void reap() {
    int status = 0;
    for (pid_t process = 0; (process = ::waitpid(-1, &status, WNOHANG)) > 0;) {
      const auto ended = std::find_if(all_.begin(), all_.end(),
                                      [&](const FileProcess& one) { return one.process == process; });
      if (ended == all_.end()) continue;
      LastWords words{std::move(ended->socket), PacketWriter()};
      words.answer.value(Reply::ended).value<std::int32_t>(status).value(exceeded_limit_s(limits_, status));
      all_.erase(ended);
      if (!is_over(words)) untold_.push_back(std::move(words));
    }
  }

  // Tells those whose sockets have room now.
  void tell() { std::erase_if(untold_, is_over); }

  void kill(FileProcess& one) {
    ::kill(one.process, SIGKILL);
    one.killed = true;
  }
  void kill_all() {
    for (FileProcess& one : all_) kill(one);
    while (::waitpid(-1, nullptr, 0) > 0) {
    }
  }
  std::vector<FileProcess>& all() { return all_; }
  const std::vector<LastWords>& untold() const { return untold_; }

 private:
  // They are told, or nobody waits for them.
  static bool is_over(const LastWords& words) {
    return send_packet(words.socket.get(), words.answer, {}, MSG_DONTWAIT) || errno != EAGAIN;
  }

  Limits limits_;
  std::vector<FileProcess> all_;
  std::vector<LastWords> untold_;
};

void wake_up(int /*signal*/) {}

}  // namespace

int run_helper(const Limits& limits) {
  sigset_t ends, others;
  ::sigemptyset(&ends);
  ::sigaddset(&ends, SIGCHLD);
  ::pthread_sigmask(SIG_BLOCK, &ends, &others);
  struct sigaction action {};
  action.sa_handler = wake_up;
  ::sigaction(SIGCHLD, &action, nullptr);

  if (!send_packet(helper_socket, PacketWriter().value(helper_version))) return 1;
  Processes processes(limits);
  PacketBuffer request;
  while (true) {
    std::vector<pollfd> watched{{helper_socket, POLLIN, 0}};
    for (const FileProcess& one : processes.all())
      watched.push_back({one.killed ? -1 : one.socket.get(), 0, 0});
    const std::size_t running = watched.size();
    for (const LastWords& words : processes.untold()) watched.push_back({words.socket.get(), POLLOUT, 0});
    if (::ppoll(watched.data(), watched.size(), nullptr, &others) < 0) {
      if (errno != EINTR) break;
      processes.reap();
      continue;
    }
    processes.tell();
    for (std::size_t i = 1; i < running; ++i) {
      if (watched[i].revents != 0) processes.kill(processes.all()[i - 1]);  // nobody waits for its answers
    }
    if (watched[0].revents == 0) continue;
    if (request.receive(helper_socket) != Received::packet) break;
    processes.make(request);
    request.files.clear();
  }
  processes.kill_all();
  return 0;
}

}  // namespace tilescribe::audio
