// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilescribe::audio {

// A program starts tilescribe-decoder once. That waits, and makes a process of its own for each file, which
// is confined before it reads the first byte of it. The program's packets:
//   to the waiting process      Job, the track, the path for sentences; with a socket and the open file
//   on that socket              the frame to seek to
// and the answers on that socket, each with its Reply first. Samples come until the socket is full. A place
// follows each seek; samples before it are of no use, and none come after one of -1.

inline constexpr const char* helper_name = "tilescribe-decoder";
/// The same without FFmpeg, for where its libraries can't be loaded.
inline constexpr const char* plain_helper_name = "tilescribe-decoder-sndfile";

/// What the waiting process says first. Increase it when anything here changes.
inline constexpr std::uint32_t helper_version = 3;

inline constexpr int helper_socket = 3;  // the number of its descriptor
inline constexpr int helper_file = 4;    // in the process of one file

inline constexpr std::size_t block_frames = 8192;  // samples in a packet

enum class Job : std::uint8_t { decode, streams };

enum class Reply : std::uint8_t {
  opened,   // sample rate, seconds stated, why the process is not confined (an empty message: it is)
  streams,  // the same message; AudioStreamInfo after AudioStreamInfo
  samples,
  at_end,     // seconds that are missing
  place,      // of the next sample, after a seek; or -1
  failed,     // 1 if it is a MachineError, or 0; its message and details
  no_memory,  // the limit, GB
  ended,      // by the waiting process: the other one's status; the limit on work that it reached, s, or 0
};

}  // namespace tilescribe::audio
