// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what the shared library `kernels` exports. Everything else in it is hidden.
#define TILESCRIBE_EXPORT __attribute__((visibility("default")))
