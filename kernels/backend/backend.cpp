// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/backend.h"

#include <chrono>

#include "kernels/profile/host_source.h"

namespace tilescribe::kernels {

StoredWeights stored(std::initializer_list<const Weight*> weights) {
  StoredWeights sum{.dtype = (*weights.begin())->dtype()};
  for (const Weight* weight : weights) sum.bytes += static_cast<std::int64_t>(weight->bytes());
  return sum;
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
