// SPDX-License-Identifier: Apache-2.0
#pragma once

// IWYU pragma: begin_exports
#include "kernels/core/message.h"  // the one value that kernels, too, have for front ends
// IWYU pragma: end_exports
