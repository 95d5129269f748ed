// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/helper/helper_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inference/audio/file_check.h"
#include "inference/audio/helper/packet.h"
#include "kernels/core/error.h"
#include "kernels/core/plugin.h"

namespace tilescribe::audio {
namespace {

namespace fs = std::filesystem;

struct Sockets {
  FileHandle ours, theirs;
};

Sockets socket_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw MachineError("The system refused what decoding needs: {1}.",
                       std::generic_category().message(errno));
  }
  return {FileHandle(ends[0]), FileHandle(ends[1])};
}

fs::path program_named(const char* name) {
  std::error_code error;
  for (const fs::path& folder : plugin_directories()) {
    if (fs::exists(folder / name, error)) return folder / name;
  }
  return {};
}

// What the program gets of our environment: how libraries are found, and how sanitizers report. Our keys are
// not for a process that hostile files may take over.
std::vector<char*> variables_for_helper() {
  std::vector<char*> passed;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view variable = *one;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (name.starts_with("LD_") || name.ends_with("SAN_OPTIONS")) passed.push_back(*one);
  }
  passed.push_back(nullptr);
  return passed;
}

// Starts the program with nothing open but this socket and the error output. Returns an errno, or 0.
int spawn(const fs::path& program, int socket, pid_t& process) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, socket, helper_socket);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, helper_socket + 1);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t none, all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  // A process group of its own: Ctrl+C in a terminal is the program's to act on.
  ::posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::string name = program.string();
  std::array<char*, 2> arguments{name.data(), nullptr};
  const int error = ::posix_spawn(&process, name.c_str(), &actions, &attributes, arguments.data(),
                                  variables_for_helper().data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

HelperProcess& HelperProcess::instance() {
  static HelperProcess process;
  return process;
}

HelperProcess::~HelperProcess() {
  end_locked();
}

Message HelperProcess::start_locked() {
  if (control_) return {};
  Message refused = start_program(helper_name);
  if (refused.empty() || start_program(plain_helper_name).empty()) return {};
  return refused;
}

Message HelperProcess::start_program(const char* name) {
  const fs::path program = program_named(name);
  if (program.empty()) return Message("{1} is not installed beside this program.", name);
  Sockets sockets = socket_pair();
  const int error = spawn(program, sockets.theirs.get(), process_);
  if (error != 0) {
    process_ = -1;
    return Message("{1} could not be started: {2}.", name, std::generic_category().message(error));
  }
  control_ = std::move(sockets.ours);
  sockets.theirs = FileHandle();
  PacketBuffer hello;
  if (hello.receive(control_.get()) != Received::packet) {
    end_locked();
    return Message("{1} ended when it was started; a library that it needs may be missing.", name);
  }
  if (hello.size != sizeof helper_version || hello.reader().value<std::uint32_t>() != helper_version) {
    end_locked();
    return Message("{1} belongs to another version of Tilescribe.", name);
  }
  return {};
}

// It ends, with all processes that it made, when its socket is closed.
void HelperProcess::end_locked() {
  control_ = FileHandle();
  if (process_ < 0) return;
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

FileHandle HelperProcess::connect(const AudioFile& file, Job job, const Track& track) {
  const std::lock_guard lock(mutex_);
  Sockets sockets = socket_pair();
  const PacketWriter request = PacketWriter()
                                   .value(job)
                                   .value<std::int32_t>(track.stream)
                                   .value<std::int32_t>(track.channel)
                                   .text(file.path().string());
  constexpr int most_starts = 2;  // the waiting process may have been killed since
  for (int i = 0; i < most_starts; ++i) {
    if (const Message refused = start_locked(); !refused.empty()) {
      throw MachineError("{1} can't be decoded. {2}", quoted(file.path()), refused);
    }
    const std::array<int, 2> files{sockets.theirs.get(), file.descriptor()};
    if (send_packet(control_.get(), request, files)) return std::move(sockets.ours);
    end_locked();
  }
  throw Error("{1} can't be decoded: the decoder crashed.", quoted(file.path()));
}

void HelperProcess::note_refusal(const Message& why) {
  const std::lock_guard lock(mutex_);
  refusal_ = why;
}

Message HelperProcess::take_refusal() {
  const std::lock_guard lock(mutex_);
  if (refusal_.empty() || std::exchange(refusal_told_, true)) return {};
  return Message(
      "This system does not confine decoders: {1}. Files are decoded in processes of their own, with "
      "limits on memory and open files alone.",
      refusal_);
}

}  // namespace tilescribe::audio
