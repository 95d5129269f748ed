// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/mma.h"

// The product of two matrices that the host has described to the GPU. On sm_90a the tensor copy engine (TMA)
// brings their slices and wgmma multiplies them; it takes no thread's time, and rounds float32 to TF32.
// Elsewhere, and for addresses or strides that the engine does not take, it is the product of mma.h.
namespace tilescribe::kernels::tile {

/// How the tensor copy engine finds boxes of 64 rows by 128 bytes of a matrix: the driver's CUtensorMap.
struct alignas(64) TensorMap {
  unsigned char bytes[128];
};

/// A matrix that product() multiplies, with its map if there is one. No byte is padding, so equal arguments
/// of a kernel have equal bytes.
template <class T>
struct Factor : Matrix<T> {
  Index mapped = 0;  // whether there is a map
  Index unused[4] = {};
  TensorMap map = {};
};

namespace detail {

inline constexpr int box_rows = 64, box_row_bytes = 128, box_bytes = box_rows * box_row_bytes;

#if TILE_ON_GPU && defined(TILESCRIBE_SM90A)
inline constexpr bool has_wgmma = true;
#else
inline constexpr bool has_wgmma = false;
#endif

/// Slices of both factors for wgmma, which begin at the first multiple of 1024 bytes. Behind them are the
/// barriers that count the copies. The host asks for this memory, too, because it does not know for which
/// GPU.
template <int Rows, int Cols, int Slices>
struct BoxedSlices {};

#if TILE_ON_GPU && (!defined(__CUDA_ARCH__) || defined(TILESCRIBE_SM90A))
template <int Rows, int Cols, int Slices>
requires(Slices > 0) struct alignas(128) BoxedSlices<Rows, Cols, Slices> {
  static constexpr int slices = Slices, left_bytes = Rows * box_row_bytes;
  static constexpr int slice_bytes = left_bytes + Cols * box_row_bytes;
  unsigned char bytes[slices * slice_bytes + 1024];

  TILE_DEVICE unsigned char* left(int slice) {
    return bytes + (1024 - ptx::shared_address(bytes) % 1024) % 1024 + slice % slices * slice_bytes;
  }
  TILE_DEVICE unsigned char* right(int slice) { return left(slice) + left_bytes; }
  TILE_DEVICE ptx::Barrier* full(int slice) {
    return reinterpret_cast<ptx::Barrier*>(left(0) + slices * slice_bytes) + slice % slices;
  }
};
#endif

}  // namespace detail

/// Shared memory of a product of factors. `Sums` is its result: Rows × Cols, multiples of 64. If that is
/// `wide`, more than 128 × 128, a block has twice the usual threads, and only factors with maps on sm_90a are
/// multiplied.
template <Precision precision, int Rows, int Cols>
struct FactorSlices {
  static constexpr int depth = detail::box_row_bytes / static_cast<int>(sizeof(Operand<precision>));
  static constexpr bool rounds = precision != Precision::fp32, by_wgmma = detail::has_wgmma && rounds;
  static constexpr bool wide = Rows * Cols > 128 * 128;
  static constexpr int threads = wide ? 2 * block_threads : block_threads, boxes = wide ? 4 : 3;
  static constexpr int row_warps = wide ? 2 * block_warps : by_wgmma ? block_warps : 2;
  using Sums = Accumulator<Rows, Cols, row_warps>;

