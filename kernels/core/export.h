// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what the shared library `kernels` shows to its users; everything else in it is hidden.
#define TILESCRIBE_EXPORT __attribute__((visibility("default")))
