// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include <sys/types.h>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"
#include "inference/audio/helper/protocol.h"
#include "inference/audio/recording/file_handle.h"
#include "kernels/core/message.h"

namespace tilescribe::audio {

/// The tilescribe-decoder that waits for files, or tilescribe-decoder-sndfile if the first one does not
/// start. It has its libraries loaded, so a process for a file is made in a millisecond or two. It ends with
/// the program. Any thread may use it.
class HelperProcess {
 public:
  static HelperProcess& instance();
  ~HelperProcess();

  /// Has a process made for this file; starts the one that waits, unless it runs. Returns the socket on which
  /// it answers. Throws Error.
  FileHandle connect(const AudioFile& file, Job job, const Track& track);

  /// Why the system does not confine these processes, once; empty if it does.
  void note_refusal(const Message& why);
  Message take_refusal();

 private:
  HelperProcess() = default;
  // Starts it, unless it runs. Empty if it can be used, else why it can't.
  Message start_locked();
  Message start_program(const char* name);
  void end_locked();

  std::mutex mutex_;
  pid_t process_ = -1;
  FileHandle control_;
  Message refusal_;
  bool refusal_told_ = false;
};

}  // namespace tilescribe::audio
