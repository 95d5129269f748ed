// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/backend.h"

#include <chrono>

#include "kernels/profile/host_source.h"

namespace tilescribe::kernels {

std::int64_t stored_bytes(std::initializer_list<const Weight*> weights) {
  std::size_t bytes = 0;
  for (const Weight* weight : weights) bytes += weight->bytes();
  return static_cast<std::int64_t>(bytes);
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
