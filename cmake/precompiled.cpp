// SPDX-License-Identifier: Apache-2.0
// The one source of a target that only carries precompiled headers (cmake/TilescribePrecompiled.cmake).
