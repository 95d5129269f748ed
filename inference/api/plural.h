// SPDX-License-Identifier: Apache-2.0
#pragma once

// IWYU pragma: begin_exports
#include "kernels/core/plural.h"  // of messages, which kernels, too, have
// IWYU pragma: end_exports
