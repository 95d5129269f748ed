// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/barrier.cuh"

namespace tilescribe::kernels {

/// A ring of `Stages` stages of shared memory that a producer fills by tensor copies and consumers empty, as
/// in ThunderKittens (Spector et al. 2024). Each stage has two barriers: `full` counts the bytes that come,
/// `empty` the consumers that have left. Producer and consumers go through the same turns, each at its own
/// pace.
template <int Stages>
class Pipeline {
 public:
  static constexpr int stages = Stages;
  static constexpr int bytes = 2 * Stages * static_cast<int>(sizeof(ptx::Barrier));

  /// The `barriers`, 2 · Stages of them, lie in shared memory.
  __device__ explicit Pipeline(ptx::Barrier* barriers) : full_(barriers), empty_(barriers + Stages) {}

  /// By one thread, before any other call: how many consumers leave each stage.
  __device__ void init(unsigned consumers) const {
    for (int stage = 0; stage < Stages; ++stage) {
      ptx::barrier_init(full_ + stage, 1);
      ptx::barrier_init(empty_ + stage, consumers);
    }
  }

  /// Where somebody stands: a stage, and the parity of its barriers' phase.
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

  /// The producer: the stage is free; so many bytes will come; copies count at this barrier.
  __device__ void await_empty(Turn at) const { ptx::barrier_wait(empty_ + at.stage, at.parity ^ 1u); }
  __device__ void expect(Turn at, unsigned bytes) const {
    ptx::barrier_arrive_expect(full_ + at.stage, bytes);
  }
  __device__ ptx::Barrier* full(Turn at) const { return full_ + at.stage; }

  /// A consumer: the stage's bytes are there; it reads them no more.
  __device__ void await_full(Turn at) const { ptx::barrier_wait(full_ + at.stage, at.parity); }
  __device__ void leave(int stage) const { ptx::barrier_arrive(empty_ + stage); }

 private:
  ptx::Barrier *full_, *empty_;
};

}  // namespace tilescribe::kernels
