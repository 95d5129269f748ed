// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>

#include "kernels/core/dtype.h"

namespace tilescribe::kernels {

/// Up to four dimensions, row-major; the last one is contiguous.
class Shape {
 public:
  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<std::int64_t> dims) : Shape(std::span(dims)) {}
  constexpr explicit Shape(std::span<const std::int64_t> dims) {
    for (const std::int64_t dim : dims) dims_[static_cast<std::size_t>(rank_++)] = dim;
  }
  /// The same but for the first dimension.
  constexpr Shape with_rows(std::int64_t rows) const {
    Shape other = *this;
    other.dims_[0] = rows;
    return other;
  }
  constexpr int rank() const { return rank_; }
  constexpr std::int64_t operator[](int i) const { return dims_[static_cast<std::size_t>(i)]; }
  constexpr std::int64_t elements() const {
    std::int64_t n = 1;
    for (int i = 0; i < rank_; ++i) n *= (*this)[i];
    return n;
  }
  constexpr bool operator==(const Shape&) const = default;

 private:
  std::array<std::int64_t, 4> dims_{};
  int rank_ = 0;
};

/// A view of dense row-major memory on the backend's device. It does not own the memory.
struct TensorView {
  void* data = nullptr;
  DType dtype = DType::f32;
  Shape shape;

  std::int64_t elements() const { return shape.elements(); }
  std::size_t bytes() const { return static_cast<std::size_t>(elements()) * size_of(dtype); }
  bool empty() const { return data == nullptr; }

  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }

  /// Rows [first, first + count) of the first dimension.
  TensorView rows(std::int64_t first, std::int64_t count) const;
};

/// The same, read-only.
struct ConstTensorView {
  const void* data = nullptr;
  DType dtype = DType::f32;
  Shape shape;

  ConstTensorView() = default;
  ConstTensorView(const void* memory, DType type, Shape dims) : data(memory), dtype(type), shape(dims) {}
  ConstTensorView(const TensorView& view) : data(view.data), dtype(view.dtype), shape(view.shape) {}

  std::int64_t elements() const { return shape.elements(); }
  std::size_t bytes() const { return static_cast<std::size_t>(elements()) * size_of(dtype); }
  bool empty() const { return data == nullptr; }

  template <class T>
  const T* as() const {
    return static_cast<const T*>(data);
  }

  ConstTensorView rows(std::int64_t first, std::int64_t count) const;
};

namespace detail {
template <class View>
View rows_of(const View& view, std::int64_t first, std::int64_t count) {
  View part = view;
  const std::int64_t row = view.shape.with_rows(1).elements();
  part.shape = view.shape.with_rows(count);
  using Byte = std::conditional_t<std::is_const_v<std::remove_pointer_t<decltype(part.data)>>,
                                  const std::byte, std::byte>;
  part.data = static_cast<Byte*>(part.data) + static_cast<std::size_t>(first * row) * size_of(view.dtype);
  return part;
}
}  // namespace detail

inline TensorView TensorView::rows(std::int64_t first, std::int64_t count) const {
  return detail::rows_of(*this, first, count);
}
inline ConstTensorView ConstTensorView::rows(std::int64_t first, std::int64_t count) const {
  return detail::rows_of(*this, first, count);
}

}  // namespace tilescribe::kernels
