// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "inference/api/profile.h"

namespace tilescribe::test {

/// What a recorded run showed live when it stood at `at_ns`, from the records that are kept.
ProfileFrame replayed_frame(const ProfileSession& session, std::int64_t at_ns);

}  // namespace tilescribe::test