  union {
    ProductSlices<precision, Rows, Cols, depth> padded;         // for mma.sync
    detail::BoxedSlices<Rows, Cols, rounds ? boxes : 0> boxed;  // for wgmma
  };
};

namespace detail {

#if TILE_ON_GPU && defined(TILESCRIBE_SM90A)

TILE_DEVICE void multiply_boxes(float (&sums)[32], unsigned long long a, unsigned long long b, int add,
                                Bf16) {
  ptx::wgmma(sums, a, b, add);
}
TILE_DEVICE void multiply_boxes(float (&sums)[64], unsigned long long a, unsigned long long b, int add,
                                Bf16) {
  ptx::wgmma(sums, a, b, add);
}
TILE_DEVICE void multiply_boxes(float (&sums)[128], unsigned long long a, unsigned long long b, int add,
                                Bf16) {
  ptx::wgmma(sums, a, b, add);
}
template <int Count>
TILE_DEVICE void multiply_boxes(float (&sums)[Count], unsigned long long a, unsigned long long b, int add,
                                float) {
  ptx::wgmma_tf32(sums, a, b, add);
}

/// sum += a[row0 …, :] · b[col0 …, :]ᵀ. When all have read a slice, one thread starts the copies of another
/// one to its place. The products of the slice after it run meanwhile.
template <class Rows, class Cols, class Slices, class A, class B>
TILE_DEVICE void product_of_boxes(Values<float, Rows, Cols>& sum, Slices& shared, const Factor<A>& a,
                                  int row0, const Factor<B>& b, int col0) {
  using V = typename Plain<A>::Type;
  constexpr int depth = box_row_bytes / static_cast<int>(sizeof(V));
  constexpr int groups = Rows::warps / block_warps, parts = Rows::size / box_rows / groups;
  const int group = warp_index() / block_warps;  // of four warps, which multiply together
  const int slices = tiles(a.cols, depth);
  if (slices == 0) return;
  const auto bring = [&](int slice) {
    if (slice < slices && thread_index() == 0) {
      ptx::Barrier* const full = shared.full(slice);
      ptx::barrier_arrive_expect(full, Slices::slice_bytes);
      TILE_UNROLL
      for (int row = 0; row < Rows::size; row += box_rows)
        ptx::tma_load(shared.left(slice) + row * box_row_bytes,
                      reinterpret_cast<const CUtensorMap_st&>(a.map), full, slice * depth, row0 + row);
      TILE_UNROLL
      for (int col = 0; col < Cols::size; col += box_rows)
        ptx::tma_load(shared.right(slice) + col * box_row_bytes,
                      reinterpret_cast<const CUtensorMap_st&>(b.map), full, slice * depth, col0 + col);
    }
    __syncwarp();
  };
  ptx::fence_shared_for_tma();
  barrier();  // nobody reads the previous contents any more
  if (thread_index() == 0) {
    for (int slice = 0; slice < Slices::slices; ++slice) ptx::barrier_init(shared.full(slice), 1);
    ptx::barrier_init_fence();
  }
  barrier();
  constexpr int ahead = Slices::slices - 1;
  TILE_UNROLL
  for (int slice = 0; slice < ahead; ++slice) bring(slice);
  float sums[parts][Cols::size / 2];  // each 64 rows, as wgmma holds them
  for (int slice = 0; slice < slices; ++slice) {
    ptx::barrier_wait(shared.full(slice), static_cast<unsigned>(slice / Slices::slices % 2));
    const auto left = ptx::tile_descriptor(shared.left(slice));
    const auto right = ptx::tile_descriptor(shared.right(slice));
    ptx::wgmma_fence();
    TILE_UNROLL
    for (int byte = 0; byte < box_row_bytes; byte += 32) {  // what one product sums over
      TILE_UNROLL
      for (int part = 0; part < parts; ++part)
        multiply_boxes(sums[part], ptx::advance(left, byte + (part * groups + group) * box_bytes),
                       ptx::advance(right, byte), slice > 0 || byte > 0, V{});
    }
    ptx::wgmma_commit();
    ptx::wgmma_wait<1>();
    barrier();  // all have read the slice before this one
    bring(slice + ahead);
  }
  ptx::wgmma_wait<0>();
  TILE_UNROLL
  for (int part = 0; part < parts; ++part) {
    ptx::settle(sums[part]);
    TILE_UNROLL
    for (int i = 0; i < Cols::size / 2; ++i) sum.at(2 * part + i / 2 % 2, i / 4 * 2 + i % 2) += sums[part][i];
  }
  barrier();
  if (thread_index() == 0) {
    for (int slice = 0; slice < Slices::slices; ++slice) ptx::barrier_end(shared.full(slice));
  }
}

/// Stores x, which has the tensor cores' layout: each warp lays 16 of its rows into `room` and stores whole
/// rows.
template <int Bytes, class T, class V, class Rows, class Cols>
TILE_DEVICE void store_rows(void* room, const Matrix<T>& m, const Values<V, Rows, Cols>& x, int row0,
                            int col0) {
  constexpr int step = 16 / static_cast<int>(sizeof(T)), width = Cols::size / Cols::warps;
  constexpr int pitch = width + 8;  // the rows that a warp writes at once are in different banks
  using Two = Pack<T, 2>;
  using Piece = Pack<T, step>;
  T* const rows = static_cast<T*>(room) + warp_index() * 16 * pitch;
  static_assert(Rows::warps * Cols::warps * 16 * pitch * static_cast<int>(sizeof(T)) <= Bytes,
                "all rows fit");
  barrier();  // nobody reads the previous contents any more
  TILE_UNROLL
  for (int fragment = 0; fragment < Rows::count / 2; ++fragment) {
    __syncwarp();
    TILE_UNROLL
    for (int i = 0; i < 2 * Cols::count; i += 2) {
      const int r = i / Cols::count, c = i % Cols::count;
      T* const to = rows + (lane_index() / 4 + r * 8) * pitch + Cols::at(c) - Cols::first();
      *reinterpret_cast<Two*>(to) = {convert<T>(x.at(2 * fragment + r, c)),
                                     convert<T>(x.at(2 * fragment + r, c + 1))};
    }
    __syncwarp();
    _Pragma("unroll 4") for (int i = lane_index(); i < 16 * width / step; i += warp_lanes) {
      const int r = i / (width / step), c = i % (width / step) * step;
      const int row = row0 + Rows::fragment(fragment) + r, col = col0 + Cols::first() + c;
      const Piece piece = *reinterpret_cast<const Piece*>(rows + r * pitch + c);
      if (can_pack<step>(m, row, col)) {
        *reinterpret_cast<Piece*>(m.at(row, col)) = piece;
        continue;
      }
      TILE_UNROLL
      for (int j = 0; j < step; ++j) {
        if (m.holds(row, col + j)) *m.at(row, col + j) = piece.value[j];
      }
    }
  }
}

#endif

}  // namespace detail

/// sum += a[row0 …, :] · b[col0 …, :]ᵀ over the whole depth a.cols.
template <Precision precision, class Rows, class Cols, int R, int C, class A, class B>
TILE_DEVICE void product(Values<float, Rows, Cols>& sum, FactorSlices<precision, R, C>& shared,
                         const Factor<A>& a, int row0, const Factor<B>& b, int col0) {
  static_assert(same_type<Values<float, Rows, Cols>, typename FactorSlices<precision, R, C>::Sums>,
                "sizes agree");
#if TILE_ON_GPU && defined(TILESCRIBE_SM90A)
  using V = Operand<precision>;
  if constexpr (FactorSlices<precision, R, C>::by_wgmma && same_type<typename detail::Plain<A>::Type, V> &&
                same_type<typename detail::Plain<B>::Type, V>) {
    if (a.mapped != 0 && b.mapped != 0) return detail::product_of_boxes(sum, shared.boxed, a, row0, b, col0);
  }
#endif
  if constexpr (!FactorSlices<precision, R, C>::wide || !TILE_ON_GPU) {
    const Matrix<A>& left = a;
    const Matrix<B>& right = b;
    product<precision>(sum, shared.padded, left, row0, right, col0);
  }
}

/// Stores the sums of a product of factors. On sm_90a the product's memory turns them into whole rows.
template <Precision precision, int R, int C, class T, class V, class Rows, class Cols>
TILE_DEVICE void store(FactorSlices<precision, R, C>& shared, const Matrix<T>& m,
                       const Values<V, Rows, Cols>& x, int row0, int col0) {
#if TILE_ON_GPU && defined(TILESCRIBE_SM90A)
  detail::store_rows<sizeof shared>(&shared, m, x, row0, col0);
#else
  static_cast<void>(shared);
  store(m, x, row0, col0);
#endif
}

}  // namespace tilescribe::kernels::tile
