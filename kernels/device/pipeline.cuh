// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/barrier.cuh"

namespace tilescribe::kernels {

/// A ring of `Stages` stages in shared memory, filled by a producer with tensor copies and emptied by
/// consumers, as in ThunderKittens (Spector et al. 2024). Each stage has two barriers: `full` counts the
/// bytes that arrive, `empty` the consumers that are done. Both sides take the same turns at their own pace.
template <int Stages>
class Pipeline {
 public:
  static constexpr int stages = Stages;
  static constexpr int bytes = 2 * Stages * static_cast<int>(sizeof(ptx::Barrier));

  /// `barriers`: 2 · Stages of them, in shared memory.
  __device__ explicit Pipeline(ptx::Barrier* barriers) : full_(barriers), empty_(barriers + Stages) {}

  /// Called by one thread before any other call. `consumers`: how many must leave a stage.
  __device__ void init(unsigned consumers) const {
    for (int stage = 0; stage < Stages; ++stage) {
      ptx::barrier_init(full_ + stage, 1);
      ptx::barrier_init(empty_ + stage, consumers);
    }
  }

  /// A place in the ring: a stage, and the parity of its barriers' phase.
  struct Turn {
    int stage = 0;
    unsigned parity = 0;
    __device__ void step() {
      if (++stage == Stages) {
        stage = 0;
        parity ^= 1;
      }
    }
    __device__ void skip(int turns) {
      const int to = stage + turns;
      parity ^= static_cast<unsigned>(to / Stages & 1);
      stage = to % Stages;
    }
  };
  /// The turn with this number, from 0.
  static __device__ Turn turn(int number) {
    return {number % Stages, static_cast<unsigned>(number / Stages) & 1u};
  }

  /// For the producer: wait until the stage is free; announce the bytes; the barrier that counts the copies.
  __device__ void await_empty(Turn at) const { ptx::barrier_wait(empty_ + at.stage, at.parity ^ 1u); }
  __device__ void expect(Turn at, unsigned bytes) const {
    ptx::barrier_arrive_expect(full_ + at.stage, bytes);
  }
  __device__ ptx::Barrier* full(Turn at) const { return full_ + at.stage; }

  /// For a consumer: wait until the stage is full, and leave it when done reading.
  __device__ void await_full(Turn at) const { ptx::barrier_wait(full_ + at.stage, at.parity); }
  __device__ void leave(int stage) const { ptx::barrier_arrive(empty_ + stage); }

 private:
  ptx::Barrier *full_, *empty_;
};

}  // namespace tilescribe::kernels
