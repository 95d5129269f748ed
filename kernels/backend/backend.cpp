// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/backend.h"

#include <algorithm>
#include <chrono>

#include "kernels/profile/host_source.h"

namespace tilescribe::kernels {

StoredWeights stored(std::initializer_list<const Weight*> weights) {
  StoredWeights sum{.dtype = (*weights.begin())->dtype()};
  for (const Weight* weight : weights) sum.bytes += static_cast<std::int64_t>(weight->bytes());
  return sum;
}

std::vector<float> Device::floats(const ConstTensorView& from) {
  std::vector<float> values(static_cast<std::size_t>(from.elements()));
  const auto converted = [&](auto stored, auto to_value) {
    stored.resize(values.size());
    download(stored.data(), from);
    std::ranges::transform(stored, values.begin(), to_value);
  };
  if (from.dtype == DType::bf16)
    converted(std::vector<BFloat16>(), [](BFloat16 value) { return to_float(value); });
  else if (from.dtype == DType::f8)
    converted(std::vector<Float8>(), [](Float8 value) { return to_float(value); });
  else if (from.dtype == DType::i32)
    converted(std::vector<std::int32_t>(), [](std::int32_t value) { return static_cast<float>(value); });
  else
    download(values.data(), from);
  return values;
}

void Device::copy(const TensorView& to, const ConstTensorView& from) {
  std::vector<std::byte> bytes(from.bytes());
  download(bytes.data(), from);
  upload(to, bytes.data());
}

double Device::time_ms(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  synchronize();
  const Clock::time_point begin = Clock::now();
  work();
  synchronize();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::unique_ptr<ActivitySource> Backend::activity_source() {
  return std::make_unique<HostActivitySource>(hooks(), 1);
}

}  // namespace tilescribe::kernels
